/** Measures `parley test` on a suite of many scenarios. Runs the built program as users do. Linux only. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { defineBenchmark, createWholeNumberOption } from './lib/command-line.js';
import { listProcessTree, readMemoryMb, readTotalCpuMs } from './lib/processes.js';
import { formatNumber, formatTable } from './lib/table.js';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MAIN = join(ROOT, 'dist/cli/main.js');
const SAMPLE_INTERVAL_MS = 1_000;
/** A process that still runs this long after the suite has ended counts as left over. */
const EXIT_TIMEOUT_MS = 10_000;
const SECTION_COUNT = 5;
const INTERRUPTED_SCENARIO_COUNT = 20;
const MIN_INTERRUPT_MS = 300;
const INTERRUPT_RANGE_MS = 20_000;

interface SuiteRun {
  exitCode: number | null;
  seconds: number;
  cpuSeconds: number;
  /** Memory of the whole process tree in MB, one sample per second. */
  memoryMb: number[];
  /** The processes that were left over. */
  leftoverCommandLines: string[];
  output: string;
}

/**
 * Copies the bundled scenarios into `folder`, repeatedly until there are `count` files. Leaves out scenarios that fail
 * on purpose or need a model.
 */
function writeSuite(count: number, folder: string): void {
  const bundledFolder = join(ROOT, 'scenarios');
  const files = readdirSync(bundledFolder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.scenario.yaml') && !/^(must-fail|for-models)/.test(file),
  );
  files.sort();
  for (let i = 0; i < count; i++) {
    const file = files[i % files.length]!;
    const text = readFileSync(join(bundledFolder, file), 'utf8');
    const round = Math.floor(i / files.length) + 1;
    const targetPath = join(folder, `round-${round}`, file);
    mkdirSync(dirname(targetPath), { recursive: true });
    writeFileSync(
      targetPath,
      text.replace(/^name: (.*)$/m, (_, name: string) => `name: ${name.trim()} (${round})`),
    );
  }
}

async function withSuite(count: number, body: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-suite-'));
  writeSuite(count, folder);
  await body(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the first 120 characters of the process's command line; empty if it does not run */
function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 120);
  } catch {
    return '';
  }
}

