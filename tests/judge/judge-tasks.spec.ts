// Judges tasks with both protocols and a fake model server that returns scripted answers.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import {
  findTasks,
  judgeTasks,
  createMemoryScreenshot,
  type JudgeRecord,
  type JudgeTasksResult,
  type TaskJudgeOptions,
} from '../../src/judge/index.js';
import { selectImages } from '../../src/judge/ask-judge.js';
import { estimateImageTokens, type ImagePart, type Provider } from '../../src/llm/index.js';
import { withModel, type ModelFixtureOptions } from '../llm/model-fixture.js';
import type { FakeModelServer, ModelRequest, AnswerFunction } from '../support/fake-model-server.js';
import { createPng, writeTaskFolder } from './task-folders.js';

const formatVerdict = (verdict: string, overrides: object = {}): string =>
  JSON.stringify({
    explanation: `It is a ${verdict}.`,
    verdict,
    reached_captcha: false,
    impossible_task: false,
    ...overrides,
  });

interface JudgeRun extends JudgeTasksResult {
  records: Map<string, JudgeRecord>;
  requests: ModelRequest[];
}

async function judgeFolder(
  resultsFolder: string,
  respond: AnswerFunction,
  options: Partial<TaskJudgeOptions> & { model?: ModelFixtureOptions; signal?: AbortSignal } = {},
): Promise<JudgeRun> {
  const { model: modelOptions = {}, signal = new AbortController().signal, ...overrides } = options;
  let result: JudgeTasksResult | undefined;
  let requests: FakeModelServer['requests'] = [];
  await withModel(respond, modelOptions, async (model, server) => {
    result = await judgeTasks(findTasks([resultsFolder]), {
      options: {
        compat: 'hardened',
        screenshotCount: null,
        rejudge: false,
        hints: null,
        parallelCount: 1,
        ...overrides,
      },
      openModel: () => Promise.resolve(model),
      signal,
      now: () => new Date(0),
    });
    ({ requests } = server);
  });
  const records = new Map(
    result!.judgedTasks.flatMap(({ record }): [string, JudgeRecord][] =>
      record ? [[record.id, record]] : [],
    ),
  );
  return { ...result!, records, requests };
}

const readJson = (folder: string, name = 'judge.json'): unknown =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'));

for (const provider of ['openai', 'anthropic'] as const satisfies Provider[]) {
  test(`faithful, ${provider}: the last k screenshots are sent, and the verdict file is written to the task’s folder`, async ({}, info) => {
    const resultsFolder = info.outputPath('r');
    const folder = writeTaskFolder(resultsFolder, 'Amazon--4', { screenshots: [1, 2, 3, 10] });
    const { requests } = await judgeFolder(
      resultsFolder,
      () => ({ text: 'It is there. SUCCESS', usage: { prompt: 900, answer: 8 } }),
      {
        compat: 'faithful',
        screenshotCount: 2,
        model: { provider, settings: { price: { input: 1, output: 2 } } },
      },
    );
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ imageCount: 2 });
    expect(requests[0]!.prompt).toContain('2 screenshots at the end: ');
    expect(readJson(folder)).toEqual({
      v: 1,
      id: 'Amazon--4',
      site: 'Amazon',
      status: 'judged',
      verdict: 1,
      compat: 'faithful',
      k: 2,
      screenshots: { shown: 2, total: 4 },
      model: 'test-model',
      rule: null,
      explanation: 'It is there. SUCCESS',
      tokens: { prompt: 900, answer: 8 },
      usd: expect.closeTo(0.000916, 9),
      reached_captcha: null,
      impossible_task: null,
      hints: false,
      blocked: false,
      run_error: null,
      at: '1970-01-01T00:00:00.000Z',
    });
  });

  test(`hardened, ${provider}: all screenshots are sent, and the captcha and impossible-task flags are recorded`, async ({}, info) => {
    const resultsFolder = info.outputPath('r');
    writeTaskFolder(resultsFolder, 'Amazon--4');
    const { requests, records } = await judgeFolder(
      resultsFolder,
      () => ({ text: formatVerdict('failure', { reached_captcha: true, impossible_task: true }) }),
      { model: { provider } },
    );
    expect(requests[0]).toMatchObject({ imageCount: 3 });
    expect(records.get('Amazon--4')).toMatchObject({
      status: 'judged',
      verdict: 0,
      k: null,
      reached_captcha: true,
      impossible_task: true,
    });
  });
}

