// `parley bench` reports command-line mistakes before the first task, and --fetch downloads the data set.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import type { TestInfo } from '@playwright/test';

import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { startFakeModelServer } from '../support/fake-model-server.js';
import { writeMiniwobPages } from '../support/miniwob-pages.js';
import { createPageListener, startServer } from '../support/server.js';

const TASK = '{"id": "Shop--0", "ques": "Find a lamp", "web": "http://127.0.0.1:1/"}\n';

function writeTasks(info: TestInfo, text = TASK): string {
  const file = info.outputPath('tasks.jsonl');
  writeFileSync(file, text);
  return file;
}

test('mistakes are reported before the first task', async ({}, info) => {
  const tasks = writeTasks(info);
  const results = info.outputPath('results');
  const CASES: [args: string[], message: RegExp][] = [
    [['webvoyage'], /There is no suite “webvoyage”\. Did you mean "webvoyager"\?/],
    [['webvoyager'], /parley bench needs a file of tasks\.\nGive it with --tasks; --fetch FOLDER/],
    [['webvoyager', '--tasks', 'none.jsonl'], /none\.jsonl/],
    [['webvoyager', '--tasks', tasks, '--patches', 'none.json'], /none\.json/],
    [['webvoyager', '--tasks', tasks, '--site', 'Shup'], /No task has the site “Shup”/],
    [['webvoyager', '--tasks', tasks, '--id', 'Shop--1'], /No task has the id “Shop--1”/],
    [['webvoyager', '--tasks', tasks, '--limit', '0'], /--limit/],
    [['webvoyager', '--tasks', tasks, '--max-iter', '0'], /--max-iter/],
    [['webvoyager', '--tasks', tasks, '--workers', 'many'], /--workers needs a number/],
    [['webvoyager', '--tasks', tasks, '--shard', '3/2'], /--shard needs part\/total/],
    [['webvoyager', '--tasks', tasks, '--today', 'soon'], /--today needs a day/],
    [
      ['webvoyager', '--tasks', tasks, '--suite-budget-usd', '0'],
      /--suite-budget-usd must be a number above/,
    ],
    [['webvoyager', '--tasks', tasks, '--again'], /--again needs --resume/],
    [['webvoyager', '--tasks', tasks, '--navigator', 'chat'], /The navigator “chat” needs a language model/],
    [['webvoyager', '--tasks', tasks, '--navigator', 'cat'], /There is no navigator “cat”/],
    [
      ['webvoyager', '--tasks', tasks, '--model', 'tiny', '--suite-budget-usd', '1'],
      /--suite-budget-usd needs the price of “tiny”, which is unknown\.\nGive it with --model-price/,
    ],
    [['webvoyager', '--tasks', tasks, '--model', 'tiny', '--temperature', '9'], /--temperature/],
    [['webvoyager', '--tasks', tasks, '--confirm', 'buy'], /--confirm needs class=policy/],
    [['webvoyager', '--resume'], /--resume needs a value/],
    [['webvoyager', '--resume', info.outputPath()], /is not the folder of a suite's run/],
    [['webvoyager', '--report', info.outputPath()], /is not the folder of a suite's run/],
  ];
  for (const [args, message] of CASES) {
    const { code, stderr } = await runCommand(['bench', ...args, '--results', results]);
    expect
      .soft({ code, stderr }, args.join(' '))
      .toEqual({ code: 2, stderr: expect.stringMatching(message) });
  }
  expect(existsSync(results)).toBe(false);
});

test('mistakes in suite flags are reported before the first task', async ({}, info) => {
  const tasks = writeTasks(info);
  const results = info.outputPath('results');
  const pages = writeMiniwobPages(info.outputPath('html'));
  const miniwobArgs = ['miniwob', '--pages', pages, '--task', 'press-part'];
  const CASES: [args: string[], message: RegExp][] = [
    [['miniwob'], /not installed: there is no folder “miniwob-data”\.\nInstall them with .*--fetch.*--pages/],
    [
      ['miniwob', '--pages', info.outputPath('html/core')],
      /does not contain the pages of MiniWoB\+\+\.\n.*--fetch/,
    ],
    [['miniwob', '--pages', pages], /do not contain 45 of the paper’s 45 tasks/],
    [
      ['miniwob', '--pages', pages, '--task', 'press-pat'],
      /No MiniWoB\+\+ task matches “press-pat”\. Did you/,
    ],
    [[...miniwobArgs, '--seeds', 'many'], /--seeds needs a whole number of at least 1, not “many”/],
    [[...miniwobArgs, '--first-seed', '1.5'], /--first-seed needs a whole number of at least 0, not “1\.5”/],
    [[...miniwobArgs, '--first-seed', '1', '--first-seed', '2'], /--first-seed can be used only once/],
    [[...miniwobArgs, '--pages', pages], /--pages can be used only once/],
    [
      [...miniwobArgs, '--episode-clock', 'none'],
      /--episode-clock cannot be “none”\.\nChoose one of "long", "page"/,
    ],
    [[...miniwobArgs, '--tasks', tasks], /--tasks is a flag of the suite webvoyager, not of miniwob/],
    [
      ['webvoyager', '--tasks', tasks, '--seeds', '2'],
      /--seeds is a flag of the suite miniwob, not of webvoyager/,
    ],
    [[...miniwobArgs, '--keep-demonstrations', 'some'], /--keep-demonstrations cannot be “some”/],
    [[...miniwobArgs, '--id', 'press-part_1'], /No task has the id “press-part_1”/],
  ];
  for (const [args, message] of CASES) {
    const { code, stderr } = await runCommand(['bench', ...args, '--results', results]);
    expect
      .soft({ code, stderr }, args.join(' '))
      .toEqual({ code: 2, stderr: expect.stringMatching(message) });
  }
  expect(existsSync(results)).toBe(false);
});

test('a model without vision is refused before the first task, even if the configuration selects the navigator', async ({}, info) => {
  const server = await startFakeModelServer(() => ({ text: '' }), {
    '/api/version': { version: '0.13.0' },
    'POST /api/show': { capabilities: ['completion'] },
  });
  const results = info.outputPath('results');
  const config = info.outputPath('parley.config.yaml');
  writeFileSync(config, 'navigator: webvoyager\nmodel: tiny\n');
  const { code, stderr, stdout } = await runCommand(
    ['bench', 'webvoyager', '--tasks', writeTasks(info), '--base-url', server.url, '--results', results],
    { env: { XDG_CACHE_HOME: info.outputPath('cache'), PARLEY_CONFIG: config } },
  );
  await server.close();
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('“tiny” does not accept images');
  expect(stderr).toContain('--navigator webvoyager:text');
  expect(existsSync(results)).toBe(false);
  expect(server.requests).toEqual([]);
});

test('an error in a task file is reported with its file, line and column', async ({}, info) => {
  const file = writeTasks(info, `${TASK}{"id": "Shop--0", "ques": "x"}\n${TASK}`);
  const { code, stderr } = await runCommand(['bench', 'webvoyager', '--tasks', file]);
  expect(code).toBe(2);
  expect(stderr).toContain(`${file}:2:1 web: is missing.`);
  expect(stderr).toContain(`${file}:3:8 id: the task “Shop--0” is already on line 1.`);
});

test('--fetch downloads the data set and prints its source and licence', async ({}, info) => {
  const server = await startServer(
    createPageListener({
      '/data/WebVoyager_data.jsonl': TASK,
      '/data/reference_answer.json': '{}',
      '/data/GAIA_web.jsonl': TASK,
    }),
  );
  const folder = info.outputPath('data');
  const args = ['bench', 'webvoyager', '--fetch', folder, '--source'];
  const fetchResult = await runCommand([...args, `${server.url}/data`]);
  expect(fetchResult).toMatchObject({ code: 0, stdout: expect.stringContaining('Apache-2.0') });
  expect(fetchResult.stdout).toContain('https://github.com/MinorJerry/WebVoyager');
  expect(fetchResult.stdout).toMatch(/WebVoyager_data\.jsonl {2}\d+ bytes, sha256 [0-9a-f]{64}/);
  expect(readFileSync(`${folder}/WebVoyager_data.jsonl`, 'utf8')).toBe(TASK);

  // Without a value, --fetch creates a folder for the data in the working directory.
  const argsWithoutFolder = ['bench', 'webvoyager', '--fetch', '--source', `${server.url}/data`];
  expect(await runCommand(argsWithoutFolder, { cwd: info.outputPath() })).toMatchObject({ code: 0 });
  expect(readFileSync(info.outputPath('webvoyager-data/WebVoyager_data.jsonl'), 'utf8')).toBe(TASK);

  const missingResult = await runCommand([...args, `${server.url}/other`]);
  expect(missingResult).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/cannot be downloaded: .* 404/),
  });
  await server.close();
  const offlineResult = await runCommand([...args, server.url]);
  expect(offlineResult.code).toBe(5);
  expect(offlineResult.stderr).toMatch(
    /cannot be downloaded: ECONNREFUSED\.\nCheck the network, or download/,
  );
});
