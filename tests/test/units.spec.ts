// Unit tests of the test runner: titles, locations, exit codes, output lines and zip files.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

import { expect, test, type TestInfo } from '@playwright/test';

import { toPlaywrightArgs } from '../../src/cli/test-flags.js';
import {
  adoptParleyOptions,
  assertOptionsApply,
  extractArgumentsAfterDashes,
  parseParleyOptions,
  parseRepeat,
} from '../../src/test/options-after-dashes.js';
import { createRankerPlan } from '../../src/assembly/index.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import defaultConfig from '../../src/test/runner/playwright.config.js';
import { warnAboutTraces } from '../../src/test/private-actions.js';
import { computeThreadsPerWorker, createWorkerResources } from '../../src/test/worker-resources.js';
import { callAsIfFrom, findCompiledCallSite } from '../../src/test/call-site.js';
import { createSpecTitle } from '../../src/test/reporter/spec-titles.js';
import { createStyler, formatScenario, formatSummary } from '../../src/test/reporter/format-terminal.js';
import { computeExitCode, summarizeScenario, summarizeRun } from '../../src/test/reporter/summary.js';
import type { RunResult, ScenarioResult } from '../../src/test/result-format.js';
import { applyProxy } from '../../src/test/settings.js';
import {
  findCommonFolder,
  matchesFilter,
  createScenarioId,
  toPlaywrightTags,
  createTitles,
} from '../../src/test/titles.js';
import { attachRun } from '../../src/test/attachments.js';
import { zipFolder } from '../../src/test/zip.js';

test('duplicate titles are prefixed with the folder; if they are still equal, the scenario id is appended', () => {
  const createScenario = (id: string, name: string) => ({ id, name, file: `/s/${id}.scenario.yaml` });
  expect(
    createTitles([
      createScenario('a/one', 'Buy'),
      createScenario('b/one', 'Buy'),
      createScenario('b/two', 'Buy'),
      createScenario('top', 'Sell  a\nlamp'),
    ]),
  ).toEqual(['a › Buy', 'b › Buy (b/one)', 'b › Buy (b/two)', 'Sell a lamp']);
  expect(toPlaywrightTags(['smoke', '@slow'])).toEqual(['@smoke', '@slow']);
  expect(createScenarioId('/s/shop/buy.scenario.yaml', '/s')).toBe('shop/buy');
  expect(createScenarioId('/s/shop/buy.scenario.ts', '/s/shop')).toBe('buy');
  expect(findCommonFolder(['/s/a/x', '/s/a/b/y', '/s/ab/z'])).toBe('/s');
});

test('without a config, reports show the scenarios’ folder as the title', () => {
  expect(createSpecTitle(['/p/s/a/x.yaml', '/p/s/b/y.yaml'], '/p')).toBe('s');
  expect(createSpecTitle(['/p/s/a/x.yaml'], '/p')).toBe(join('s', 'a'));
  expect(createSpecTitle(['/p/x.yaml'], '/p')).toBe('p');
  expect(createSpecTitle(['/elsewhere/x.yaml'], '/p')).toBe(join('..', 'elsewhere'));
});

test('callAsIfFrom sets the location of a call; findCompiledCallSite finds the first frame outside src/test/', () => {
  let stack = '';
  callAsIfFrom({ file: '/somewhere/their.spec.js', line: 12 }, () => (stack = new Error('here').stack!));
  expect(stack).toContain('/somewhere/their.spec.js:12:');
  expect(findCompiledCallSite()).toMatchObject({ file: expect.stringMatching(/units\.spec\.ts$/) });
});

const createRun = (overrides: Partial<RunResult> = {}): RunResult => ({
  verdict: 'done',
  reason: '',
  turns: 4,
  actions: 2,
  tokens: 0,
  usd: 0,
  seconds: 1.25,
  seed: 1,
  transcript: [],
  retries: 0,
  demonstration: '',
  ...overrides,
});

const createSummary = (overrides: Partial<ScenarioResult> = {}) =>
  summarizeScenario(
    {
      scenario: 's/a.scenario.yaml',
      id: 'a',
      verdict: 'done',
      reason: '',
      pass: 1,
      runs: [createRun()],
      ...overrides,
    },
    { title: 'Buy', tags: [], project: '' },
  );

const withoutColour = createStyler(false);