test('faithful: a truncated answer is also evaluated', async ({}, info) => {
  const rows: [name: string, text: string, verdict: number | null][] = [
    ['failure', 'It lacks the price, so NOT SUCCESS, bec', 0],
    ['success', 'All is there. SUCCESS. First', 1],
    ['no verdict', 'First I look at', null],
    ['in thoughts', '<think>It lacks the price: NOT SUCCESS. Wait', 0],
    ['nothing but thoughts', '<think>It lacks the price: NOT SUCCESS.</think>', 0],
  ];
  for (const [name, text, verdict] of rows) {
    const resultsFolder = info.outputPath(name);
    const folder = writeTaskFolder(resultsFolder, 'Amazon--4');
    await judgeFolder(resultsFolder, () => ({ text, finish: 'length' }), { compat: 'faithful' });
    expect.soft(readJson(folder), name).toMatchObject({ verdict });
  }
});

test('in both modes, runs without an answer are judged without a model', async ({}, info) => {
  for (const compat of ['faithful', 'hardened'] as const) {
    const resultsFolder = info.outputPath(compat);
    writeTaskFolder(resultsFolder, 'Apple--0', { lastMessage: null });
    writeTaskFolder(resultsFolder, 'Apple--1', { lastMessage: 'Thought: x\nAction: Click [2]' });
    const { requests, records } = await judgeFolder(resultsFolder, () => ({ text: 'SUCCESS' }), { compat });
    expect(requests).toEqual([]);
    expect(
      [...records.values()].map(({ verdict, rule, model }) => [verdict, rule, model]),
      compat,
    ).toEqual([
      [0, 'one-message', null],
      [0, 'no-answer', null],
    ]);
  }
});

test('an answer without a verdict is recorded as unknown; in hardened mode, a malformed answer is first requested again', async ({}, info) => {
  const rows: [name: string, compat: 'faithful' | 'hardened', text: string, calls: number][] = [
    ['faithful', 'faithful', 'I cannot tell.', 1],
    ['no JSON', 'hardened', 'I cannot tell.', 2],
    ['other word', 'hardened', formatVerdict('perhaps'), 2],
    ['unknown', 'hardened', formatVerdict('unknown'), 1],
  ];
  for (const [name, compat, text, requestCount] of rows) {
    const resultsFolder = info.outputPath(name);
    writeTaskFolder(resultsFolder, 'Apple--0');
    const { requests, records } = await judgeFolder(resultsFolder, () => ({ text }), { compat });
    expect.soft(requests.length, name).toBe(requestCount);
    expect.soft(records.get('Apple--0'), name).toMatchObject({ status: 'unknown', verdict: null });
    expect.soft(records.get('Apple--0')!.explanation, name).not.toBe('');
  }
});

test('if the first answer has no verdict, the answer to the second request counts', async ({}, info) => {
  const resultsFolder = info.outputPath('r');
  writeTaskFolder(resultsFolder, 'Apple--0');
  const { records } = await judgeFolder(
    resultsFolder,
    ({ requestIndex }) => ({
      text: requestIndex === 0 ? 'Well.' : formatVerdict('success'),
      usage: { prompt: 10, answer: 1 },
    }),
    { model: { settings: { price: { input: 1e6, output: 1e6 } } } },
  );
  // Both answers cost money.
  expect(records.get('Apple--0')).toMatchObject({
    verdict: 1,
    tokens: { prompt: 20, answer: 2 },
    usd: 22,
  });
});

test('a task is judged again only on request; verdicts with hints have a separate file', async ({}, info) => {
  const resultsFolder = info.outputPath('r');
  const folder = writeTaskFolder(resultsFolder, 'Apple--0');
  const firstRun = await judgeFolder(resultsFolder, () => ({ text: formatVerdict('success') }));
  expect(firstRun.judgedTasks[0]).toMatchObject({ isNew: true });
  const secondRun = await judgeFolder(resultsFolder, () => ({ text: formatVerdict('failure') }));
  expect(secondRun.requests).toEqual([]);
  expect(secondRun.judgedTasks[0]).toMatchObject({ isNew: false, record: { verdict: 1 } });
  const hints = new Map([['Apple--0', '13 EUR']]);
  const hintedRun = await judgeFolder(resultsFolder, () => ({ text: formatVerdict('failure') }), { hints });
  expect(hintedRun.requests[0]!.prompt).toContain('13 EUR');
  expect(readJson(folder, 'judge.hints.json')).toMatchObject({ verdict: 0, hints: true });
  expect(readJson(folder)).toMatchObject({ verdict: 1, hints: false });
  const repeatedRun = await judgeFolder(resultsFolder, () => ({ text: formatVerdict('failure') }), {
    rejudge: true,
  });
  expect(repeatedRun.judgedTasks[0]).toMatchObject({ isNew: true, record: { verdict: 0 } });
});

