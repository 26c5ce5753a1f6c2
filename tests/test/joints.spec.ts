// What needs no run: names, places, exit codes, lines, the zip file.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

import { expect, test, type TestInfo } from '@playwright/test';

import { passedOn } from '../../src/cli/test-flags.js';
import {
  adoptOwnOptions,
  assertAdopted,
  ownArguments,
  ownOptions,
  runsOf,
} from '../../src/test/own-options.js';
import { rankerPlanOf } from '../../src/assembly/index.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import bare from '../../src/test/runner/playwright.config.js';
import { warnOfTraces } from '../../src/test/quiet.js';
import { threadsOf, workerParts } from '../../src/test/worker-parts.js';
import { callFrom, callSite } from '../../src/test/call-site.js';
import { heading } from '../../src/test/reporter/heading.js';
import { painter, scenarioLine, summaryLines } from '../../src/test/reporter/lines.js';
import { exitOf, scenarioSummary, summaryOf } from '../../src/test/reporter/summary.js';
import type { RunResult, ScenarioResult } from '../../src/test/result-format.js';
import { withProxy } from '../../src/test/settings.js';
import { commonFolder, fits, scenarioId, tagsOf, titlesOf } from '../../src/test/titles.js';
import { attachHeld } from '../../src/test/attachments.js';
import { zipFolder } from '../../src/test/zip.js';

test('titles: those of one name get their folder, then their file', () => {
  const of = (id: string, name: string) => ({ id, name, file: `/s/${id}.scenario.yaml` });
  expect(
    titlesOf([of('a/one', 'Buy'), of('b/one', 'Buy'), of('b/two', 'Buy'), of('top', 'Sell  a\nlamp')]),
  ).toEqual(['a › Buy', 'b › Buy (b/one)', 'b › Buy (b/two)', 'Sell a lamp']);
  expect(tagsOf(['smoke', '@slow'])).toEqual(['@smoke', '@slow']);
  expect(scenarioId('/s/shop/buy.scenario.yaml', '/s')).toBe('shop/buy');
  expect(scenarioId('/s/shop/buy.scenario.ts', '/s/shop')).toBe('buy');
  expect(commonFolder(['/s/a/x', '/s/a/b/y', '/s/ab/z'])).toBe('/s');
});

test('what stands above the tests of a bare run: their folder, from where it was started', () => {
  expect(heading(['/p/s/a/x.yaml', '/p/s/b/y.yaml'], '/p')).toBe('s');
  expect(heading(['/p/s/a/x.yaml'], '/p')).toBe(join('s', 'a'));
  expect(heading(['/p/x.yaml'], '/p')).toBe('p');
  expect(heading(['/elsewhere/x.yaml'], '/p')).toBe(join('..', 'elsewhere'));
});

test('a call made from another place bears it; the place is the first line outside the bridge', () => {
  let stack = '';
  callFrom({ file: '/somewhere/their.spec.js', line: 12 }, () => (stack = new Error('here').stack!));
  expect(stack).toContain('/somewhere/their.spec.js:12:');
  expect(callSite()).toMatchObject({ file: expect.stringMatching(/joints\.spec\.ts$/) });
});

const run = (more: Partial<RunResult> = {}): RunResult => ({
  verdict: 'done',
  reason: '',
  turns: 4,
  acts: 2,
  tokens: 0,
  usd: 0,
  seconds: 1.25,
  seed: 1,
  said: [],
  retries: 0,
  demonstration: '',
  ...more,
});

const summary = (more: Partial<ScenarioResult> = {}) =>
  scenarioSummary(
    { scenario: 's/a.scenario.yaml', id: 'a', verdict: 'done', reason: '', pass: 1, runs: [run()], ...more },
    { title: 'Buy', tags: [], project: '' },
  );

const plain = painter(false);

test('lines: what was spent, and unknown where a price is', () => {
  expect(scenarioLine(summary(), plain)).toBe('passed   s/a.scenario.yaml  Buy  (4 turns, 2 acts, 1.3 s)');
  const model = [
    run({ tokens: 900, usd: 0.0123 }),
    run({ tokens: 100, usd: 0.5, verdict: 'check', retries: 2 }),
  ];
  expect(scenarioLine(summary({ verdict: 'check', runs: model }), plain).split('\n')[0]).toBe(
    'check    s/a.scenario.yaml  Buy  (8 turns, 4 acts, 1000 tokens, $0.51, 2.5 s; 1 of 2 runs passed; tried again 2 times)',
  );
  const unknown = summary({ runs: [run({ tokens: 7, usd: null })] });
  expect(scenarioLine(unknown, plain)).toContain('7 tokens, unknown cost');
  const all = summaryOf([unknown, summary({ verdict: 'stuck' })], {
    startedAt: new Date(0),
    seconds: 3,
    interrupted: false,
  });
  expect(all).toMatchObject({
    exit: 4,
    totals: { scenarios: 2, passed: 1, failed: 1, usd: null, tokens: 7 },
  });
  expect(summaryLines(all, plain)).toEqual([
    '1 of 2 scenarios passed; 1 stuck',
    '8 turns, 4 acts, 7 tokens, unknown cost, 2.6 s of conversation, 3.0 s in all',
  ]);
});

