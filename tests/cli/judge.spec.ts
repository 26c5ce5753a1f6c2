// `parley judge` from the command line: progress, table, JSON, exit codes, recorded answers, votes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';

import { createPng, writeTaskFolder } from '../judge/task-folders.js';
import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import {
  startFakeModelServer,
  type FakeModelServer,
  type AnswerFunction,
} from '../support/fake-model-server.js';
import { startParley } from '../support/parley.js';

const createAnswer = (verdict: string, overrides: object = {}): { text: string } => ({
  text: JSON.stringify({
    explanation: `It is a ${verdict}.`,
    verdict,
    reached_captcha: false,
    impossible_task: false,
    ...overrides,
  }),
});

/** Chooses the verdict by the task's number. */
const judgeByTask: AnswerFunction = ({ prompt }) => {
  const task = /Task (\d)\./.exec(prompt)?.[1];
  if (task === '2') return createAnswer('failure', { reached_captcha: true });
  return createAnswer(task === '3' ? 'unknown' : 'success');
};

function writeResults(info: TestInfo, count = 4): string {
  const results = info.outputPath('results');
  for (let i = 0; i < count; i++)
    writeTaskFolder(results, `${i < 3 ? 'Amazon' : 'Apple'}--${i}`, { task: `Task ${i}.` });
  return results;
}

async function withServer(
  respond: AnswerFunction,
  use: (server: FakeModelServer) => Promise<void>,
  overrides: Record<string, unknown> = {},
): Promise<void> {
  const server = await startFakeModelServer(respond, overrides);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const runJudge = (
  info: TestInfo,
  results: string[],
  server: Pick<FakeModelServer, 'url'> | null,
  ...flags: string[]
) =>
  runCommand(['judge', ...results, ...(server ? ['--model', 'm', '--base-url', server.url] : []), ...flags], {
    env: { XDG_CACHE_HOME: info.outputPath('cache'), XDG_CONFIG_HOME: info.outputPath('config') },
  });

const parseLines = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('progress goes to standard error; the table with intervals and published figures goes to standard output', async ({}, info) => {
  const results = writeResults(info);
  await withServer(judgeByTask, async (server) => {
    const { code, stdout, stderr } = await runJudge(info, [results], server, '--model-price', '1,2');
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/1\/4 Amazon--0: success\..* 1 of 1/);
    expect(stderr).toMatch(/3\/4 Amazon--2: failure \(blocked\)/);
    expect(stderr).toMatch(/4\/4 Apple--3: unknown/);
    expect(stderr).toMatch(/Model: 4 answers, .*\$/);
    const findRow = (site: string): string => stdout.split('\n').find((line) => line.startsWith(site)) ?? '';
    expect(findRow('Amazon')).toMatch(/3 +2 of 3, 66\.7 % \(21–94 %\) +2 of 2, 100\.0 % .* 50\.0 %$/);
    expect(findRow('Apple')).toMatch(/1 +0 of 1, 0\.0 % .* 60\.0 %$/);
    expect(findRow('Overall')).toMatch(/4 +2 of 4, 50\.0 % .* 58\.3 %$/);
    expect(stdout).toMatch(/Unknown verdicts \(1\) count as tasks/);
    expect(stdout).toMatch(/\* Published: WebVoyager paper/);
  });
  // A second run needs no model and reports that it made no call.
  const secondRun = await runJudge(info, [results], null);
  expect(secondRun.code, secondRun.stderr).toBe(0);
  expect(secondRun.stdout).toMatch(/Overall +4 +2 of 4/);
  expect(secondRun.stderr).toMatch(/4 of 4 were judged before; --again/);
  expect(secondRun.stderr).not.toContain('a different protocol');
  const faithfulRun = await runJudge(info, [results], null, '--compat', 'faithful');
  expect(faithfulRun.stderr).toMatch(/4 of the verdicts were made with a different protocol/);
});

test('--json prints one object per task and a summary', async ({}, info) => {
  const results = writeResults(info, 2);
  writeFileSync(
    info.outputPath('reference_answer.json'),
    JSON.stringify({
      Amazon: {
        answers: [
          { id: 0, type: 'golden', ans: '12 eur' },
          { id: 1, type: 'golden', ans: '13 EUR' },
        ],
      },
    }),
  );
  await withServer(judgeByTask, async (server) => {
    const { code, stdout } = await runJudge(
      info,
      [results],
      server,
      '--json',
      '--references',
      info.outputPath('reference_answer.json'),
    );
    expect(code).toBe(0);
    expect(parseLines(stdout)).toMatchObject([
      { type: 'task', id: 'Amazon--0', verdict: 1, new: true, reference: 1 },
      { type: 'task', id: 'Amazon--1', verdict: 1, reference: 0 },
      {
        type: 'summary',
        overall: { total: 2, success: 2, references: { success: 1, tasks: 2 } },
        sites: [{ site: 'Amazon' }],
        model: { calls: 2 },
      },
    ]);
  });
});