test('in hardened mode, an unreadable recording counts as a run error, and no verdict file is written to its folder', async ({}, info) => {
  const resultsFolder = info.outputPath('r');
  writeTaskFolder(resultsFolder, 'Apple--0', { files: { 'interact_messages.json': '[' } });
  const { requests, records } = await judgeFolder(resultsFolder, () => ({ text: formatVerdict('success') }));
  expect(requests).toEqual([]);
  expect(records.get('Apple--0')).toMatchObject({
    status: 'run-error',
    verdict: null,
    run_error: 'interact_messages.json is not JSON',
  });
  expect(existsSync(join(resultsFolder, 'taskApple--0', 'judge.json'))).toBe(false);
});

const QUICK_RETRIES = { limits: { maxRetries: 1, backoffMs: 1 } };

test('if the server fails for one task, only that task has no verdict', async ({}, info) => {
  const resultsFolder = info.outputPath('r');
  for (const i of [0, 1, 2]) writeTaskFolder(resultsFolder, `Apple--${i}`, { task: `Task ${i}.` });
  const run = await judgeFolder(
    resultsFolder,
    ({ prompt }) => (prompt.includes('Task 1.') ? { status: 503 } : { text: formatVerdict('success') }),
    { model: QUICK_RETRIES },
  );
  expect(run.stopError).toBeNull();
  expect(run.judgedTasks.map(({ record }) => record?.verdict)).toEqual([1, undefined, 1]);
  expect(run.judgedTasks[1]!.failure).toContain('503');
  expect(existsSync(join(resultsFolder, 'taskApple--1', 'judge.json'))).toBe(false);
  // The retries are bounded.
  expect(run.requests).toHaveLength(4);
  // The next run requests only the missing verdict.
  const nextRun = await judgeFolder(resultsFolder, () => ({ text: formatVerdict('failure') }));
  expect(nextRun.requests).toHaveLength(1);
  expect(nextRun.judgedTasks.map(({ record }) => record?.verdict)).toEqual([1, 0, 1]);
});

test('the run stops after repeated server failures, or after one that would also affect every later call', async ({}, info) => {
  const rows: [name: string, respond: AnswerFunction, kind: string, requests: number][] = [
    ['down', () => ({ status: 500 }), 'infra', 6],
    ['key', () => ({ status: 401 }), 'infra', 1],
    ['vision', () => ({ status: 400, message: 'This model does not support image input' }), 'usage', 1],
  ];
  for (const [name, respond, kind, requestCount] of rows) {
    const resultsFolder = info.outputPath(name);
    for (let i = 0; i < 5; i++) writeTaskFolder(resultsFolder, `Apple--${i}`);
    const run = await judgeFolder(resultsFolder, respond, { model: QUICK_RETRIES });
    expect.soft(run.stopError?.kind, name).toBe(kind);
    expect.soft(run.requests.length, name).toBe(requestCount);
    if (name === 'vision') expect.soft(run.stopError?.next, name).toContain('--model');
  }
});

test('exceeding the budget ends the run, and the earlier verdicts are kept', async ({}, info) => {
  const { createLedger } = await import('../../src/llm/index.js');
  const resultsFolder = info.outputPath('r');
  for (let i = 0; i < 3; i++) writeTaskFolder(resultsFolder, `Apple--${i}`);
  const run = await judgeFolder(
    resultsFolder,
    () => ({ text: formatVerdict('success'), usage: { prompt: 3_000 } }),
    {
      model: { parts: { ledger: createLedger({ sessionTokens: 6_500 }) } },
    },
  );
  expect(run.stopError?.kind).toBe('budget');
  expect(run.judgedTasks.map(({ record }) => record?.verdict)).toEqual([1, 1, undefined]);
  expect(existsSync(join(resultsFolder, 'taskApple--1', 'judge.json'))).toBe(true);
});

