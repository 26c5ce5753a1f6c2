/**
 * A long session: turn after turn of look, act and settle over the practice sites. Memory and time per turn must
 * not grow.
 *
 *   npm run bench -- soak [--turns n] [--json file]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CDPSession } from 'playwright';

import type { Candidate, PageAction } from '../src/contract/index.js';
import { conditions, withBench } from './lib/bench.js';
import { median } from './lib/measure.js';
import { cpuBetween, cpuByThread, memoryOf, treeOf } from './lib/processes.js';
import { number, table } from './lib/table.js';

const ROWS = 10;
/** After so many turns another start page is opened. */
const VISIT = 12;
/** Caches and compiled code take their room at first; growth is counted from this row on. */
const SETTLED_ROW = 3;
const FLAT_MB = 50;
const FLAT_CPU = 1.25;

interface Row {
  turns: number;
  /** Medians of the row's turns, milliseconds. */
  wall: number;
  cpu: number;
  rss: number;
  heap: number;
  browser: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is held, without what only has not been cleared away yet. */
async function memory(cdp: CDPSession): Promise<Pick<Row, 'rss' | 'heap' | 'browser'>> {
  collectGarbage();
  await cdp.send('HeapProfiler.collectGarbage');
  const { rss, heapUsed } = process.memoryUsage();
  const browser = memoryOf(treeOf(process.pid).filter((pid) => pid !== process.pid));
  return { rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20, browser };
}

/** What is done in a turn: the choice goes round the page and round the kinds of acts, the same in every run. */
function actOf(turn: number, candidates: Candidate[]): PageAction {
  const enabled = candidates.filter((one) => one.inViewport && !one.states.disabled);
  const fields = enabled.filter((one) => one.states.editable && one.inputType !== 'password');
  const clickable = enabled.filter((one) => one.role === 'link' || one.role === 'button');
  const pick = <T>(list: T[]): T | undefined => list[(turn * 7) % Math.max(1, list.length)];
  const field = pick(fields);
  const target = pick(clickable);
  if (turn % 5 === 1) return { intent: 'scroll', x: 0, y: (turn % 3) * 300 };
  if (turn % 5 === 2 && field) return { intent: 'textInput', uid: field.uid, text: `turn ${turn}` };
  if (turn % 5 === 3 && target) return { intent: 'hover', uid: target.uid };
  if (target) return { intent: 'click', uid: target.uid };
  return { intent: 'scroll', x: 0, y: 0 };
}

export async function main(flags: string[]): Promise<number> {
  const { values } = parseArgs({
    args: flags,
    options: { turns: { type: 'string', default: '1000' }, json: { type: 'string' } },
  });
  const turns = Number(values.turns);
  if (!(turns >= ROWS * 2)) {
    process.stderr.write(`--turns takes a number from ${ROWS * 2}.\n`);
    return 2;
  }
  return withBench({ peers: false }, async (bench) => {
    const { surface, page } = await bench.surface();
    const cdp = await page.context().newCDPSession(page);
    const starts = ['encyclopedia/', 'calendar/', 'encyclopedia/wiki/Halden_Bridge', 'settling/fetch-render'];
    const every = Math.ceil(turns / ROWS);
    const rows: Row[] = [];
    const outcomes = new Map<string, number>();
    let walls: number[] = [];
    let cpus: number[] = [];
    process.stdout.write(`${conditions(bench.browser)}\n\n`);
    for (let turn = 0; turn < turns; turn++) {
      if (turn % VISIT === 0)
        await surface.open(`${bench.site}/${starts[(turn / VISIT) % starts.length]}`, bench.signal);
      const before = cpuByThread('first');
      const began = performance.now();
      const { candidates, tabs } = await surface.observe({ documents: true, text: true }, bench.signal);
      const { outcome } = await surface.perform(actOf(turn, candidates), bench.signal);
      walls.push(performance.now() - began);
      cpus.push(cpuBetween(before, cpuByThread('second')));
      outcomes.set(outcome.status, (outcomes.get(outcome.status) ?? 0) + 1);
      if (tabs.length > 1) throw new Error('A tab was opened: the practice sites should not do that.');
      if ((turn + 1) % every === 0 || turn === turns - 1) {
        rows.push({ turns: turn + 1, wall: median(walls), cpu: median(cpus), ...(await memory(cdp)) });
        [walls, cpus] = [[], []];
        process.stderr.write(`${turn + 1} turns …\n`);
      }
    }
    const head = ['turns', 'wall ms', 'CPU ms', 'node RSS MB', 'node heap MB', 'Chromium MB'];
    const cells = rows.map(({ turns: at, wall, cpu, rss, heap, browser }) =>
      [at, wall, cpu, rss, heap, browser].map((value) => number(value)),
    );
    process.stdout.write(`### ${number(turns)} turns\n\n${table(head, cells)}\n\n`);
    const [from, to] = [rows[SETTLED_ROW - 1]!, rows.at(-1)!];
    const grown = {
      heap: to.heap - from.heap,
      rss: to.rss - from.rss,
      browser: to.browser - from.browser,
      cpu: to.cpu / from.cpu,
    };
    const flat =
      grown.heap <= FLAT_MB && grown.rss <= FLAT_MB && grown.browser <= FLAT_MB && grown.cpu <= FLAT_CPU;
    process.stdout.write(
      `From ${from.turns} to ${to.turns} turns: heap ${number(grown.heap, 1)} MB, RSS ${number(grown.rss, 1)} MB, Chromium ${number(grown.browser, 1)} MB, ${number(grown.cpu, 2)}× the CPU per turn: ${flat ? 'flat' : 'NOT flat'}.\n`,
    );
    process.stdout.write(
      `Outcomes: ${[...outcomes].map(([status, count]) => `${count} ${status}`).join(', ')}.\n`,
    );
    if (values.json) writeFileSync(values.json, JSON.stringify({ rows, grown, flat }, null, 1));
    await surface.close();
    return flat ? 0 : 1;
  });
}
