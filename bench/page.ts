/**
 * What seeing, acting and waiting cost, beside other ways to do it, as Markdown tables.
 *
 *   npm run bench -- page [--only observe|channel|settle|turn] [--rounds n] [--case name] [--peers] [--json file]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { type Bench, conditions, withBench } from './lib/bench.js';
import { measureChannel } from './lib/channel.js';
import { type Measured, median, tokens } from './lib/measure.js';
import { measureObserve } from './lib/observe.js';
import { number, table } from './lib/table.js';
import { measureTurn } from './lib/turn.js';
import { measureWaits, type Waited } from './lib/waits.js';

type Part = (bench: Bench, options: Options) => Promise<{ text: string; data: unknown }>;

interface Options {
  rounds: number | undefined;
  only: string | undefined;
  say(text: string): void;
}

const least = (numbers: number[]): number => Math.min(...numbers);

/** CPU and wall of each contender, and how many times the baseline's CPU that is. */
function costs(measured: Measured[], baseline: Measured): string[][] {
  const base = median(baseline.samples.map(({ cpu }) => cpu));
  return measured.map(({ name, samples, chars, error }) => {
    if (error || samples.length === 0) return [name, `failed: ${error ?? 'no sample'}`, '', '', '', '', ''];
    const cpu = samples.map((one) => one.cpu);
    const wall = samples.map((one) => one.wall);
    return [
      name,
      number(median(cpu)),
      number(least(cpu)),
      `${number(median(cpu) / base, 2)}×`,
      number(median(wall)),
      number(least(wall)),
      chars === null ? '–' : number(tokens(chars)),
    ];
  });
}

const COST_HEAD = ['', 'CPU ms', 'min', 'ratio', 'wall ms', 'min', 'tokens'];
const skipped = (bench: Bench): string =>
  bench.stagehand ? '' : '\nStagehand was left out: it is installed and measured with `--peers`.\n';

const observe: Part = async (bench, { rounds = 12, say }) => {
  const data = await measureObserve(bench, { rounds, say });
  const texts = data.map(
    ({ name, elements, measured, baseline }) =>
      `**${name}** (${number(elements)} elements)\n\n${table(COST_HEAD, costs(measured, baseline))}\n`,
  );
  return { text: `### Observe\n\n${texts.join('\n')}${skipped(bench)}`, data };
};

const channel: Part = async (bench, { rounds = 10, say }) => {
  const data = await measureChannel(bench, { rounds, say });
  const texts = data.map(
    ({ name, measured }) => `**${name}**\n\n${table(COST_HEAD, costs(measured, measured[0]!))}\n`,
  );
  return { text: `### The way out of the page\n\n${texts.join('\n')}`, data };
};

const settle: Part = async (bench, { rounds = 3, only, say }) => {
  const data = await measureWaits(bench, { rounds, only, say });
  const state = ({ right, rounds: all }: Waited): string =>
    right === all ? 'right' : `wrong ${all - right}/${all}`;
  const cell = (way: Waited): string => `${number(way.wait)} (${number(way.wall)}) ${state(way)}`;
  const rows = data.map(({ case: { about }, parley, mcp, networkIdle }) => [
    about,
    cell(parley),
    [...new Set(parley.reasons)].join(', '),
    cell(mcp),
    cell(networkIdle),
    `${number(parley.wait / mcp.wait, 2)}×`,
    `${number(parley.wall / mcp.wall, 2)}×`,
  ]);
  const head = [
    'after the click',
    'Parley',
    'reason',
    'Playwright MCP',
    'networkidle',
    'wait ratio',
    'in all',
  ];
  return {
    text: `### Settle: ms of the wait (with the act), and the state then\n\n${table(head, rows)}\n`,
    data,
  };
};

const turn: Part = async (bench, { rounds = 8, say }) => {
  const data = await measureTurn(bench, { rounds, say });
  const texts = data.map(
    ({ name, measured }) => `**${name}**\n\n${table(COST_HEAD, costs(measured, measured[0]!))}\n`,
  );
  return { text: `### A turn where nothing happens\n\n${texts.join('\n')}${skipped(bench)}`, data };
};

const PARTS: Record<string, Part> = { observe, channel, settle, turn };

export async function main(flags: string[]): Promise<number> {
  const { values } = parseArgs({
    args: flags,
    options: {
      only: { type: 'string', multiple: true },
      case: { type: 'string' },
      rounds: { type: 'string' },
      peers: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const names = values.only ?? Object.keys(PARTS);
  const unknown = names.find((name) => !PARTS[name]);
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (unknown !== undefined || (rounds !== undefined && !(rounds >= 1))) {
    process.stderr.write(`--only takes ${Object.keys(PARTS).join(', ')}; --rounds takes a number from 1.\n`);
    return 2;
  }
  const say = (text: string): void => void process.stderr.write(`${text} …\n`);
  return withBench({ peers: values.peers }, async (bench) => {
    const where = conditions(bench.browser);
    process.stdout.write(`${where}\n\n`);
    const data: Record<string, unknown> = { where };
    for (const name of names) {
      const done = await PARTS[name]!(bench, { rounds, only: values.case, say });
      process.stdout.write(`${done.text}\n`);
      data[name] = done.data;
    }
    if (values.json) writeFileSync(values.json, JSON.stringify(data, null, 1));
    return 0;
  });
}
