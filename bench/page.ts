/** Measures observing, acting and waiting, compared with other tools. Prints Markdown tables. */
import { CASES } from '../fixtures/settling/cases.mjs';
import { type BenchmarkResources, describeMachine, withBenchmarkResources } from './lib/bench.js';
import { measureChannel } from './lib/channel.js';
import { defineBenchmark, JSON_OPTION, createWholeNumberOption, writeJson } from './lib/command-line.js';
import { estimateTokens, type Measurement, median } from './lib/measure.js';
import { measureObserve } from './lib/observe.js';
import { formatNumber, formatTable } from './lib/table.js';
import { measureTurn } from './lib/turn.js';
import { measureWaits, type WaitResult } from './lib/waits.js';

interface MeasurementOptions {
  rounds: number | undefined;
  case: string | undefined;
}

type MeasurePart = (
  bench: BenchmarkResources,
  options: MeasurementOptions,
) => Promise<{ text: string; data: unknown }>;

/** Creates a row per variant: its CPU and wall times, and its CPU time relative to the baseline. */
function formatCostRows(measurements: Measurement[], baseline: Measurement): string[][] {
  const baselineCpu = median(baseline.samples.map(({ cpu }) => cpu));
  return measurements.map(({ name, samples, charCount: chars, error }) => {
    if (error || samples.length === 0) return [name, `failed: ${error ?? 'no sample'}`, '', '', '', '', ''];
    const cpuMs = samples.map((sample) => sample.cpu);
    const wallMs = samples.map((sample) => sample.wall);
    return [
      name,
      formatNumber(median(cpuMs)),
      formatNumber(Math.min(...cpuMs)),
      `${formatNumber(median(cpuMs) / baselineCpu, 2)}×`,
      formatNumber(median(wallMs)),
      formatNumber(Math.min(...wallMs)),
      chars === null ? '–' : formatNumber(estimateTokens(chars)),
    ];
  });
}

const COST_COLUMNS = ['', 'CPU ms', 'min', 'ratio', 'wall ms', 'min', 'tokens'];

function formatCosts(title: string, measurements: Measurement[], baseline = measurements[0]!): string {
  return `**${title}**\n\n${formatTable(COST_COLUMNS, formatCostRows(measurements, baseline))}\n`;
}

const formatStagehandNote = (bench: BenchmarkResources): string =>
  bench.stagehand ? '' : '\nStagehand was not measured. `--peers` installs and measures it.\n';

const measureObservePart: MeasurePart = async (bench, { rounds = 12 }) => {
  const data = await measureObserve(bench, rounds);
  const tables = data.map(({ name, elementCount, measurements, baseline }) =>
    formatCosts(`${name} (${formatNumber(elementCount)} elements)`, measurements, baseline),
  );
  return { text: `### Observe\n\n${tables.join('\n')}${formatStagehandNote(bench)}`, data };
};

const measureChannelPart: MeasurePart = async (bench, { rounds = 10 }) => {
  const data = await measureChannel(bench, rounds);
  const tables = data.map(({ name, measurements }) => formatCosts(name, measurements));
  return { text: `### Channel\n\n${tables.join('\n')}`, data };
};

const measureSettlePart: MeasurePart = async (bench, { rounds = 3, case: caseName }) => {
  const data = await measureWaits(bench, { rounds, caseName });
  const formatState = ({ rightCount, roundCount }: WaitResult): string =>
    rightCount === roundCount ? 'right' : `wrong ${roundCount - rightCount}/${roundCount}`;
  const formatCell = (result: WaitResult): string =>
    `${formatNumber(result.wait)} (${formatNumber(result.wall)}) ${formatState(result)}`;
  const rows = data.map(({ case: { about: description }, parley, mcp, networkIdle }) => [
    description,
    formatCell(parley),
    [...new Set(parley.reasons)].join(', '),
    formatCell(mcp),
    formatCell(networkIdle),
    `${formatNumber(parley.wait / mcp.wait, 2)}×`,
    `${formatNumber(parley.wall / mcp.wall, 2)}×`,
  ]);
  const head = [
    'after the click',
    'Parley',
    'reason',
    'Playwright MCP',
    'networkidle',
    'wait ratio',
    'total ratio',
  ];
  return {
    text: `### Settle: ms of the wait (with the action), and the state at its end\n\n${formatTable(head, rows)}\n`,
    data,
  };
};

const measureTurnPart: MeasurePart = async (bench, { rounds = 8 }) => {
  const data = await measureTurn(bench, rounds);
  const tables = data.map(({ name, measurements }) => formatCosts(name, measurements));
  return {
    text: `### A turn where nothing happens\n\n${tables.join('\n')}${formatStagehandNote(bench)}`,
    data,
  };
};

const PARTS = {
  observe: measureObservePart,
  channel: measureChannelPart,
  settle: measureSettlePart,
  turn: measureTurnPart,
};
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

export const benchmark = defineBenchmark({
  summary: 'cost of observing, acting and waiting, compared with other tools',
  description:
    'Measures four parts, which takes a few minutes: observing a page, the channel from the page to Node, waiting until ' +
    'a page settles, and a turn where nothing happens. Each is compared with Playwright or Playwright MCP, and with ' +
    'Stagehand if --peers is given. Linux only.',
  options: {
    only: {
      type: 'string',
      array: true,
      requiresArg: true,
      choices: PART_NAMES,
      describe: 'Parts to measure (repeatable)',
      default: PART_NAMES,
      defaultDescription: 'all parts',
    },
    rounds: createWholeNumberOption('rounds', {
      describe: 'Measurements per tool; the default depends on the part',
    }),
    case: {
      type: 'string',
      requiresArg: true,
      choices: CASES.map(({ name }) => name),
      describe: 'Measure only this case of the part settle',
    },
    peers: { type: 'boolean', default: false, describe: 'Install and measure Stagehand too' },
    json: JSON_OPTION,
  },
  example: '--only settle --rounds 1',
  run: ({ only, rounds, case: caseName, peers, json }) =>
    withBenchmarkResources({ peers }, async (bench) => {
      const machine = describeMachine(bench.browser);
      process.stdout.write(`${machine}\n\n`);
      const figures: Record<string, unknown> = { conditions: machine };
      for (const name of only) {
        const { text, data } = await PARTS[name](bench, { rounds, case: caseName });
        process.stdout.write(`${text}\n`);
        figures[name] = data;
      }
      writeJson(json, figures);
      return 0;
    }),
});
