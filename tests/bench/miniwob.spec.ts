// The parts of the MiniWoB++ benchmark that need no browser: tasks, options, report, and the server of the pages.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { parseOptions } from '../../bench/lib/command-line.js';
import { MINIWOB_OPTIONS } from '../../bench/lib/miniwob-options.js';
import {
  formatFailures,
  formatPartialRankings,
  formatOmittedPages,
  isSolved,
  formatTaskTable,
} from '../../bench/lib/miniwob-report.js';
import { formatTurn, type MiniwobRun } from '../../bench/lib/miniwob-run.js';
import { filterTasks, classifyPages } from '../../bench/lib/miniwob-tasks.js';
import { resolveFile, serveFolder } from '../../bench/lib/static-server.js';
import type { Turn } from '../../src/contract/index.js';

const REGISTRATION = `
    register(
        id="miniwob/click-tab-2-v1",
        entry_point="miniwob.envs.miniwob_envs:ClickTab2Env",
    )
    register(id="miniwob/click-tab-v1", nondeterministic=True)
    register(id="miniwob/flight.AA-v1")
`;

test('pages with an environment in the package are tasks, the others are omitted with the reason', () => {
  const pages = ['simon-says', 'click-tab-2', 'click-tab'];
  const { included, omitted } = classifyPages({
    pages,
    flights: ['Alaska', 'AA'],
    registration: REGISTRATION,
  });
  expect(included).toEqual(['click-tab', 'click-tab-2']);
  expect(omitted.map(({ names }) => names)).toEqual([['AA', 'Alaska'], ['simon-says']]);
  expect(formatOmittedPages(omitted)).toMatch(/^.*flight tasks.*: AA, Alaska\.\n.*pages .*: simon-says\.$/);
});

test('without the package’s list of environments every page is a task', () => {
  const pages = ['simon-says', 'click-tab'];
  expect(classifyPages({ pages, flights: [], registration: null })).toEqual({
    included: ['click-tab', 'simon-says'],
    omitted: [],
  });
});

const ALL = ['click-tab', 'click-tab-2', 'email-inbox', 'tab'];
const PATTERNS: { patterns: string | undefined; tasks: string[] }[] = [
  { patterns: undefined, tasks: ALL },
  { patterns: 'click-tab', tasks: ['click-tab'] },
  { patterns: 'click-*', tasks: ['click-tab', 'click-tab-2'] },
  { patterns: '*tab*', tasks: ['click-tab', 'click-tab-2', 'tab'] },
  { patterns: ' tab , email-inbox,,tab', tasks: ['email-inbox', 'tab'] },
];

test('--tasks selects tasks by name and pattern', () => {
  for (const { patterns, tasks } of PATTERNS)
    expect.soft(filterTasks(ALL, patterns), `--tasks ${patterns}`).toEqual(tasks);
});

test('--tasks with a pattern that matches no task is a usage error', () => {
  for (const patterns of ['click-tab, clik-tab', 'click.tab', 'x*', '', ' , '])
    expect
      .soft(() => filterTasks(ALL, patterns), patterns)
      .toThrow(expect.objectContaining({ kind: 'usage' }));
});

const parseMiniwobOptions = (...args: string[]) =>
  parseOptions('miniwob', { description: '', options: MINIWOB_OPTIONS, example: '' }, args);

test('by default there are ten seeds, one worker and the navigator without a model', async () => {
  expect(await parseMiniwobOptions()).toMatchObject({
    seeds: 10,
    first: 1,
    workers: 1,
    navigator: 'direct',
    failures: false,
    'without-query': false,
    'with-clock': false,
  });
  const args = ['--seeds', '3', '--first', '8', '--workers', '2', '--navigator', 'chat', '--with-clock'];
  expect(await parseMiniwobOptions(...args)).toMatchObject({
    first: 8,
    seeds: 3,
    workers: 2,
    navigator: 'chat',
    'with-clock': true,
  });
});

test('options out of range are usage errors', async () => {
  for (const args of ['--seeds=0', '--seeds=all', '--seeds=1.5', '--workers=3', '--navigator=weblinx'])
    await expect
      .soft(
        parseMiniwobOptions(args).catch((error: unknown) => error),
        args,
      )
      .resolves.toMatchObject({ kind: 'usage' });
});

