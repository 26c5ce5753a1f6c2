// `parley run` on a scenario whose check is judged by a model.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';

import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import {
  startFakeModelServer,
  type FakeModelServer,
  type AnswerFunction,
} from '../support/fake-model-server.js';
import { parseEvents } from '../support/parley.js';

const PAGE = '<title>Shop</title><button onclick="this.textContent=\'Saved\'">Save</button>';

const createVerdictAnswer = (word: string): { text: string; usage: { prompt: number } } => ({
  text: JSON.stringify({
    explanation: 'The button says so.',
    verdict: word,
    reached_captcha: false,
    impossible_task: false,
  }),
  usage: { prompt: 500 },
});

function writeScenario(info: TestInfo, checks: string): string {
  writeFileSync(info.outputPath('page.html'), PAGE);
  const file = info.outputPath('save.scenario.yaml');
  writeFileSync(
    file,
    `scenario: 1\nname: Save\nstart: { url: page.html }\ndialogue:\n  - say: Click Save.\n${checks}`,
  );
  return file;
}

async function runScenario(
  info: TestInfo,
  checks: string,
  policy: AnswerFunction | null,
  flags: readonly string[] = [],
  jsonByPath: Record<string, unknown> = {},
) {
  const file = writeScenario(info, checks);
  const server: FakeModelServer | null = policy && (await startFakeModelServer(policy, jsonByPath));
  const results = info.outputPath(`results-${info.attachments.length}-${flags.length}`);
  try {
    const result = await runCommand(
      [
        'run',
        file,
        '--json',
        '--results',
        results,
        ...(server ? ['--judge-model', 'eyes', '--base-url', server.url] : []),
        ...flags,
      ],
      { env: { XDG_CACHE_HOME: info.outputPath('cache') } },
    );
    const [folder] = existsSync(results) ? readdirSync(results) : [];
    return {
      ...result,
      events: parseEvents(result.stdout),
      requests: server?.requests ?? [],
      folder: folder === undefined ? null : join(results, folder),
    };
  } finally {
    await server?.close();
  }
}

const listCheckResults = (events: ReturnType<typeof parseEvents>): unknown[] =>
  events.flatMap((event) => (event.type === 'check' ? [event.result] : []));