test('after an interrupt, the verdicts so far are kept', async ({}, info) => {
  const resultsFolder = info.outputPath('r');
  for (let i = 0; i < 3; i++) writeTaskFolder(resultsFolder, `Apple--${i}`);
  const controller = new AbortController();
  const run = await judgeFolder(
    resultsFolder,
    ({ requestIndex }) => {
      if (requestIndex === 0) return { text: formatVerdict('success') };
      controller.abort(new Error('interrupted'));
      return { silence: true };
    },
    { signal: controller.signal },
  );
  expect(run.judgedTasks.map(({ record }) => record?.verdict)).toEqual([1]);
  expect(readJson(join(resultsFolder, 'taskApple--0'))).toMatchObject({ verdict: 1 });
});

test('a prompt that is too long is sent again with half as many screenshots', async ({}, info) => {
  const resultsFolder = info.outputPath('r');
  writeTaskFolder(resultsFolder, 'Apple--0', { screenshots: [1, 2, 3, 4, 5, 6] });
  const { requests, records } = await judgeFolder(resultsFolder, ({ imageCount }) =>
    imageCount > 3
      ? { status: 400, message: 'maximum context length is 4000 tokens', code: 'context_length_exceeded' }
      : { text: formatVerdict('success') },
  );
  expect(requests.map(({ imageCount }) => imageCount)).toEqual([6, 3]);
  expect(requests[1]!.prompt).toContain('The last 3 different ones of 6 follow');
  expect(records.get('Apple--0')).toMatchObject({ screenshots: { shown: 3, total: 6 } });
});

test('a damaged screenshot is omitted', async ({}, info) => {
  const resultsFolder = info.outputPath('r');
  writeTaskFolder(resultsFolder, 'Apple--0', {
    screenshots: [1],
    files: { 'screenshot2.png': 'not an image' },
  });
  const { requests, records } = await judgeFolder(resultsFolder, () => ({ text: formatVerdict('success') }));
  expect(requests[0]).toMatchObject({ imageCount: 1 });
  expect(records.get('Apple--0')).toMatchObject({ screenshots: { shown: 1, total: 2 } });
});

test('hardened mode shows identical consecutive screenshots once; faithful mode shows them all', async ({}, info) => {
  for (const [compat, imageCount] of [
    ['hardened', 2],
    ['faithful', 4],
  ] as const) {
    const resultsFolder = info.outputPath(compat);
    const identicalImage = createPng(1);
    writeTaskFolder(resultsFolder, 'Apple--0', {
      screenshots: [1, 4],
      files: { 'screenshot2.png': identicalImage, 'screenshot3.png': identicalImage },
    });
    const { requests } = await judgeFolder(resultsFolder, () => ({ text: 'SUCCESS' }), {
      compat,
      screenshotCount: 4,
    });
    expect.soft(requests[0]!.imageCount, compat).toBe(imageCount);
  }
});

test('as many of the last screenshots as fit are shown, and always at least one', () => {
  const screenshots = [1, 2, 3, 4].map((number) =>
    createMemoryScreenshot(String(number), createPng(number, 300)),
  );
  const findNumbers = (images: readonly ImagePart[]): number[] =>
    images.map(({ data }) =>
      [1, 2, 3, 4].find((number) => Buffer.compare(data, createPng(number, 300)) === 0)!,
    );
  const tokensPerImage = estimateImageTokens(selectImages(screenshots, 1, Infinity)[0]!);
  expect(findNumbers(selectImages(screenshots, null, 2.5 * tokensPerImage))).toEqual([3, 4]);
  expect(findNumbers(selectImages(screenshots, null, 1))).toEqual([4]);
  // An explicitly requested screenshot count is not reduced.
  expect(findNumbers(selectImages(screenshots, 3, 1))).toEqual([2, 3, 4]);
  expect(selectImages([], null, 1)).toEqual([]);
});

test('tasks can be judged in parallel, and the results keep their order', async ({}, info) => {
  const resultsFolder = info.outputPath('r');
  for (let i = 0; i < 6; i++) writeTaskFolder(resultsFolder, `Apple--${i}`, { task: `Task ${i}.` });
  const run = await judgeFolder(
    resultsFolder,
    ({ prompt }) => ({ text: formatVerdict(/Task [024]\./.test(prompt) ? 'success' : 'failure') }),
    { parallelCount: 3 },
  );
  expect(run.judgedTasks.map(({ record }) => record?.verdict)).toEqual([1, 0, 1, 0, 1, 0]);
});
