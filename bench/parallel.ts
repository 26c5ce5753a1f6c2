/** Measures several sessions in one process. Each session has its own browser and writes its own recording. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startFixtures } from '../fixtures/server.mjs';
import { runConversation } from '../src/assembly/run-conversation.js';
import { createNavigatorPlan } from '../src/assembly/navigator-plan.js';
import { createBrowserPlan } from '../src/assembly/browser-plan.js';
import { createRankerPlan } from '../src/assembly/ranker-plan.js';
import type { Instructor, InstructorMove } from '../src/contract/index.js';
import { UNLIMITED_BUDGET } from '../src/policy/index.js';
import { defineBenchmark, createWholeNumberOption } from './lib/command-line.js';
import { formatNumber, formatTable } from './lib/table.js';

const DIALOGUE_LINES = ['search for tower', 'open the first result', 'go back'];

function createInstructor(lines: readonly string[]): Instructor {
  const moves: InstructorMove[] = lines.map((text) => ({ type: 'say', text }));
  return { next: () => Promise.resolve(moves.shift() ?? { type: 'stop' }) };
}

/** Reads this process's peak resident memory in MB. */
function readPeakMemoryMb(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
}

/** @returns whether the session ended with exit code 0 */
async function runOneSession(url: string, results: string): Promise<boolean> {
  const { signal } = new AbortController();
  const { exit } = await runConversation({
    name: 'parallel',
    description: 'parallel',
    startUrl: `${url}/encyclopedia/`,
    results,
    browser: createBrowserPlan({}),
    navigator: await createNavigatorPlan({}, process.env, signal),
    ranker: createRankerPlan({}),
    budget: UNLIMITED_BUDGET,
    needsContent: false,
    banners: 'leave',
    confirm: {},
    instructor: () => createInstructor(DIALOGUE_LINES),
    onEvent: () => undefined,
    onWait: () => undefined,
    signal,
  });
  return exit === 0;
}

export const benchmark = defineBenchmark({
  summary: 'ten sessions in one process, compared with a single session',
  description:
    'Runs a short session on a fixture site alone, then several of them at the same time in the same process, ' +
    'and compares time, CPU and memory. Linux only.',
  options: {
    sessions: createWholeNumberOption('sessions', {
      describe: 'Sessions that run at the same time',
      default: 10,
    }),
  },
  example: '--sessions 3',
  run: async ({ sessions: parallelCount }) => {
    const sites = await startFixtures();
    const results = mkdtempSync(join(tmpdir(), 'parley-parallel-'));
    const rows: string[][] = [];
    for (const sessionCount of [1, parallelCount]) {
      const start = performance.now();
      const initialCpu = process.cpuUsage();
      const outcomes = await Promise.all(
        Array.from({ length: sessionCount }, () => runOneSession(sites.url, results)),
      );
      const { user, system } = process.cpuUsage(initialCpu);
      rows.push([
        `${sessionCount}`,
        `${outcomes.filter(Boolean).length} of ${sessionCount}`,
        formatNumber((performance.now() - start) / 1000, 1),
        formatNumber((user + system) / 1e6, 1),
        formatNumber(readPeakMemoryMb(), 0),
      ]);
    }
    const head = ['sessions', 'done', 'time (s)', 'Node CPU (s)', 'Node peak memory (MB)'];
    process.stdout.write(`${formatTable(head, rows)}\n`);
    rmSync(results, { recursive: true, force: true });
    await sites.close();
    return 0;
  },
});
