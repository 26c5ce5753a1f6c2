// The MiniWoB++ benchmark, as far as it needs no browser: which tasks there are, what was asked for, what is told.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { type Flags, optionsOf } from '../../bench/lib/miniwob-options.js';
import { failuresText, hurriedText, leftOutText, solved, taskTable } from '../../bench/lib/miniwob-report.js';
import { deedOf, type Run } from '../../bench/lib/miniwob-run.js';
import { chosenTasks, tasksOf } from '../../bench/lib/miniwob-tasks.js';
import { fileOf, serveFolder } from '../../bench/lib/static-server.js';
import type { Turn } from '../../src/contract/index.js';

const REGISTRATION = `
    register(
        id="miniwob/click-tab-2-v1",
        entry_point="miniwob.envs.miniwob_envs:ClickTab2Env",
    )
    register(id="miniwob/click-tab-v1", nondeterministic=True)
    register(id="miniwob/flight.AA-v1")
`;

test('tasks are the pages that the package has an environment for; the others are named with the reason', () => {
  const pages = ['simon-says', 'click-tab-2', 'click-tab'];
  const { run, leftOut } = tasksOf({ pages, flights: ['Alaska', 'AA'], registration: REGISTRATION });
  expect(run).toEqual(['click-tab', 'click-tab-2']);
  expect(leftOut.map(({ names }) => names)).toEqual([['AA', 'Alaska'], ['simon-says']]);
  expect(leftOutText(leftOut)).toMatch(
    /^Left out, flight tasks.*: AA, Alaska\.\nLeft out, pages .*: simon-says\.$/,
  );
});

test('without the package’s list every page is a task', () => {
  const pages = ['simon-says', 'click-tab'];
  expect(tasksOf({ pages, flights: [], registration: null })).toEqual({
    run: ['click-tab', 'simon-says'],
    leftOut: [],
  });
});

const ALL = ['click-tab', 'click-tab-2', 'email-inbox', 'tab'];
const CHOICES: { asked: string | undefined; chosen: string[] }[] = [
  { asked: undefined, chosen: ALL },
  { asked: 'click-tab', chosen: ['click-tab'] },
  { asked: 'click-*', chosen: ['click-tab', 'click-tab-2'] },
  { asked: '*tab*', chosen: ['click-tab', 'click-tab-2', 'tab'] },
  { asked: ' tab , email-inbox,,tab', chosen: ['email-inbox', 'tab'] },
];

for (const { asked, chosen } of CHOICES)
  test(`--tasks ${asked ?? 'left out'}: ${chosen.join(', ')}`, () => {
    expect(chosenTasks(ALL, asked)).toEqual(chosen);
  });

