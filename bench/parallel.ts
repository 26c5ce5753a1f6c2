/**
 * Conversations side by side in one process: what ten cost against one. Each has a browser and a record of its own.
 *
 *   npm run bench -- parallel [--sessions n]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startFixtures } from '../fixtures/server.mjs';
import { runConversation } from '../src/assembly/run-conversation.js';
import { createNavigatorPlan } from '../src/assembly/navigator-plan.js';
import { createBrowserPlan } from '../src/assembly/browser-plan.js';
import { createRankerPlan } from '../src/assembly/ranker-plan.js';
import type { Instructor, InstructorMove } from '../src/contract/index.js';
import { UNLIMITED } from '../src/policy/index.js';
import { number, table } from './lib/table.js';

const LINES = ['search for tower', 'open the first result', 'go back'];

function says(lines: readonly string[]): Instructor {
  const moves: InstructorMove[] = lines.map((text) => ({ type: 'say', text }));
  return { next: () => Promise.resolve(moves.shift() ?? { type: 'stop' }) };
}

/** The most memory that this process has held so far, MB. */
function peak(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
}

async function converse(url: string, results: string): Promise<boolean> {
  const { signal } = new AbortController();
  const { exit } = await runConversation({
    name: 'parallel',
    description: 'parallel',
    startUrl: `${url}/encyclopedia/`,
    results,
    browser: createBrowserPlan({}),
    navigator: await createNavigatorPlan({}, process.env, signal),
    ranker: createRankerPlan({}),
    budget: UNLIMITED,
    needsContent: false,
    banners: 'leave',
    confirm: {},
    instructor: () => says(LINES),
    onEvent: () => undefined,
    onWait: () => undefined,
    signal,
  });
  return exit === 0;
}

export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { sessions: { type: 'string', default: '10' } } });
  const sites = await startFixtures();
  const results = mkdtempSync(join(tmpdir(), 'parley-parallel-'));
  const rows: string[][] = [];
  for (const sessions of [1, Number(values.sessions)]) {
    const began = performance.now();
    const before = process.cpuUsage();
    const done = await Promise.all(Array.from({ length: sessions }, () => converse(sites.url, results)));
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - began) / 1000;
    const well = `${done.filter(Boolean).length} of ${sessions}`;
    rows.push([`${sessions}`, well, number(seconds, 1), number((user + system) / 1e6, 1), number(peak(), 0)]);
  }
  process.stdout.write(`${table(['sessions', 'done', 's', 'CPU s of Node', 'peak MB of Node'], rows)}\n`);
  rmSync(results, { recursive: true, force: true });
  await sites.close();
  return 0;
}