test('the exit code is that of the failure which says most', () => {
  expect(exitOf([])).toBe(0);
  expect(exitOf(['done', 'infra'])).toBe(5);
  expect(exitOf(['infra', 'stuck', 'done'])).toBe(4);
  expect(exitOf(['stuck', 'dialogue', 'infra'])).toBe(1);
  expect(exitOf(['check', 'guard'])).toBe(3);
  expect(exitOf(['guard', 'usage'])).toBe(2);
  expect(exitOf(['usage', 'user'])).toBe(130);
});

test('flags of Playwright Test go on as they were given', () => {
  expect(
    passedOn({ grep: '@smoke', workers: '2', lastFailed: true, ui: false, project: ['a', 'b'], other: 1 }),
  ).toEqual(['--grep=@smoke', '--workers=2', '--last-failed', '--project=a', '--project=b']);
  expect(passedOn({ updateSnapshots: '', shuffle: '7', x: true, deps: false })).toEqual([
    '-x',
    '--update-snapshots',
    '--shuffle=7',
    '--no-deps',
  ]);
  expect(runsOf('5')).toBe(5);
  expect(() => runsOf('0')).toThrow(/--repeat needs a number of runs/);
});

test('options behind -- are those of scenarios, up to a second --', () => {
  const argv = ['node', 'playwright', 'test', '--grep=a', '--', '--var', 'a=b=c', '--', '--build-path=x'];
  expect(ownArguments(argv)).toEqual(['--var', 'a=b=c']);
  expect(ownArguments(argv.slice(0, 4))).toEqual([]);
  const asked =
    '--var a=b=c --var=d= --repeat=5 --scenario-seed 3 --update-baseline --baseline /none.json --scenario buy --model tiny';
  expect(ownOptions(asked.split(' '))).toEqual({
    vars: { a: 'b=c', d: '' },
    repeat: 5,
    seed: 3,
    updateBaseline: true,
    baseline: '/none.json',
    scenarios: ['buy'],
    model: 'tiny',
  });
  for (const [args, message] of [
    [['--scenarois', 'buy'], 'Behind --, --scenarois is no option of scenarios. Did you mean "scenario"?'],
    [['buy'], 'Behind --, buy is no option.'],
    [['--repeat'], '--repeat needs a value.'],
    [['--var', '--repeat=2'], '--var needs a value.'],
    [['--update-baseline=yes'], '--update-baseline takes no value, and has “yes”.'],
    [['--baseline=none.json'], 'There is no baseline none.json.'],
  ] as const)
    expect(() => ownOptions([...args]), args[0]).toThrow(message);
  // They are read where specs are, and a worker sees what became of them.
  const env: NodeJS.ProcessEnv = {};
  adoptOwnOptions(argv, env);
  expect(JSON.parse(env.PARLEY_TEST!)).toEqual({ vars: { a: 'b=c' } });
  adoptOwnOptions(['node', 'another', '--', '--var', 'x=y'], env);
  expect(() => assertAdopted(argv, { settings: false, reporting: true })).toThrow(/do not reach tests/);
  const baseline = ['--', '--update-baseline'];
  expect(() => assertAdopted(baseline, { settings: true, reporting: false })).toThrow(/parley\/reporter/);
  assertAdopted(baseline, { settings: true, reporting: true });
  const lamp = { name: 'Buys a lamp', shown: join('scenarios', 'shop', 'buy.scenario.yaml') };
  expect([['shop/buy'], ['x', 'LAMP'], ['x']].map((wanted) => fits(lamp, wanted))).toEqual([
    true,
    true,
    false,
  ]);
});

test('the proxy of a project is the one beyond Parley’s', () => {
  const proxy = { server: 'proxy.test:3128', username: 'a', password: 'p@ss' };
  expect(withProxy({}, proxy)).toEqual({ proxy: 'http://a:p%40ss@proxy.test:3128/' });
  expect(withProxy({ proxy: 'socks5://other' }, proxy)).toEqual({ proxy: 'socks5://other' });
  expect(withProxy({}, undefined)).toEqual({});
});

test('a ranker is opened once for all conversations of a worker, and only by one that ranks', async () => {
  const counts = { opened: 0, closed: 0 };
  const plan = {
    ...rankerPlanOf({ ranker: 'lexical' }, {}),
    open: () => {
      counts.opened++;
      return { ...createLexicalRanker(), close: () => Promise.resolve(void counts.closed++) };
    },
  };
  const worker = workerParts();
  const shared = worker.shared(plan);
  expect(counts).toEqual({ opened: 0, closed: 0 });
  for (const ranker of [shared.open(() => undefined), worker.shared(plan).open(() => undefined)])
    await ranker.close();
  expect(counts).toEqual({ opened: 1, closed: 0 });
  await worker.close();
  expect(counts).toEqual({ opened: 1, closed: 1 });
});