test('output lines show the usage, and an unknown cost if a price is unknown', () => {
  expect(formatScenario(createSummary(), withoutColour)).toBe(
    'passed   s/a.scenario.yaml  Buy  (4 turns, 2 actions, 1.3 s)',
  );
  const modelRuns = [
    createRun({ tokens: 900, usd: 0.0123 }),
    createRun({ tokens: 100, usd: 0.5, verdict: 'check', retries: 2 }),
  ];
  expect(
    formatScenario(createSummary({ verdict: 'check', runs: modelRuns }), withoutColour).split('\n')[0],
  ).toBe(
    'check    s/a.scenario.yaml  Buy  (8 turns, 4 actions, 1000 tokens, $0.51, 2.5 s; 1 of 2 runs passed; retried 2 times)',
  );
  const withUnknownPrice = createSummary({ runs: [createRun({ tokens: 7, usd: null })] });
  expect(formatScenario(withUnknownPrice, withoutColour)).toContain('7 tokens, unknown cost');
  const runSummary = summarizeRun([withUnknownPrice, createSummary({ verdict: 'stuck' })], {
    startedAt: new Date(0),
    seconds: 3,
    interrupted: false,
  });
  expect(runSummary).toMatchObject({
    exit: 4,
    totals: { scenarios: 2, passed: 1, failed: 1, usd: null, tokens: 7 },
  });
  expect(formatSummary(runSummary, withoutColour)).toEqual([
    '1 of 2 scenarios passed; 1 stuck',
    '8 turns, 4 actions, 7 tokens, unknown cost, 2.6 s in conversations, 3.0 s in total',
  ]);
});

test('the judge’s cost is summed and shown separately', () => {
  const runs = [
    createRun({ judge: { calls: 2, tokens: 900, usd: 0.25 } }),
    createRun(),
    createRun({ judge: { calls: 1, tokens: 100, usd: 0.5 } }),
  ];
  const summary = createSummary({ runs });
  expect(summary).toMatchObject({ tokens: 0, usd: 0, judge: { calls: 3, tokens: 1000, usd: 0.75 } });
  expect(formatScenario(summary, withoutColour)).toContain('6 actions, judge: 1000 tokens, $0.75, ');
  expect(createSummary()).not.toHaveProperty('judge');
  const unpriced = createSummary({ runs: [createRun({ judge: { calls: 1, tokens: 7, usd: null } })] });
  const { totals } = summarizeRun([summary, unpriced, createSummary()], {
    startedAt: new Date(0),
    seconds: 3,
    interrupted: false,
  });
  expect(totals.judge).toEqual({ calls: 4, tokens: 1007, usd: null });
});

test('the exit code comes from the most important failure', () => {
  expect(computeExitCode([])).toBe(0);
  expect(computeExitCode(['done', 'infra'])).toBe(5);
  expect(computeExitCode(['infra', 'stuck', 'done'])).toBe(4);
  expect(computeExitCode(['stuck', 'dialogue', 'infra'])).toBe(1);
  expect(computeExitCode(['check', 'guard'])).toBe(3);
  expect(computeExitCode(['guard', 'usage'])).toBe(2);
  expect(computeExitCode(['usage', 'user'])).toBe(130);
});

test('Playwright Test’s flags are passed through unchanged', () => {
  expect(
    toPlaywrightArgs({
      grep: '@smoke',
      workers: '2',
      lastFailed: true,
      ui: false,
      project: ['a', 'b'],
      other: 1,
    }),
  ).toEqual(['--grep=@smoke', '--workers=2', '--last-failed', '--project=a', '--project=b']);
  expect(toPlaywrightArgs({ updateSnapshots: '', shuffle: '7', x: true, deps: false })).toEqual([
    '-x',
    '--update-snapshots',
    '--shuffle=7',
    '--no-deps',
  ]);
  expect(parseRepeat('5')).toBe(5);
  expect(() => parseRepeat('0')).toThrow(/--repeat needs a number of runs/);
});

