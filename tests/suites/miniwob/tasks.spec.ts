// MiniWoB++'s tasks without a browser: pages, patterns, flags and episodes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { parseFlags } from '../../../src/suites/miniwob/flags.js';
import { findPages, filterRegisteredTasks, listTasks } from '../../../src/suites/miniwob/pages.js';
import { readEpisodes } from '../../../src/suites/miniwob/read-tasks.js';
import { COMPLEX_TASKS, selectTaskNames, SIMPLE_TASKS } from '../../../src/suites/miniwob/tasks.js';
import { writeMiniwobPages } from '../../support/miniwob-pages.js';

const REGISTRATION = `
    register(
        id="miniwob/click-tab-2-v1",
        entry_point="miniwob.envs.miniwob_envs:ClickTab2Env",
    )
    register(id="miniwob/click-tab-v1", nondeterministic=True)
    register(id="miniwob/flight.AA-v1")
`;

test('by default, the paper’s 19 simple and 26 complex tasks are selected', () => {
  expect([SIMPLE_TASKS.size, COMPLEX_TASKS.size]).toEqual([19, 26]);
  const paperTasks = [...SIMPLE_TASKS, ...COMPLEX_TASKS];
  expect(new Set(paperTasks).size).toBe(45);
  expect(selectTaskNames([...paperTasks, 'use-slider'], undefined)).toEqual(paperTasks);
  expect(() => selectTaskNames(['click-tab'], undefined)).toThrow(
    /do not contain 44 of the paper’s 45 tasks, such as click-link/,
  );
});

test('only pages with an environment in the package are tasks', () => {
  expect(filterRegisteredTasks(['simon-says', 'click-tab-2', 'click-tab'], REGISTRATION)).toEqual([
    'click-tab',
    'click-tab-2',
  ]);
  expect(filterRegisteredTasks(['simon-says', 'click-tab'], null)).toEqual(['click-tab', 'simon-says']);
});

const AVAILABLE = ['click-tab', 'click-tab-2', 'email-inbox', 'tab'];

test('--task selects tasks by name and pattern', () => {
  const CASES: [patterns: string[], tasks: string[]][] = [
    [['all'], AVAILABLE],
    [['click-tab'], ['click-tab']],
    [['click-*'], ['click-tab', 'click-tab-2']],
    [['*tab*'], ['click-tab', 'click-tab-2', 'tab']],
    [
      ['tab', 'email-inbox', 'tab'],
      ['email-inbox', 'tab'],
    ],
  ];
  for (const [patterns, tasks] of CASES)
    expect.soft(selectTaskNames(AVAILABLE, patterns), patterns.join(' ')).toEqual(tasks);
  for (const pattern of ['clik-tab', 'click.tab', 'x*', ''])
    expect
      .soft(() => selectTaskNames(AVAILABLE, ['tab', pattern]), pattern)
      .toThrow(expect.objectContaining({ kind: 'usage' }));
  expect(() => selectTaskNames(AVAILABLE, ['clik-tab'])).toThrow(/Did you mean "click-tab"\?/);
});

test('by default, there are 50 seeds, starting at 1, without a time limit', () => {
  expect(parseFlags({})).toMatchObject({ clock: 'long', dataMode: 'train', hideQuery: false });
  expect(parseFlags({}).seeds).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(parseFlags({ seeds: '2', firstSeed: '8' }).seeds).toEqual([8, 9]);
  expect(parseFlags({ seeds: '1', firstSeed: '0' }).seeds).toEqual([0]);
});

test('a seed that is not a whole number causes a usage error', () => {
  for (const flags of [
    { seeds: '0' },
    { seeds: 'many' },
    { seeds: '1.5' },
    { firstSeed: '-1' },
    { firstSeed: 'first' },
    { firstSeed: '7e3' },
  ])
    expect
      .soft(() => parseFlags(flags), JSON.stringify(flags))
      .toThrow(expect.objectContaining({ kind: 'usage' }));
});

test('the pages are found in the html folder, in the package and in the folder that --fetch uses', ({}, info) => {
  const parentFolder = info.outputPath('site');
  const htmlFolder = writeMiniwobPages(join(parentFolder, 'miniwob/html'));
  mkdirSync(join(parentFolder, 'miniwob-1.2.3.dist-info'));
  for (const folder of [htmlFolder, join(parentFolder, 'miniwob'), parentFolder])
    expect.soft(findPages(folder), folder).toEqual({ folder: htmlFolder, version: '1.2.3' });
  const separateFolder = writeMiniwobPages(info.outputPath('alone/html'));
  expect(findPages(separateFolder)).toEqual({ folder: separateFolder, version: null });
  expect(listTasks(separateFolder)).toEqual([
    'other',
    'press-button',
    'press-first',
    'press-late',
    'press-nothing',
    'press-part',
  ]);
  writeFileSync(join(parentFolder, 'miniwob/registration.py'), 'register(id="miniwob/press-late-v1")');
  expect(listTasks(htmlFolder)).toEqual(['press-late']);
});

test('a folder without the pages causes a usage error that names both ways to get them', ({}, info) => {
  const expected = { kind: 'usage', next: expect.stringMatching(/--fetch.*--pages/) };
  expect(() => findPages(info.outputPath())).toThrow(expect.objectContaining(expected));
  // The working directory of the tests has no such folder.
  expect(() => findPages(undefined)).toThrow(/no folder “miniwob-data”/);
});

test('an episode’s version depends on its task, seed and options', ({}, info) => {
  const pages = writeMiniwobPages(info.outputPath('html'));
  const readTasks = (flags: Record<string, unknown>) =>
    readEpisodes({ pages, task: ['press-late', 'press-part'], seeds: '2', firstSeed: '9', ...flags });
  const { tasks, source } = readTasks({});
  expect(source).toBe('MiniWoB++ of unknown version');
  expect(tasks.map(({ id, site }) => [id, site])).toEqual([
    ['press-late_009', 'press-late'],
    ['press-late_010', 'press-late'],
    ['press-part_009', 'press-part'],
    ['press-part_010', 'press-part'],
  ]);
  expect(tasks[0]).toMatchObject({
    url: '{{SUITE}}/miniwob/press-late.html',
    parameters: { seed: 9, clock: 'long', dataMode: 'train', hideQuery: false },
  });
  const hashes = [{}, { episodeClock: 'page' }, { dataMode: 'test' }, { hideQuery: true }].flatMap((flags) =>
    readTasks(flags).tasks.map(({ version }) => version.hash),
  );
  expect(new Set(hashes).size).toBe(16);
  expect(readTasks({}).tasks).toEqual(tasks);
});