const createRun = (given: Partial<MiniwobRun>): MiniwobRun => ({
  task: 'click-tab',
  seed: 1,
  utterance: 'Click on Tab #1.',
  reward: 1,
  done: true,
  actions: 1,
  seconds: 2,
  partialRankings: 0,
  verdict: 'done',
  reason: 'The conversation is complete.',
  transcript: ['click tab “Tab #1” (done)'],
  ...given,
});

test('a run is solved if the page ended the episode with a reward above 0', () => {
  expect(isSolved(createRun({}))).toBe(true);
  expect(isSolved(createRun({ reward: 0.25 }))).toBe(true);
  expect(isSolved(createRun({ reward: 0 }))).toBe(false);
  expect(isSolved(createRun({ reward: -1 }))).toBe(false);
  expect(isSolved(createRun({ done: false, reward: 0 }))).toBe(false);
});

test('the table is sorted by name, includes tasks that were never solved, and ends with the total', () => {
  const runs = [
    createRun({ task: 'tab', reward: 0, done: false, actions: 0, seconds: 1 }),
    createRun({ actions: 2, seconds: 4 }),
    createRun({ seed: 2, reward: -1, actions: 5, seconds: 8 }),
  ];
  const rows = formatTaskTable(runs).split('\n').slice(2);
  expect(rows.map((row) => row.split(/ *\| */).filter(Boolean))).toEqual([
    ['click-tab', '1 of 2', '0.00', '3.5', '6.0'],
    ['tab', '0 of 1', '0.00', '0.0', '1.0'],
    ['all 2', '1 of 3', '0.00', '2.0', '4.0'],
  ]);
});

test('runs in which a ranking ran out of time are counted once each', () => {
  expect(formatPartialRankings([createRun({}), createRun({ partialRankings: 2 })])).toContain(': 1.');
  expect(formatPartialRankings([createRun({})])).toBe('');
});

test('failures list the utterance and the transcript, in the order of the table', () => {
  const negativeReward = createRun({ task: 'tab', reward: -1 });
  const stuck = createRun({
    seed: 2,
    reward: 0,
    done: false,
    transcript: [],
    verdict: 'stuck',
    reason: 'I found\n nothing.',
  });
  expect(formatFailures([negativeReward, createRun({}), stuck])).toBe(
    [
      'click-tab, seed 2: reward 0.00 (not done)',
      '  “Click on Tab #1.”',
      '  verdict stuck: I found nothing.',
      '',
      'tab, seed 1: reward -1.00',
      '  “Click on Tab #1.”',
      '  click tab “Tab #1” (done)',
      '  verdict done: The conversation is complete.',
    ].join('\n'),
  );
  expect(formatFailures([createRun({})])).toBe('No run failed.');
});

test('a transcript line is an action with its outcome, or a line of the navigator', () => {
  const target = { uid: 'a', tag: 'div', role: 'button', name: 'Save', attributes: {}, xpath: '/html' };
  const action = {
    speaker: 'navigator',
    type: 'action',
    action: { intent: 'click', uid: 'a' },
    target,
    url: 'http://127.0.0.1/',
  } as const;
  const turns: Turn[] = [
    { index: 0, speaker: 'instructor', type: 'say', text: 'Save it' },
    {
      ...action,
      index: 1,
      outcome: { status: 'failed', reason: 'covered', detail: 'something lies over it' },
    },
    { ...action, index: 2, outcome: { status: 'already', detail: '' } },
    { index: 3, speaker: 'navigator', type: 'say', kind: 'report', text: 'Saved.' },
  ];
  expect(turns.map(formatTurn)).toEqual([
    null,
    'click button “Save” (failed, covered: something lies over it)',
    'click button “Save” (already)',
    'report: Saved.',
  ]);
});

test.describe('the server of the pages', () => {
  let folder: string;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-pages-'));
    mkdirSync(join(folder, 'html/core'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'no');
    writeFileSync(join(folder, 'html/core/core page.js'), 'var core;');
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'html/link.txt'));
  });
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('serves the files of the folder with their content type', async () => {
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

  test('does not serve folders, links out of the folder, or files outside it', () => {
    const paths = [
      '/../secret.txt',
      '/core/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/link.txt',
      '/core',
      '/%',
    ];
    for (const path of paths) expect.soft(resolveFile(join(folder, 'html'), path), path).toBeNull();
  });
});