test('options between -- and a second -- are Parley options', () => {
  const argv = ['node', 'playwright', 'test', '--grep=a', '--', '--var', 'a=b=c', '--', '--build-path=x'];
  expect(extractArgumentsAfterDashes(argv)).toEqual(['--var', 'a=b=c']);
  expect(extractArgumentsAfterDashes(argv.slice(0, 4))).toEqual([]);
  const parleyArgs =
    '--var a=b=c --var=d= --repeat=5 --scenario-seed 3 --update-baseline --baseline /none.json --scenario buy --model tiny';
  expect(parseParleyOptions(parleyArgs.split(' '))).toEqual({
    vars: { a: 'b=c', d: '' },
    repeat: 5,
    seed: 3,
    updateBaseline: true,
    baseline: '/none.json',
    scenarios: ['buy'],
    model: 'tiny',
  });
  for (const [args, message] of [
    [['--scenarois', 'buy'], 'After --, --scenarois is not a Parley option. Did you mean "scenario"?'],
    [['buy'], 'After --, buy is not an option.'],
    [['--repeat'], '--repeat needs a value.'],
    [['--var', '--repeat=2'], '--var needs a value.'],
    [['--update-baseline=yes'], '--update-baseline does not take a value, but it was given “yes”.'],
    [['--baseline=none.json'], 'There is no baseline “none.json”.'],
  ] as const)
    expect(() => parseParleyOptions([...args]), args[0]).toThrow(message);
  // The first process that loads the specs stores the parsed options for the workers.
  const env: NodeJS.ProcessEnv = {};
  adoptParleyOptions(argv, env);
  expect(JSON.parse(env.PARLEY_TEST!)).toEqual({ vars: { a: 'b=c' } });
  adoptParleyOptions(['node', 'another', '--', '--var', 'x=y'], env);
  expect(() => assertOptionsApply(argv, { hasSettings: false, hasReporter: true })).toThrow(
    /are not passed on to tests/,
  );
  const baseline = ['--', '--update-baseline'];
  expect(() => assertOptionsApply(baseline, { hasSettings: true, hasReporter: false })).toThrow(
    /parley-web\/reporter/,
  );
  assertOptionsApply(baseline, { hasSettings: true, hasReporter: true });
  const lampScenario = { name: 'Buys a lamp', displayPath: join('scenarios', 'shop', 'buy.scenario.yaml') };
  expect([['shop/buy'], ['x', 'LAMP'], ['x']].map((filters) => matchesFilter(lampScenario, filters))).toEqual(
    [true, true, false],
  );
});

test('a Playwright project’s proxy becomes the upstream proxy of Parley’s own proxy', () => {
  const proxy = { server: 'proxy.test:3128', username: 'a', password: 'p@ss' };
  expect(applyProxy({}, proxy)).toEqual({ proxy: 'http://a:p%40ss@proxy.test:3128/' });
  expect(applyProxy({ proxy: 'socks5://other' }, proxy)).toEqual({ proxy: 'socks5://other' });
  expect(applyProxy({}, undefined)).toEqual({});
});

test('a worker opens its ranker only once, on first use', async () => {
  const callCounts = { opened: 0, closed: 0 };
  const plan = {
    ...createRankerPlan({ ranker: 'lexical' }, {}),
    open: () => {
      callCounts.opened++;
      return { ...createLexicalRanker(), close: () => Promise.resolve(void callCounts.closed++) };
    },
  };
  const worker = createWorkerResources();
  const shared = worker.shareRanker(plan);
  expect(callCounts).toEqual({ opened: 0, closed: 0 });
  for (const ranker of [shared.open(() => undefined), worker.shareRanker(plan).open(() => undefined)])
    await ranker.close();
  expect(callCounts).toEqual({ opened: 1, closed: 0 });
  await worker.close();
  expect(callCounts).toEqual({ opened: 1, closed: 1 });
});

test('the CPU cores are divided among the workers', () => {
  expect([
    computeThreadsPerWorker(8, 3),
    computeThreadsPerWorker(8, 1),
    computeThreadsPerWorker(2, 4),
  ]).toEqual([2, 8, 1]);
});

test('if an attempt with secrets is traced, the test gets a warning annotation', () => {
  const addsWarning = (trace: unknown, retry = 0, secrets = ['PIN']): boolean => {
    const annotations: { type: string }[] = [];
    const testInfo = { annotations, retry, project: { use: { trace } } } as unknown as TestInfo;
    warnAboutTraces(testInfo, secrets);
    return annotations.length === 1;
  };
  expect(['on', 'retain-on-failure', { mode: 'on' }].map((trace) => addsWarning(trace))).not.toContain(false);
  expect(
    [undefined, 'off', { mode: 'off' }, 'on-first-retry'].map((trace) => addsWarning(trace)),
  ).not.toContain(true);
  expect([
    addsWarning('on-first-retry', 1),
    addsWarning('on-all-retries', 2),
    addsWarning('on', 0, []),
  ]).toEqual([true, true, false]);
});