for (const asked of ['click-tab, clik-tab', 'click.tab', 'x*', '', ' , '])
  test(`--tasks “${asked}” is a mistake`, () => {
    expect(() => chosenTasks(ALL, asked)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });

test('by default there are ten seeds, one worker and the navigator without a model', () => {
  expect(optionsOf({})).toMatchObject({
    seeds: 10,
    first: 1,
    workers: 1,
    navigator: 'direct',
    failures: false,
  });
  expect(optionsOf({ seeds: '3', first: '8', workers: '2', navigator: 'chat' })).toMatchObject({
    first: 8,
    seeds: 3,
    workers: 2,
    navigator: 'chat',
  });
});

const MISTAKES: Flags[] = [
  { seeds: '0' },
  { seeds: 'all' },
  { seeds: '1.5' },
  { workers: '3' },
  { navigator: 'weblinx' },
];
for (const flags of MISTAKES)
  test(`${JSON.stringify(flags)} is a mistake`, () => {
    expect(() => optionsOf(flags)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });

const run = (given: Partial<Run>): Run => ({
  task: 'click-tab',
  seed: 1,
  utterance: 'Click on Tab #1.',
  reward: 1,
  done: true,
  acts: 1,
  seconds: 2,
  hurried: 0,
  verdict: 'done',
  reason: 'The conversation is complete.',
  deeds: ['click tab “Tab #1” (done)'],
  ...given,
});

test('solved is what the page ended with a reward above nothing', () => {
  expect(solved(run({}))).toBe(true);
  expect(solved(run({ reward: 0.25 }))).toBe(true);
  expect(solved(run({ reward: 0 }))).toBe(false);
  expect(solved(run({ reward: -1 }))).toBe(false);
  expect(solved(run({ done: false, reward: 0 }))).toBe(false);
});

test('the table is sorted by name, shows tasks of which nothing was solved, and ends with all of them', () => {
  const runs = [
    run({ task: 'tab', reward: 0, done: false, acts: 0, seconds: 1 }),
    run({ acts: 2, seconds: 4 }),
    run({ seed: 2, reward: -1, acts: 5, seconds: 8 }),
  ];
  expect(taskTable(runs).split('\n').slice(2)).toEqual([
    '| click-tab | 1 of 2 |        0.00 |          3.5 |       6.0 |',
    '| tab       | 0 of 1 |        0.00 |          0.0 |       1.0 |',
    '| all 2     | 1 of 3 |        0.00 |          2.0 |       4.0 |',
  ]);
});

test('runs in which a ranking ran out of time are counted, once each', () => {
  expect(hurriedText([run({}), run({ hurried: 2 })])).toMatch(/^In 1 of them /);
  expect(hurriedText([run({})])).toBe('');
});

test('failures say what was asked, done and said, in the order of the table', () => {
  const late = run({ task: 'tab', reward: -1 });
  const stuck = run({
    seed: 2,
    reward: 0,
    done: false,
    deeds: [],
    verdict: 'stuck',
    reason: 'I found\n nothing.',
  });
  expect(failuresText([late, run({}), stuck])).toBe(
    [
      'click-tab, seed 2: reward 0.00 (not done)',
      '  “Click on Tab #1.”',
      '  end stuck: I found nothing.',
      '',
      'tab, seed 1: reward -1.00',
      '  “Click on Tab #1.”',
      '  click tab “Tab #1” (done)',
      '  end done: The conversation is complete.',
    ].join('\n'),
  );
  expect(failuresText([run({})])).toBe('None failed.');
});

test('deeds are what the navigator said and did, with how it came out', () => {
  const target = { uid: 'a', tag: 'div', role: 'button', name: 'Save', attributes: {}, xpath: '/html' };
  const act = {
    speaker: 'navigator',
    type: 'action',
    action: { intent: 'click', uid: 'a' },
    target,
    url: 'http://127.0.0.1/',
  } as const;
  const turns: Turn[] = [
    { index: 0, speaker: 'instructor', type: 'say', text: 'Save it' },
    { ...act, index: 1, outcome: { status: 'failed', reason: 'covered', detail: 'something lies over it' } },
    { ...act, index: 2, outcome: { status: 'already', detail: '' } },
    { index: 3, speaker: 'navigator', type: 'say', kind: 'report', text: 'Saved.' },
  ];
  expect(turns.map(deedOf)).toEqual([
    null,
    'click button “Save” (failed, covered: something lies over it)',
    'click button “Save” (already)',
    'report: Saved.',
  ]);
});

test.describe('the folder of the pages', () => {
  let folder: string;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-pages-'));
    mkdirSync(join(folder, 'html/core'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'no');
    writeFileSync(join(folder, 'html/core/core page.js'), 'var core;');
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'html/link.txt'));
  });
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('files in it are given, with their type', async () => {
    const server = await serveFolder(join(folder, 'html'));
    try {
      const response = await fetch(`${server.url}/core/core%20page.js?record=1`);
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(await response.text()).toBe('var core;');
      expect((await fetch(`${server.url}/core/none.js`)).status).toBe(404);
      expect((await fetch(`${server.url}/`)).status).toBe(404);
    } finally {
      await server.close();
    }
  });

  for (const path of [
    '/../secret.txt',
    '/core/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/link.txt',
    '/core',
    '/%',
  ])
    test(`${path} is no file of it`, () => {
      expect(fileOf(join(folder, 'html'), path)).toBeNull();
    });
});