test('workers share the cores', () => {
  expect([threadsOf(8, 3), threadsOf(8, 1), threadsOf(2, 4)]).toEqual([2, 8, 1]);
});

test('secrets and a trace do not go together, which is said where this try is traced', () => {
  const warned = (trace: unknown, retry = 0, secrets = ['PIN']): boolean => {
    const annotations: { type: string }[] = [];
    const given = { annotations, retry, project: { use: { trace } } } as unknown as TestInfo;
    warnOfTraces(given, secrets);
    return annotations.length === 1;
  };
  expect(['on', 'retain-on-failure', { mode: 'on' }].map((trace) => warned(trace))).not.toContain(false);
  expect([undefined, 'off', { mode: 'off' }, 'on-first-retry'].map((trace) => warned(trace))).not.toContain(
    true,
  );
  expect([warned('on-first-retry', 1), warned('on-all-retries', 2), warned('on', 0, [])]).toEqual([
    true,
    true,
    false,
  ]);
});

test('what did not come to a conversation leaves its sentence, and no demonstration', async ({}, info) => {
  const names: string[] = [];
  const told = { attach: (name: string) => Promise.resolve(void names.push(name)) } as unknown as typeof info;
  const verdict = { kind: 'usage' as const, reason: 'No secret.' };
  await attachHeld(told, {
    verdict,
    exit: 2,
    transcript: 'No secret.',
    demonstration: '',
    turns: 0,
    acts: 0,
    seconds: 0,
    model: null,
    picture: null,
    snapshot: null,
    failure: null,
    events: [],
  });
  expect(names).toEqual(['transcript']);
});

test('a worker loads a sentence model once, for the first scenario that compares', async () => {
  const counts = { opened: 0, closed: 0 };
  const plan = {
    name: 'm',
    open: () => {
      counts.opened++;
      const close = () => Promise.resolve(void counts.closed++);
      return Promise.resolve({ name: 'm', compare: () => Promise.resolve([]), close });
    },
  };
  const worker = workerParts();
  expect(await worker.sentences(null)).toBeNull();
  expect(counts.opened).toBe(0);
  expect(await worker.sentences(plan)).toBe(await worker.sentences(plan));
  await worker.close();
  expect(counts).toEqual({ opened: 1, closed: 1 });
});

test('what a bare run does by itself: no second try, no trace, which makes every look dearer', () => {
  expect(bare).toMatchObject({ retries: 0, fullyParallel: true });
  expect(bare.use?.trace).toBeUndefined();
});

test('what is published: compiled, with types, with the sources that source maps name, and one Playwright', () => {
  const root = new URL('../../', import.meta.url);
  const told = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    exports: Record<string, string | { types: string; default: string }>;
    files: string[];
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
  for (const entry of Object.values(told.exports))
    for (const file of typeof entry === 'string' ? [entry] : [entry.types, entry.default])
      expect(existsSync(new URL(file, root)), file).toBe(true);
  expect(told.files).toEqual(expect.arrayContaining(['dist', 'src']));
  expect(Object.keys(told.peerDependencies)).toEqual(['@playwright/test']);
  expect(Object.keys(told.dependencies).filter((name) => name.includes('playwright'))).toEqual([]);
  const { sources } = JSON.parse(readFileSync(new URL('dist/test/index.js.map', root), 'utf8')) as {
    sources: string[];
  };
  expect(sources).toEqual(['../../src/test/index.ts']);
});

test('a folder is one zip file, the same each time', ({}, info) => {
  const folder = info.outputPath('record');
  mkdirSync(join(folder, 'pages'), { recursive: true });
  writeFileSync(join(folder, 'a.txt'), 'a'.repeat(5000));
  writeFileSync(join(folder, 'pages/ü.html'), '');
  const file = info.outputPath('out/record.zip');
  zipFolder(folder, file);
  const zip = readFileSync(file);
  zipFolder(folder, file);
  expect(readFileSync(file).equals(zip)).toBe(true);
  // The end names two entries; the first local header is followed by its name and its content.
  expect(zip.readUInt16LE(zip.length - 12)).toBe(2);
  const [packed, name] = [zip.readUInt32LE(18), zip.readUInt16LE(26)];
  expect(zip.subarray(30, 30 + name).toString()).toBe('a.txt');
  expect(inflateRawSync(zip.subarray(30 + name, 30 + name + packed)).toString()).toBe('a'.repeat(5000));
  // Another reader of the format agrees, where there is one.
  const other = `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist())`;
  let names = "['a.txt', 'pages/ü.html']\n";
  try {
    names = execFileSync('python3', ['-X', 'utf8', '-c', other, file], { encoding: 'utf8' });
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOENT');
  }
  expect(names).toBe("['a.txt', 'pages/ü.html']\n");
});