test('answers are recorded and replayed without a server', async ({}, info) => {
  const results = writeResults(info, 2);
  const cassette = info.outputPath('judge.jsonl');
  await withServer(judgeByTask, async (server) => {
    const recordedRun = await runJudge(
      info,
      [results],
      server,
      '--cassette',
      cassette,
      '--cassette-mode',
      'record',
    );
    expect(recordedRun.code, recordedRun.stderr).toBe(0);
  });
  const url = { url: 'http://127.0.0.1:9' };
  const replayedRun = await runJudge(
    info,
    [results],
    url,
    '--cassette',
    cassette,
    '--cassette-strict',
    '--again',
    '--json',
  );
  expect(replayedRun.code, replayedRun.stderr).toBe(0);
  expect(parseLines(replayedRun.stdout).slice(0, 2)).toMatchObject([
    { verdict: 1, new: true },
    { verdict: 1 },
  ]);
  const changedRun = await runJudge(
    info,
    [join(results, 'taskAmazon--0')],
    url,
    '--cassette',
    cassette,
    '--cassette-strict',
    '--again',
  );
  expect(changedRun.code).toBe(1);
  expect(changedRun.stderr).toContain('1 recorded answer was not used');
});

test('if the server reports that the model accepts no images, the model is not called, and the error names the flag', async ({}, info) => {
  const results = writeResults(info, 1);
  await withServer(
    judgeByTask,
    async (server) => {
      const { code, stderr } = await runJudge(info, [results], server);
      expect(code).toBe(2);
      expect(stderr).toMatch(/“m” does not accept images.*\n.*--model/);
      expect(server.requests).toEqual([]);
    },
    { '/props': { default_generation_settings: { n_ctx: 8192 }, modalities: { vision: false } } },
  );
});

test('usage errors are reported before the first call', async ({}, info) => {
  const results = writeResults(info, 1);
  const rows: [flags: string[], text: RegExp][] = [
    [[results], /needs a language model.*\n.*--model/],
    [[results, '--last', '0'], /--last must be a whole number/],
    [[results, '--hints'], /--hints needs --references/],
    [[results, '--hints', '--references', 'r.json', '--compat', 'faithful'], /--hints does not apply/],
    [[results, '--references', 'missing.json'], /missing\.json cannot be read/],
    [[results, '--compat', 'paper'], /--compat cannot be “paper”/],
    [[results, '--sheet', 'a.csv'], /--sheet needs --review/],
    [['--votes', 'missing.csv'], /missing\.csv” cannot be read/],
    [[results, '--votes', 'missing.csv'], /reads the folders from the sheet/],
    [[], /nothing to judge/],
  ];
  for (const [flags, text] of rows) {
    const { code, stderr } = await runCommand(['judge', ...flags]);
    expect.soft(code, flags.join(' ')).toBe(2);
    expect.soft(stderr, flags.join(' ')).toMatch(text);
  }
});

test('a failing server ends the run with exit code 5, and a spent budget ends it with 4; the verdicts are kept', async ({}, info) => {
  const results = writeResults(info, 3);
  await withServer(
    (request) => (request.prompt.includes('Task 1.') ? { status: 422, message: 'no' } : judgeByTask(request)),
    async (server) => {
      const { code, stdout, stderr } = await runJudge(info, [results], server, '--json');
      expect(code, stderr).toBe(5);
      expect(parseLines(stdout)).toMatchObject([
        { status: 'judged' },
        { id: 'Amazon--1', status: 'judge-error', trouble: expect.any(String) },
        { status: 'judged' },
        { type: 'summary', overall: { judgeErrors: 1, success: 1, failure: 1 } },
      ]);
    },
  );
  await withServer(judgeByTask, async (server) => {
    const { code, stderr } = await runJudge(info, [results], server, '--budget-tokens', '100');
    expect(code).toBe(4);
    expect(stderr).toMatch(/of the session’s 100 are already spent/);
    expect(stderr).toMatch(/Stopped: 2 of 3 tasks have a verdict/);
  });
  expect(existsSync(join(results, 'taskAmazon--2', 'judge.json'))).toBe(true);
});