for (const protocol of ['openai', 'anthropic'])
  test(`${protocol}: the judge receives the lines, the report and the last screenshots, and its cost is listed separately`, async ({}, info) => {
    const { code, events, requests, folder, stderr } = await runScenario(
      info,
      '    check: [{ judge: { last: 2 } }]\n',
      () => createVerdictAnswer('success'),
      ['--model-protocol', protocol, '--model-price', '1,1'],
    );
    expect(code, stderr).toBe(0);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ imageCount: 2 });
    expect(requests[0]!.prompt).toMatch(/# Task\nClick Save\./);
    expect(requests[0]!.prompt).toMatch(/# Response\n<<</);
    expect(listCheckResults(events)).toMatchObject([
      { pass: true, soft: true, actual: 'success: The button says so.' },
    ]);
    const end = events.at(-1)!;
    expect(end).toMatchObject({
      type: 'end',
      verdict: 'done',
      judge: { calls: 1, promptTokens: 500, cost: expect.any(Number) },
      screenshot: expect.stringMatching(/^screenshots\//),
    });
    expect(end).not.toHaveProperty('model');
    const prompts = readFileSync(join(folder!, 'prompts.jsonl'), 'utf8');
    expect(JSON.parse(prompts.trim())).toMatchObject({ purpose: 'judge' });
  });

test('a failed verdict fails the run only with gate: true', async ({}, info) => {
  const softRun = await runScenario(info, '    check: [{ judge: {} }]\n', () =>
    createVerdictAnswer('failure'),
  );
  expect(softRun.code, softRun.stderr).toBe(0);
  expect(listCheckResults(softRun.events)).toMatchObject([{ pass: false, soft: true }]);
  const gatedRun = await runScenario(
    info,
    '    check: [{ judge: { task: "The lamp is bought." }, gate: true }]\n',
    () => createVerdictAnswer('failure'),
  );
  expect(gatedRun.code).toBe(1);
  expect(gatedRun.events.at(-1)).toMatchObject({
    verdict: 'check',
    reason: expect.stringContaining('The lamp is bought.'),
  });
});

test('server errors and undecided verdicts count as unknown, and never fail a run', async ({}, info) => {
  const rows: [name: string, policy: AnswerFunction][] = [
    ['server', () => ({ status: 422, message: 'no' })],
    ['unknown', () => createVerdictAnswer('unknown')],
    ['no verdict', () => ({ text: 'Hm.' })],
  ];
  for (const [name, policy] of rows) {
    const { code, events, stderr } = await runScenario(
      info,
      '    check: [{ judge: {}, gate: true }]\n',
      policy,
    );
    expect.soft(code, `${name}: ${stderr}`).toBe(0);
    expect.soft(listCheckResults(events), name).toMatchObject([{ pass: false, soft: true, unknown: true }]);
  }
});

test('a judge check in `finally` has its own time limit and receives the last page', async ({}, info) => {
  const { code, events, requests } = await runScenario(
    info,
    'finally: [{ judge: { task: "The button says Saved." }, gate: true }]\n',
    () => createVerdictAnswer('success'),
  );
  expect(code).toBe(0);
  expect(requests[0]).toMatchObject({ imageCount: 2 });
  expect(listCheckResults(events)).toMatchObject([
    { label: 'finally: a model judges “The button says Saved.”', pass: true },
  ]);
});

test('without a model, or with a model that accepts no images, no browser starts and nothing is recorded', async ({}, info) => {
  const runWithoutModel = await runScenario(info, '    check: [{ judge: {} }]\n', null);
  expect(runWithoutModel.code).toBe(2);
  expect(runWithoutModel.stderr).toMatch(/dialogue\[0\]\.check\[0\]\.judge.*\n.*--judge-model/);
  expect(runWithoutModel.folder).toBeNull();
  const runWithoutVision = await runScenario(
    info,
    '    check: [{ judge: {} }]\n',
    () => createVerdictAnswer('success'),
    [],
    {
      '/props': { default_generation_settings: { n_ctx: 8192 }, modalities: { vision: false } },
    },
  );
  expect(runWithoutVision.code).toBe(2);
  expect(runWithoutVision.stderr).toMatch(/“eyes” does not accept images.*\n.*--judge-model/);
  expect(runWithoutVision.requests).toEqual([]);
  expect(runWithoutVision.folder).toBeNull();
  const taskRun = await runCommand(['run', 'click Save', '--judge-model', 'eyes']);
  expect(taskRun.code).toBe(2);
  expect(taskRun.stderr).toContain('--judge-model applies to scenarios');
});

test('verdicts are recorded and replayed like other answers; a missing verdict fails a check that has gate: true', async ({}, info) => {
  const check = '    check: [{ judge: {}, gate: true }]\n';
  const cassetteFlags = ['--cassette', info.outputPath('answers.jsonl')];
  const recordedRun = await runScenario(info, check, () => createVerdictAnswer('success'), [
    ...cassetteFlags,
    '--cassette-mode',
    'record',
  ]);
  expect(recordedRun.code, recordedRun.stderr).toBe(0);
  const replayedRun = await runScenario(info, check, null, [
    ...cassetteFlags,
    '--judge-model',
    'eyes',
    '--cassette-strict',
  ]);
  expect(replayedRun.code, replayedRun.stdout + replayedRun.stderr).toBe(0);
  expect(replayedRun.events.at(-1)).toMatchObject({ judge: { calls: 1, recorded: 1 } });
  const otherCheck = '    check: [{ judge: { task: "Another task." }, gate: true }]\n';
  const runWithMissingVerdict = await runScenario(info, otherCheck, null, [
    ...cassetteFlags,
    '--judge-model',
    'eyes',
  ]);
  expect(runWithMissingVerdict.code).toBe(1);
  expect(listCheckResults(runWithMissingVerdict.events)).toMatchObject([
    { pass: false, actual: expect.stringMatching(/^misconfigured: .*record/s) },
  ]);
});