/** @param interruptAfterMs sends Ctrl-C after this many milliseconds */
async function runSuite(folder: string, workers: number, interruptAfterMs?: number): Promise<SuiteRun> {
  const start = performance.now();
  const results = mkdtempSync(join(tmpdir(), 'parley-suite-results-'));
  // A detached child leads a process group. The interrupt goes to the whole group, as in a terminal.
  const child = spawn(
    process.execPath,
    [MAIN, 'test', folder, '--workers', String(workers), '--results', results],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const pids = new Set<number>();
  const memoryMb: number[] = [];
  let cpuMs = 0;
  const takeSample = (): void => {
    const tree = listProcessTree(child.pid!);
    for (const pid of tree) pids.add(pid);
    memoryMb.push(readMemoryMb(tree));
    cpuMs = Math.max(cpuMs, readTotalCpuMs(child.pid!));
  };
  takeSample();
  const samplingTimer = setInterval(takeSample, SAMPLE_INTERVAL_MS);
  const interrupt = (): void => {
    takeSample();
    process.kill(-child.pid!, 'SIGINT');
  };
  const timer = interruptAfterMs === undefined ? null : setTimeout(interrupt, interruptAfterMs);
  const exitCode = await exit;
  clearInterval(samplingTimer);
  if (timer) clearTimeout(timer);
  const seconds = (performance.now() - start) / 1000;
  const listAlive = (): number[] =>
    [...pids].filter((pid) => existsSync(`/proc/${pid}`) && readCommandLine(pid) !== '');
  for (
    const deadline = performance.now() + EXIT_TIMEOUT_MS;
    listAlive().length > 0 && performance.now() < deadline;
  )
    await pause(100);
  rmSync(results, { recursive: true, force: true });
  return {
    exitCode,
    seconds,
    cpuSeconds: cpuMs / 1000,
    memoryMb,
    leftoverCommandLines: listAlive().map(readCommandLine),
    output,
  };
}

/** Splits a series into SECTION_COUNT equal sections and returns the median of each. */
function computeSectionMedians(series: readonly number[]): number[] {
  return Array.from({ length: SECTION_COUNT }, (_, i) => {
    const from = Math.floor((i * series.length) / SECTION_COUNT);
    const section = series.slice(
      from,
      Math.max(from + 1, Math.floor(((i + 1) * series.length) / SECTION_COUNT)),
    );
    return section.toSorted((a, b) => a - b)[section.length >> 1] ?? 0;
  });
}

const findSummary = (output: string): string =>
  /\d+ of \d+ scenarios? passed/.exec(output)?.[0] ?? 'no summary';

/** Runs a large suite once and prints its memory over time. */
async function measureMemory(count: number, workers: number): Promise<void> {
  await withSuite(count, async (folder) => {
    const run = await runSuite(folder, workers);
    const rows = computeSectionMedians(run.memoryMb).map((mb, i) => [
      `part ${i + 1} of ${SECTION_COUNT}`,
      formatNumber(mb),
    ]);
    process.stdout.write(
      `${count} scenarios, ${workers} workers: ${findSummary(run.output)}, exit code ${run.exitCode}, ` +
        `${formatNumber(run.seconds)} s, peak ${formatNumber(Math.max(...run.memoryMb))} MB, ${run.leftoverCommandLines.length} processes left\n` +
        `${run.leftoverCommandLines.map((line) => `  left: ${line}\n`).join('')}${formatTable(['memory of all processes', 'median MB'], rows)}\n\n`,
    );
  });
}

/** Runs a small suite once per worker count. */
async function measureScaling(count: number, workerCounts: readonly number[]): Promise<void> {
  await withSuite(count, async (folder) => {
    const rows: string[][] = [];
    let firstSeconds: number | null = null;
    for (const workers of workerCounts) {
      const run = await runSuite(folder, workers);
      firstSeconds ??= run.seconds;
      rows.push([
        String(workers),
        findSummary(run.output),
        formatNumber(run.seconds, 1),
        formatNumber(run.seconds / firstSeconds, 2),
        formatNumber(run.cpuSeconds, 1),
        formatNumber(Math.max(...run.memoryMb)),
      ]);
    }
    process.stdout.write(
      `${formatTable(['workers', `${count} scenarios`, 's', 'of the first', 'CPU s', 'peak MB'], rows)}\n\n`,
    );
  });
}

/** Interrupts suites with Ctrl-C at random moments and counts the processes that are left over. */
async function measureInterrupts(count: number, workers: number, seed: number): Promise<void> {
  await withSuite(INTERRUPTED_SCENARIO_COUNT, async (folder) => {
    let randomState = seed;
    const rows: string[][] = [];
    for (let i = 0; i < count; i++) {
      randomState = (randomState * 1_103_515_245 + 12_345) % 2_147_483_648;
      const interruptAfterMs = MIN_INTERRUPT_MS + (randomState % INTERRUPT_RANGE_MS);
      const {
        exitCode,
        seconds,
        leftoverCommandLines: leftovers,
      } = await runSuite(folder, workers, interruptAfterMs);
      rows.push([
        `${interruptAfterMs} ms`,
        String(exitCode),
        formatNumber(seconds - interruptAfterMs / 1000, 1),
        String(leftovers.length),
      ]);
      for (const line of leftovers) process.stdout.write(`left after ${interruptAfterMs} ms: ${line}\n`);
    }
    const head = ['Ctrl-C after', 'exit code', 's to the end', 'processes left'];
    process.stdout.write(`${formatTable(head, rows)}\n`);
  });
}

/** @throws unless all numbers are whole numbers of at least 1 */
function parseWorkerCounts(text: string): number[] {
  const counts = text.split(',').filter(Boolean).map(Number);
  if (counts.every((count) => Number.isInteger(count) && count >= 1)) return counts;
  throw new Error(`--scaling needs numbers of workers, such as 1,2,4, not “${text}”.`);
}

export const benchmark = defineBenchmark({
  summary: '`parley test` with 200 scenarios, with 1, 2 and 4 workers, and interrupted ten times',
  description:
    'Runs `parley test` on the bundled scenarios, repeated. Measures whether memory stays flat over a large suite, ' +
    'how the time falls with the number of workers, and whether processes are left over, including after Ctrl-C at random ' +
    'moments. A count of 0 (or an empty --scaling) skips that part. Linux only.',
  options: {
    scenarios: createWholeNumberOption('scenarios', {
      describe: 'Scenarios of the large suite',
      min: 0,
      default: 200,
    }),
    workers: createWholeNumberOption('workers', {
      describe: 'Workers of the large and of the interrupted suites',
      default: 4,
    }),
    scaling: {
      type: 'string',
      requiresArg: true,
      describe: 'Numbers of workers to compare',
      default: '1,2,4',
      coerce: parseWorkerCounts,
    },
    sample: createWholeNumberOption('sample', {
      describe: 'Scenarios of the suite for --scaling',
      default: 20,
    }),
    stops: createWholeNumberOption('stops', { describe: 'Suites to interrupt', min: 0, default: 10 }),
    seed: createWholeNumberOption('seed', { describe: 'Seed of the random moments', min: 0, default: 8 }),
  },
  example: '--scenarios 40 --stops 0',
  run: async ({ scenarios, workers, scaling, sample, stops, seed }) => {
    if (scenarios > 0) await measureMemory(scenarios, workers);
    if (scaling.length > 0) await measureScaling(sample, scaling);
    if (stops > 0) await measureInterrupts(stops, workers, seed);
    process.stdout.write(`${basename(process.execPath)} ${process.version}\n`);
    return 0;
  },
});