test('Ctrl-C keeps the verdicts so far and shows how to continue', async ({}, info) => {
  test.skip(process.platform === 'win32', 'Windows has no signals: run this test on Linux or macOS');
  const results = writeResults(info, 3);
  let onSecondRequest: () => void = () => undefined;
  const secondRequest = new Promise<void>((resolve) => (onSecondRequest = resolve));
  await withServer(
    (request) => {
      if (request.requestIndex === 0) return judgeByTask(request);
      onSecondRequest();
      return { silence: true };
    },
    async (server) => {
      const { child, resultPromise } = startParley(
        ['judge', results, '--model', 'm', '--base-url', server.url],
        {
          env: { XDG_CACHE_HOME: info.outputPath('cache') },
        },
      );
      await secondRequest;
      child.kill('SIGINT');
      const { code, stdout, stderr } = await resultPromise;
      expect(code, stderr).toBe(130);
      expect(stderr).toMatch(/Interrupted: 1 of 3 tasks have a verdict/);
      expect(stdout).toMatch(/^Amazon +1 +1 of 1/m);
    },
  );
  expect(existsSync(join(results, 'taskAmazon--0', 'judge.json'))).toBe(true);
  expect(existsSync(join(results, 'taskAmazon--1', 'judge.json'))).toBe(false);
});

test('people vote in a CSV file that is never overwritten, and their votes are compared with the verdicts', async ({}, info) => {
  const results = writeResults(info, 4);
  await withServer(judgeByTask, async (server) => {
    expect((await runJudge(info, [results], server)).code).toBe(0);
  });
  const reviewResult = await runCommand(['judge', '--review', results]);
  expect(reviewResult.code, reviewResult.stderr).toBe(0);
  expect(reviewResult.stdout).toMatch(/^4 tasks written to .*review\.csv/);
  const reviewFile = join(results, 'review.csv');
  const votes = ['1,1,1', '0,1,0', '0,0,0', '1,1,0'];
  let row = 0;
  const filledReview = readFileSync(reviewFile, 'utf8').replace(/,,,,/g, () => `,${votes[row++]},`);
  expect(row).toBe(4);
  writeFileSync(reviewFile, filledReview);
  const secondReview = await runCommand(['judge', '--review', results]);
  expect(secondReview.code).toBe(2);
  expect(secondReview.stderr).toContain('may contain votes');

  const comparison = await runCommand(['judge', '--votes', reviewFile]);
  expect(comparison.code, comparison.stderr).toBe(0);
  expect(comparison.stdout).toMatch(/Among people \(Fleiss\): κ 0\.33 .* 4 tasks with three votes/);
  expect(comparison.stdout).toMatch(/People and judge \(Cohen\): κ 0\.40 .*agreement 66\.7 % of 3 tasks/);
  expect(comparison.stdout).toMatch(/1 with an unknown verdict/);
  expect(comparison.stdout).toMatch(/Published .*κ 0\.70/);
  expect(comparison.stdout).toMatch(/last 3 +54\.3 % +81\.3 % +0\.62/);
  const jsonComparison = await runCommand(['judge', '--votes', reviewFile, '--json']);
  expect(parseLines(jsonComparison.stdout)).toMatchObject([{ type: 'agreement', tasks: 4, unknown: 1 }]);
});

test('a session with any navigator can be judged by its lines, its report, its screenshots and its last page', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, '<title>Shop</title><button onclick="this.textContent=\'Saved\'">Save</button>');
  const results = info.outputPath('sessions');
  const run = await runCommand(['run', 'click Save', '--url', page, '--results', results]);
  expect(run.code, run.stderr).toBe(0);
  await withServer(
    () => createAnswer('success'),
    async (server) => {
      const { code, stdout, stderr } = await runJudge(info, [results], server, '--json');
      expect(code, stderr).toBe(0);
      const [task] = parseLines(stdout);
      expect(task).toMatchObject({ verdict: 1, site: 'file', screenshots: { shown: 2, total: 2 } });
      expect(server.requests[0]).toMatchObject({ imageCount: 2 });
      expect(server.requests[0]!.prompt).toMatch(/# Task\nclick Save/);
      expect(server.requests[0]!.prompt).toContain('Screenshot 2 of 2');
      const judgeFile = join(String(task!['folder']), 'judge.json');
      expect(JSON.parse(readFileSync(judgeFile, 'utf8'))).toMatchObject({ verdict: 1, compat: 'hardened' });
    },
  );
});

test('the paper’s protocol judges a task folder by k screenshots and expects the verdict in words, not in JSON', async ({}, info) => {
  const results = info.outputPath('results');
  writeTaskFolder(results, 'Amazon--0', { files: { 'screenshot4.png': createPng(4) } });
  await withServer(
    () => ({ text: 'The price is shown. NOT SUCCESS' }),
    async (server) => {
      const { stdout } = await runJudge(
        info,
        [results],
        server,
        '--compat',
        'faithful',
        '--last',
        '1',
        '--json',
      );
      expect(parseLines(stdout)[0]).toMatchObject({ verdict: 0, compat: 'faithful', k: 1 });
      expect(server.requests[0]).toMatchObject({ imageCount: 1 });
      expect(server.requests[0]!.body).toMatchObject({ temperature: 0, seed: 42, max_tokens: 1000 });
      expect(server.requests[0]!.body).not.toHaveProperty('response_format');
    },
  );
});
