/**
 * A suite of many scenarios, held by `parley test` as users do: how its time falls with workers, whether its memory
 * stays flat, and whether anything is left of it, also when Ctrl-C ends it at moments that nobody chose. Linux only.
 *
 *   npm run bench -- suite [--scenarios 200] [--workers 4] [--scaling 1,2,4] [--sample 20] [--stops 10] [--seed n]
 */
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
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

import { cpuEver, memoryOf, treeOf } from './lib/processes.js';
import { number, table } from './lib/table.js';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MAIN = join(ROOT, 'dist/cli/main.js');
const SAMPLE_MS = 1_000;
/** Whatever was started is gone by then, or is left. */
const GONE_MS = 10_000;
const PARTS = 5;

interface Ran {
  code: number | null;
  seconds: number;
  cpuSeconds: number;
  /** MB of the whole tree, once a second. */
  memory: number[];
  left: string[];
  output: string;
}

/** Every scenario that ships and is meant to pass, again and again until there are enough. */
function suiteOf(count: number, folder: string): void {
  const shipped = join(ROOT, 'scenarios');
  const files = readdirSync(shipped, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.scenario.yaml') && !file.startsWith('must-fail'),
  );
  files.sort();
  for (let i = 0; i < count; i++) {
    const file = files[i % files.length]!;
    const text = readFileSync(join(shipped, file), 'utf8');
    const round = Math.floor(i / files.length) + 1;
    const target = join(folder, `round-${round}`, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      text.replace(/^name: (.*)$/m, (_, name: string) => `name: ${name.trim()} (${round})`),
    );
  }
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 120);
  } catch {
    return '';
  }
};

/** @param stopAfter Ctrl-C after so many milliseconds */
async function suite(folder: string, workers: number, stopAfter?: number): Promise<Ran> {
  const began = performance.now();
  const results = mkdtempSync(join(tmpdir(), 'parley-suite-results-'));
  // As from a terminal: a process group of its own, which gets the signal as a whole.
  const child = spawn(
    process.execPath,
    [MAIN, 'test', folder, '--workers', String(workers), '--results', results],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const seen = new Set<number>();
  const memory: number[] = [];
  let cpu = 0;
  const sample = (): void => {
    const tree = treeOf(child.pid!);
    for (const pid of tree) seen.add(pid);
    memory.push(memoryOf(tree));
    cpu = Math.max(cpu, cpuEver(child.pid!));
  };
  sample();
  const sampling = setInterval(sample, SAMPLE_MS);
  const stop = (): void => {
    sample();
    process.kill(-child.pid!, 'SIGINT');
  };
  const timer = stopAfter === undefined ? null : setTimeout(stop, stopAfter);
  const code = await ended;
  clearInterval(sampling);
  if (timer) clearTimeout(timer);
  const seconds = (performance.now() - began) / 1000;
  const alive = (): number[] =>
    [...seen].filter((pid) => existsSync(`/proc/${pid}`) && commandOf(pid) !== '');
  for (const end = performance.now() + GONE_MS; alive().length > 0 && performance.now() < end;)
    await pause(100);
  rmSync(results, { recursive: true, force: true });
  return { code, seconds, cpuSeconds: cpu / 1000, memory, left: alive().map(commandOf), output };
}

/** Medians of equal parts of a series: flat where the last is not above the second. */
function parts(series: readonly number[]): number[] {
  return Array.from({ length: PARTS }, (_, i) => {
    const from = Math.floor((i * series.length) / PARTS);
    const part = series.slice(from, Math.max(from + 1, Math.floor(((i + 1) * series.length) / PARTS)));
    return part.toSorted((a, b) => a - b)[part.length >> 1] ?? 0;
  });
}

const passedOf = (output: string): string => /\d+ of \d+ scenarios? passed/.exec(output)?.[0] ?? 'no summary';

async function load(count: number, workers: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-suite-'));
  suiteOf(count, folder);
  const ran = await suite(folder, workers);
  const rows = parts(ran.memory).map((mb, i) => [`part ${i + 1} of ${PARTS}`, number(mb)]);
  process.stdout.write(
    `${count} scenarios, ${workers} workers: ${passedOf(ran.output)}, exit code ${ran.code}, ` +
      `${number(ran.seconds)} s, peak ${number(Math.max(...ran.memory))} MB, ${ran.left.length} processes left\n` +
      `${ran.left.map((line) => `  left: ${line}\n`).join('')}${table(['memory of all processes', 'median MB'], rows)}\n\n`,
  );
  rmSync(folder, { recursive: true, force: true });
}

async function scaling(count: number, workers: readonly number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-suite-'));
  suiteOf(count, folder);
  const rows: string[][] = [];
  let one: number | null = null;
  for (const n of workers) {
    const ran = await suite(folder, n);
    one ??= ran.seconds;
    rows.push([
      String(n),
      passedOf(ran.output),
      number(ran.seconds, 1),
      number(ran.seconds / one, 2),
      number(ran.cpuSeconds, 1),
      number(Math.max(...ran.memory)),
    ]);
  }
  process.stdout.write(
    `${table(['workers', `${count} scenarios`, 's', 'of the first', 'CPU s', 'peak MB'], rows)}\n\n`,
  );
  rmSync(folder, { recursive: true, force: true });
}

async function stops(count: number, workers: number, seed: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-suite-'));
  suiteOf(20, folder);
  let state = seed;
  const rows: string[][] = [];
  for (let i = 0; i < count; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const after = 300 + (state % 20_000);
    const { code, seconds, left } = await suite(folder, workers, after);
    rows.push([`${after} ms`, String(code), number(seconds - after / 1000, 1), String(left.length)]);
    for (const line of left) process.stdout.write(`left after ${after} ms: ${line}\n`);
  }
  process.stdout.write(`${table(['Ctrl-C after', 'exit code', 's to the end', 'processes left'], rows)}\n`);
  rmSync(folder, { recursive: true, force: true });
}

export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      scenarios: { type: 'string', default: '200' },
      workers: { type: 'string', default: '4' },
      scaling: { type: 'string', default: '1,2,4' },
      sample: { type: 'string', default: '20' },
      stops: { type: 'string', default: '10' },
      seed: { type: 'string', default: '8' },
    },
  });
  const workers = Number(values.workers);
  if (Number(values.scenarios) > 0) await load(Number(values.scenarios), workers);
  const steps = values.scaling.split(',').map(Number).filter(Boolean);
  if (steps.length > 0) await scaling(Number(values.sample), steps);
  if (Number(values.stops) > 0) await stops(Number(values.stops), workers, Number(values.seed));
  process.stdout.write(`${basename(process.execPath)} ${process.version}\n`);
  return 0;
}
