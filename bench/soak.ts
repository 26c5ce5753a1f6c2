/** Runs a long session and checks that memory and CPU time per turn do not grow. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CDPSession } from 'playwright';

import type { Candidate, PageAction } from '../src/contract/index.js';
import { describeMachine, withBenchmarkResources } from './lib/bench.js';
import {
  defineBenchmark,
  JSON_OPTION,
  reportProgress,
  createWholeNumberOption,
  writeJson,
} from './lib/command-line.js';
import { median } from './lib/measure.js';
import { listProcessTree, readCpuByThread, readMemoryMb, sumCpuMs } from './lib/processes.js';
import { formatNumber, formatTable } from './lib/table.js';

const ROW_COUNT = 10;
/** The session opens the next start page after this many turns. */
const TURNS_PER_START_PAGE = 12;
const START_PAGES = [
  'encyclopedia/',
  'calendar/',
  'encyclopedia/wiki/Halden_Bridge',
  'settling/fetch-render',
];
/** Growth is measured starting with this row, because caches fill and code is compiled in the earlier rows. */
const BASELINE_ROW = 3;
const MAX_GROWTH_MB = 50;
const MAX_CPU_RATIO = 1.25;

interface SoakRow {
  turns: number;
  /** Medians over the row's turns, in milliseconds. */
  wallMs: number;
  cpuMs: number;
  /** Memory in MB: Node's resident set, Node's heap, all browser processes. */
  rssMb: number;
  heapMb: number;
  browserMb: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Reads memory after garbage collection in Node and in the page. */
async function readMemory(cdp: CDPSession): Promise<Pick<SoakRow, 'rssMb' | 'heapMb' | 'browserMb'>> {
  collectGarbage();
  await cdp.send('HeapProfiler.collectGarbage');
  const { rss, heapUsed } = process.memoryUsage();
  const browserMb = readMemoryMb(listProcessTree(process.pid).filter((pid) => pid !== process.pid));
  return { rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20, browserMb };
}

/** Chooses the action of a turn. Elements and action kinds alternate in the same order in every run. */
function chooseAction(turn: number, candidates: Candidate[]): PageAction {
  const enabledElements = candidates.filter(({ inViewport, states }) => inViewport && !states.disabled);
  const fields = enabledElements.filter(
    ({ states, inputType }) => states.editable && inputType !== 'password',
  );
  const linksAndButtons = enabledElements.filter(({ role }) => role === 'link' || role === 'button');
  const pick = <T>(list: T[]): T | undefined => list[(turn * 7) % Math.max(1, list.length)];
  const field = pick(fields);
  const target = pick(linksAndButtons);
  if (turn % 5 === 1) return { intent: 'scroll', x: 0, y: (turn % 3) * 300 };
  if (turn % 5 === 2 && field) return { intent: 'textInput', uid: field.uid, text: `turn ${turn}` };
  if (turn % 5 === 3 && target) return { intent: 'hover', uid: target.uid };
  if (target) return { intent: 'click', uid: target.uid };
  return { intent: 'scroll', x: 0, y: 0 };
}

function formatRows(rows: readonly SoakRow[]): string {
  const head = ['turns', 'wall ms', 'CPU ms', 'node RSS MB', 'node heap MB', 'Chromium MB'];
  const rowCells = rows.map(({ turns, wallMs, cpuMs, rssMb, heapMb, browserMb }) =>
    [turns, wallMs, cpuMs, rssMb, heapMb, browserMb].map((value) => formatNumber(value)),
  );
  return formatTable(head, rowCells);
}

export const benchmark = defineBenchmark({
  summary: '1,000 turns of one session: memory and CPU time must not grow',
  description:
    'Runs one long session on the fixture sites; each turn observes the page, performs an action and waits until ' +
    'the page settles. Prints time and memory per tenth of the turns, and exits with 1 if memory or CPU time per ' +
    'turn grows.',
  options: {
    turns: createWholeNumberOption('turns', {
      describe: 'Turns of the session',
      min: ROW_COUNT * 2,
      default: 1_000,
    }),
    json: JSON_OPTION,
  },
  example: '--turns 100',
  run: ({ turns, json }) =>
    withBenchmarkResources({ peers: false }, async (bench) => {
      const { surface, page } = await bench.openSurface();
      const cdp = await page.context().newCDPSession(page);
      const turnsPerRow = Math.ceil(turns / ROW_COUNT);
      const rows: SoakRow[] = [];
      const outcomes = new Map<string, number>();
      let wallMs: number[] = [];
      let cpuMs: number[] = [];
      process.stdout.write(`${describeMachine(bench.browser)}\n\n`);
      for (let turn = 0; turn < turns; turn++) {
        if (turn % TURNS_PER_START_PAGE === 0) {
          const startPage = START_PAGES[(turn / TURNS_PER_START_PAGE) % START_PAGES.length];
          await surface.open(`${bench.siteUrl}/${startPage}`, bench.signal);
        }
        const initialCpu = readCpuByThread('first');
        const start = performance.now();
        const { candidates, tabs } = await surface.observe({ documents: true, text: true }, bench.signal);
        const { outcome } = await surface.perform(chooseAction(turn, candidates), bench.signal);
        wallMs.push(performance.now() - start);
        cpuMs.push(sumCpuMs(initialCpu, readCpuByThread('second')));
        outcomes.set(outcome.status, (outcomes.get(outcome.status) ?? 0) + 1);
        if (tabs.length > 1) throw new Error('A fixture site opened a tab, which it should not do.');
        if ((turn + 1) % turnsPerRow === 0 || turn === turns - 1) {
          rows.push({
            turns: turn + 1,
            wallMs: median(wallMs),
            cpuMs: median(cpuMs),
            ...(await readMemory(cdp)),
          });
          [wallMs, cpuMs] = [[], []];
          reportProgress(`${turn + 1} turns`);
        }
      }
      process.stdout.write(`### ${formatNumber(turns)} turns\n\n${formatRows(rows)}\n\n`);
      const [baselineRow, lastRow] = [rows[BASELINE_ROW - 1]!, rows.at(-1)!];
      const growth = {
        heap: lastRow.heapMb - baselineRow.heapMb,
        rss: lastRow.rssMb - baselineRow.rssMb,
        browser: lastRow.browserMb - baselineRow.browserMb,
        cpu: lastRow.cpuMs / baselineRow.cpuMs,
      };
      const isFlat =
        growth.heap <= MAX_GROWTH_MB &&
        growth.rss <= MAX_GROWTH_MB &&
        growth.browser <= MAX_GROWTH_MB &&
        growth.cpu <= MAX_CPU_RATIO;
      process.stdout.write(
        `From ${baselineRow.turns} to ${lastRow.turns} turns: heap ${formatNumber(growth.heap, 1)} MB, RSS ${formatNumber(growth.rss, 1)} MB, Chromium ${formatNumber(growth.browser, 1)} MB, ${formatNumber(growth.cpu, 2)}× the CPU per turn: ${isFlat ? 'flat' : 'NOT flat'}.\n`,
      );
      process.stdout.write(
        `Outcomes: ${[...outcomes].map(([status, count]) => `${count} ${status}`).join(', ')}.\n`,
      );
      writeJson(json, { rows, growth, flat: isFlat });
      await surface.close();
      return isFlat ? 0 : 1;
    }),
});