test('a failure before the conversation is reported with a message and leaves no demonstration', async ({}, info) => {
  const names: string[] = [];
  const attachingInfo = {
    attach: (name: string) => Promise.resolve(void names.push(name)),
  } as unknown as typeof info;
  const verdict = { kind: 'usage' as const, reason: 'No secret.' };
  await attachRun(attachingInfo, {
    verdict,
    exit: 2,
    transcript: 'No secret.',
    demonstration: '',
    turns: 0,
    actions: 0,
    seconds: 0,
    model: null,
    judge: null,
    replay: null,
    lastScreenshot: null,
    ariaSnapshot: null,
    failure: null,
    events: [],
  });
  expect(names).toEqual(['transcript']);
});

test('a worker loads a sentence model only once, on first use', async () => {
  const callCounts = { opened: 0, closed: 0 };
  const plan = {
    name: 'm',
    open: () => {
      callCounts.opened++;
      const close = () => Promise.resolve(void callCounts.closed++);
      return Promise.resolve({ name: 'm', compare: () => Promise.resolve([]), close });
    },
  };
  const worker = createWorkerResources();
  expect(await worker.openSentenceModel(null)).toBeNull();
  expect(callCounts.opened).toBe(0);
  expect(await worker.openSentenceModel(plan)).toBe(await worker.openSentenceModel(plan));
  await worker.close();
  expect(callCounts).toEqual({ opened: 1, closed: 1 });
});

test('without a config there are no retries and no traces', () => {
  expect(defaultConfig).toMatchObject({ retries: 0, fullyParallel: true });
  expect(defaultConfig.use?.trace).toBeUndefined();
});

test('the package contains compiled code, types and sources, and depends on Playwright only as a peer', () => {
  const root = new URL('../../', import.meta.url);
  const packageJson = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    exports: Record<string, string | { types: string; default: string }>;
    files: string[];
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
  for (const entry of Object.values(packageJson.exports))
    for (const file of typeof entry === 'string' ? [entry] : [entry.types, entry.default])
      expect(existsSync(new URL(file, root)), file).toBe(true);
  expect(packageJson.files).toEqual(expect.arrayContaining(['dist', 'src']));
  expect(Object.keys(packageJson.peerDependencies)).toEqual(['@playwright/test']);
  expect(Object.keys(packageJson.dependencies).filter((name) => name.includes('playwright'))).toEqual([]);
  const { sources } = JSON.parse(readFileSync(new URL('dist/test/index.js.map', root), 'utf8')) as {
    sources: string[];
  };
  expect(sources).toContain('../../src/test/index.ts');
});

test('zipping a folder twice gives the same bytes', ({}, info) => {
  const folder = info.outputPath('record');
  mkdirSync(join(folder, 'pages'), { recursive: true });
  writeFileSync(join(folder, 'a.txt'), 'a'.repeat(5000));
  writeFileSync(join(folder, 'pages/ü.html'), '');
  const file = info.outputPath('out/record.zip');
  zipFolder(folder, file);
  const zip = readFileSync(file);
  zipFolder(folder, file);
  expect(readFileSync(file).equals(zip)).toBe(true);
  // The end record counts two entries. The first local header is followed by its name and its content.
  expect(zip.readUInt16LE(zip.length - 12)).toBe(2);
  const [packedSize, nameLength] = [zip.readUInt32LE(18), zip.readUInt16LE(26)];
  expect(zip.subarray(30, 30 + nameLength).toString()).toBe('a.txt');
  expect(inflateRawSync(zip.subarray(30 + nameLength, 30 + nameLength + packedSize)).toString()).toBe(
    'a'.repeat(5000),
  );
  // Python, if installed, reads the same entries.
  const pythonCode = `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist())`;
  let names = "['a.txt', 'pages/ü.html']\n";
  try {
    names = execFileSync('python3', ['-X', 'utf8', '-c', pythonCode, file], { encoding: 'utf8' });
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOENT');
  }
  expect(names).toBe("['a.txt', 'pages/ü.html']\n");
});
