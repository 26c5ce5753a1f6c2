// The command line of the benchmarks: the list, the help of a benchmark, its options and usage errors.

import { readdirSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import {
  type Benchmark,
  defineBenchmark,
  parseOptions,
  runCommandLine,
  createWholeNumberOption,
} from '../../bench/lib/command-line.js';

/** Runs a command line on a catalogue of two small benchmarks and collects its output and effects. */
async function runBench(...args: string[]) {
  const result = { exitCode: -1, stdout: '', stderr: '', calls: [] as unknown[] };
  const benchmarks: Record<string, Benchmark> = {
    page: defineBenchmark({
      summary: 'measures a page',
      description: 'Loads a page and measures it.',
      options: {
        rounds: createWholeNumberOption('rounds', { describe: 'Rounds', max: 9, default: 3 }),
        limit: createWholeNumberOption('limit', { describe: 'Limit' }),
        only: { type: 'string', array: true, choices: ['first', 'second'], describe: 'Parts' },
        json: { type: 'string', requiresArg: true, describe: 'File' },
      },
      example: '--rounds 1',
      run: ({ rounds, limit, only, json }, command) => {
        result.calls.push({ rounds, limit, only, json, command });
        return Promise.resolve(7);
      },
    }),
    soak: defineBenchmark({
      summary: 'runs long',
      description: 'Runs for a long time.',
      options: {},
      example: '',
      run: () => Promise.resolve(0),
    }),
  };
  const { log } = console;
  const writers = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
  process.stdout.write = (text: string) => !!(result.stdout += text);
  process.stderr.write = (text: string) => !!(result.stderr += text);
  console.log = (text: string) => (result.stdout += `${text}\n`);
  try {
    result.exitCode = await runCommandLine(args, {
      names: Object.keys(benchmarks),
      load: async (name) => benchmarks[name]!,
      prepare: async () => result.calls.push('prepare'),
    });
  } finally {
    for (const { stream, write } of writers) stream.write = write;
    console.log = log;
  }
  return result;
}

test('without a name, or with --help, the benchmarks are listed, one per line', async () => {
  for (const args of [[], ['--help'], ['-h']]) {
    const { exitCode, stdout, calls } = await runBench(...args);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ +page +measures a page$/m);
    expect(stdout).toMatch(/^ +soak +runs long$/m);
    expect(calls).toEqual([]);
  }
});

test('a benchmark’s help shows its description, its options and an example, and does not start it', async () => {
  const { exitCode, stdout, calls } = await runBench('page', '--help');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Loads a page and measures it.');
  expect(stdout).toMatch(/--rounds .*default: 3/);
  expect(stdout).toContain('npm run bench -- page --rounds 1');
  expect(calls).toEqual([]);
});

test('options are parsed, and the command exits with the benchmark’s exit code', async () => {
  const defaults = await runBench('page');
  expect(defaults.exitCode).toBe(7);
  expect(defaults.calls).toEqual([
    'prepare',
    { rounds: 3, limit: undefined, only: undefined, json: undefined, command: 'npm run bench -- page' },
  ]);
  const args = ['--rounds', '9', '--limit=20', '--only', 'first', '--only', 'second', '--json', 'a.json'];
  const { calls } = await runBench('page', ...args);
  expect(calls[1]).toMatchObject({ rounds: 9, limit: 20, only: ['first', 'second'], json: 'a.json' });
});

const WRONG_USE: { args: string[]; says: string[] }[] = [
  { args: ['pages'], says: ['“pages”', 'page, soak'] },
  { args: ['page', '--round', '3'], says: ['“round”', '--rounds, --limit, --only, --json'] },
  { args: ['page', 'first'], says: ['“first”'] },
  { args: ['page', '--only', 'third'], says: ['--only', '“third”', 'first, second'] },
  { args: ['page', '--rounds'], says: ['--rounds', 'value'] },
  { args: ['page', '--rounds', '0'], says: ['--rounds', 'from 1 to 9', '“0”'] },
  { args: ['page', '--rounds', '10'], says: ['--rounds', '“10”'] },
  { args: ['page', '--limit', '1.5'], says: ['--limit', 'at least 1', '“1.5”'] },
  { args: ['page', '--limit', 'all'], says: ['--limit', '“all”'] },
  { args: ['page', '--rounds', '1', '--rounds', '2'], says: ['--rounds', '“1,2”'] },
  { args: ['page', '--json', 'a', '--json', 'b'], says: ['--json', 'once'] },
];

test('incorrect usage prints one sentence to stderr, exits with code 2 and starts nothing', async () => {
  for (const { args, says } of WRONG_USE) {
    const { exitCode, stderr, calls } = await runBench(...args);
    expect.soft(exitCode, args.join(' ')).toBe(2);
    for (const text of says) expect.soft(stderr, args.join(' ')).toContain(text);
    expect.soft(stderr.trim().split('\n'), args.join(' ')).toHaveLength(1);
    expect.soft(calls, args.join(' ')).toEqual([]);
  }
});

test('every benchmark accepts its own defaults', async () => {
  const folder = new URL('../../bench/', import.meta.url);
  for (const file of readdirSync(folder).filter((entry) => entry.endsWith('.ts'))) {
    const { benchmark } = (await import(new URL(file, folder).href)) as { benchmark: Benchmark };
    await expect.soft(parseOptions(file, benchmark, []), file).resolves.toBeTruthy();
  }
});
