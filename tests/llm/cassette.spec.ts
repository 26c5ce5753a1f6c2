/** Cassettes: which answers are stored, how they are found, and how a miss is reported. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test as base } from '@playwright/test';

import {
  createProcessKnowledgeStore,
  openCassette,
  type ModelResult,
  type CassetteMode,
  type CassetteReport,
  type ChatRequest,
  type Provider,
} from '../../src/llm/index.js';
import { toServerId } from '../../src/llm/settings.js';
import { createRedactor, type Redactor } from '../../src/secrets/index.js';
import type { ServerBehaviour, AnswerFunction } from '../support/fake-model-server.js';
import {
  chatRequest,
  imageRequest,
  createModelAt,
  ask,
  createSettings,
  jsonRequest,
  withModel,
} from './model-fixture.js';

const test = base.extend<{ file: string }>({
  file: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-cassette-'));
    await use(join(folder, 'dialogue', 'navigator.jsonl'));
    rmSync(folder, { recursive: true });
  },
});

interface RunResult {
  results: ModelResult[];
  report: CassetteReport;
  /** Number of requests that reached the server. */
  liveRequestCount: number;
  pieces: string[];
}

interface RunOptions {
  provider?: Provider;
  redactor?: Redactor;
  streamed?: boolean;
  passed?: boolean;
}

async function run(
  file: string,
  mode: CassetteMode,
  policy: AnswerFunction,
  requests: ChatRequest[],
  { provider = 'openai', redactor = createRedactor(), streamed = false, passed = true }: RunOptions = {},
): Promise<RunResult> {
  const cassette = openCassette(file, mode, redactor, () => new Date(0));
  const results: ModelResult[] = [];
  const pieces: string[] = [];
  let liveRequestCount = 0;
  await withModel(policy, { provider, parts: { cassette, redactor } }, async (model, server) => {
    for (const request of requests)
      results.push(await ask(model, request, streamed ? { onText: (piece) => pieces.push(piece) } : {}));
    liveRequestCount = server.requests.length;
  });
  return { results, pieces, liveRequestCount, report: cassette.finish(passed) };
}

const textRequest = (text: string): ChatRequest => ({
  ...chatRequest,
  messages: [{ role: 'user', content: text }],
});
const echoPolicy: AnswerFunction = ({ prompt, requestIndex }) => ({
  text: `${requestIndex}: ${prompt}`,
  usage: { prompt: 40, cached: 8 },
});
const failEveryRequest: AnswerFunction = () => ({ status: 500, message: 'no request was expected' });
const readRows = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const readAnswers = (file: string): Record<string, unknown>[] => readRows(file).filter((row) => 'key' in row);

for (const provider of ['openai', 'anthropic'] as const)
  for (const streamed of [false, true])
    test(`${provider}, ${streamed ? 'streamed' : 'not streamed'}: a recording is replayed without a server`, async ({
      file,
    }) => {
      const options = { provider, streamed };
      const firstRun = await run(
        file,
        'record',
        echoPolicy,
        [textRequest('one'), textRequest('two'), imageRequest],
        options,
      );
      expect(firstRun).toMatchObject({ liveRequestCount: 3, report: { recordedCount: 3, hitCount: 0 } });
      const second = await run(
        file,
        'replay',
        failEveryRequest,
        [textRequest('one'), textRequest('two'), imageRequest],
        options,
      );
      expect(second).toMatchObject({ liveRequestCount: 0, report: { hitCount: 3, misses: [], unused: [] } });
      const withoutRecorded = (results: ModelResult[]) => results.map((one) => ({ ...one, recorded: null }));
      expect(withoutRecorded(second.results)).toEqual(withoutRecorded(firstRun.results));
      expect(second.results.every((one) => one.ok && one.recorded && one.usage.cachedTokens === 8)).toBe(
        true,
      );
      expect(second.pieces).toEqual(firstRun.pieces);
    });

test('a replay needs no server, no key and no existing URL', async ({ file }) => {
  await run(file, 'record', echoPolicy, [textRequest('one')]);
  const cassette = openCassette(file, 'replay', createRedactor());
  const model = createModelAt('https://api.openai.com', { settings: { key: null }, parts: { cassette } });
  // Another URL, but the cassette contains the name of the token limit that the server accepts.
  expect(await ask(model, textRequest('one'))).toMatchObject({ ok: true, text: '0: one', recorded: true });
  await model.close();
});

test('identical requests get their answers in the recorded order', async ({ file }) => {
  await run(file, 'record', echoPolicy, [textRequest('again'), textRequest('again')]);
  const { results } = await run(file, 'replay', failEveryRequest, [
    textRequest('again'),
    textRequest('again'),
    textRequest('again'),
  ]);
  expect(results.map((one) => one.ok && one.text)).toEqual(['0: again', '1: again', false]);
  expect(results[2]).toMatchObject({
    kind: 'cassette',
    sentence: expect.stringMatching(/was recorded 2 times, but this is request number 3/),
  });
});

test('the error for a missing request names the file, the call, the most similar request and the difference', async ({
  file,
}) => {
  await run(file, 'record', echoPolicy, [
    textRequest('Click the blue button, please.'),
    textRequest('Something else altogether.'),
  ]);
  const { results, liveRequestCount, report } = await run(file, 'replay', failEveryRequest, [
    textRequest('Click the blue bottle, please.'),
  ]);
  expect(liveRequestCount).toBe(0);
  expect(results[0]).toMatchObject({ ok: false, kind: 'cassette', attempts: 1 });
  if (results[0]!.ok) return;
  const { sentence } = results[0]!;
  expect(sentence).toContain(`${file}: call 1 (/chat/completions, test-model) is not in the cassette`);
  expect(sentence).toContain(
    'nearest is line 1: messages.0.content at char 16: recorded …"lick the blue button, please.", now …"lick the blue bottle, please."',
  );
  expect(report.misses).toEqual([sentence]);
  expect(report.unused).toMatchObject([
    { line: 1, n: 1, prompt: 'Click the blue button, please.' },
    { prompt: 'Something else altogether.' },
  ]);
});

test('the request key includes the model and its sampling settings, but not streaming', async ({ file }) => {
  await run(file, 'record', echoPolicy, [textRequest('one')]);
  const misses = await run(file, 'replay', failEveryRequest, [
    { ...textRequest('one'), temperature: 0 },
    { ...textRequest('one'), maxTokens: 7 },
  ]);
  expect(misses.report).toMatchObject({ hitCount: 0 });
  expect(misses.results[0]).toMatchObject({
    sentence: expect.stringMatching(/temperature: not in the recording, now "?0/),
  });
  const hit = await run(
    file,
    'replay',
    failEveryRequest,
    [{ ...textRequest('one'), extra: { user: 'x', store: false, metadata: { a: 1 } } }],
    { streamed: true },
  );
  expect(hit.report).toMatchObject({ hitCount: 1 });
  expect(hit.pieces).toEqual(['0: one']);
});

test('local ports in requests and answers may differ between runs', async ({ file }) => {
  const firstText = 'On http://127.0.0.1:41001/a and http://localhost:41002/b';
  const second = 'On http://127.0.0.1:52001/a and http://localhost:52002/b';
  await run(file, 'record', ({ prompt }) => ({ text: `load ${prompt}` }), [textRequest(firstText)]);
  expect(readFileSync(file, 'utf8')).not.toContain('41001');
  const { results } = await run(file, 'replay', failEveryRequest, [textRequest(second)]);
  expect(results[0]).toMatchObject({ ok: true, text: `load ${second}` });
});

test('in auto mode, only missing requests are sent, and their answers are added', async ({ file }) => {
  await run(file, 'auto', echoPolicy, [textRequest('one')]);
  const { liveRequestCount, report } = await run(file, 'auto', echoPolicy, [
    textRequest('one'),
    textRequest('two'),
  ]);
  expect({ liveRequestCount, report }).toMatchObject({
    liveRequestCount: 1,
    report: { hitCount: 1, recordedCount: 1 },
  });
  expect(
    (await run(file, 'replay', failEveryRequest, [textRequest('two'), textRequest('one')])).report,
  ).toMatchObject({ hitCount: 2 });
});

test('a new recording replaces the old one only if the run passed', async ({ file }) => {
  await run(file, 'record', echoPolicy, [textRequest('old')]);
  await run(file, 'record', echoPolicy, [textRequest('new')], { passed: false });
  expect(readAnswers(file)).toMatchObject([{ req: { messages: [{ content: 'old' }] } }]);
  expect(existsSync(`${file}.recording`)).toBe(false);
  await run(file, 'record', echoPolicy, [textRequest('new')]);
  expect(readAnswers(file)).toMatchObject([{ req: { messages: [{ content: 'new' }] } }]);
});

test('errors, broken answers and failed attempts are not stored', async ({ file }) => {
  const behaviours: ServerBehaviour[] = [
    { status: 429, headers: { 'retry-after-ms': '1' } },
    { text: 'first' },
    { status: 400, message: 'no' },
    { cut: 'half' },
    { raw: '{' },
  ];
  await run(
    file,
    'record',
    ({ requestIndex }) => behaviours[requestIndex]!,
    [textRequest('a'), textRequest('b'), textRequest('c'), textRequest('d')],
    {
      streamed: true,
    },
  );
  expect(readAnswers(file)).toMatchObject([{ n: 1, status: 200, req: { messages: [{ content: 'a' }] } }]);
  expect((await run(file, 'replay', failEveryRequest, [textRequest('a')])).report).toMatchObject({
    hitCount: 1,
  });
});

test('the cassette contains what was learned about the server, so a replay sends the same requests', async ({
  file,
}) => {
  const withoutJsonMode: AnswerFunction = ({ body }) =>
    body.response_format
      ? { status: 400, message: 'response_format is not supported' }
      : { text: '{"act":"click"}' };
  const firstRun = await run(file, 'record', withoutJsonMode, [jsonRequest]);
  expect(firstRun).toMatchObject({ liveRequestCount: 3, report: { recordedCount: 1 } });
  const second = await run(file, 'replay', failEveryRequest, [jsonRequest]);
  expect(second.results[0]).toMatchObject({ ok: true, mode: 'text', attempts: 1 });
  expect(second.liveRequestCount).toBe(0);
});

test('what this machine later learns about the server does not change a replay', async ({ file }) => {
  await run(file, 'record', ({ prompt }) => ({ text: `{"act":"${prompt.length}"}` }), [jsonRequest]);
  const redactor = createRedactor();
  const cassette = openCassette(file, 'replay', redactor);
  const knowledgeStore = createProcessKnowledgeStore();
  const url = 'http://127.0.0.1:9';
  const { refuses, ...rest } = createModelAt(url).getKnowledge();
  knowledgeStore.set(toServerId(createSettings(url)), {
    ...rest,
    json: 'text',
    refuses: [...refuses, 'system'],
  });
  const model = createModelAt(url, { parts: { cassette, knowledgeStore, redactor } });
  expect(await ask(model, jsonRequest)).toMatchObject({ ok: true, mode: 'json_schema', recorded: true });
  await model.close();
});

test('recording the same run twice produces identical rows', async ({ file }) => {
  await run(file, 'record', echoPolicy, [textRequest('one'), jsonRequest]);
  const firstRecording = readFileSync(file, 'utf8');
  await run(file, 'record', echoPolicy, [textRequest('one'), jsonRequest]);
  expect(readFileSync(file, 'utf8')).toBe(firstRecording);
});

test('images are stored as hashes', async ({ file }) => {
  for (const provider of ['openai', 'anthropic'] as const) {
    await run(file, 'record', echoPolicy, [imageRequest], { provider });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('iVBORw0KGgo');
    expect(text).toMatch(/<image(\/png)? [0-9a-f]{16}>/);
  }
});

test('no secret from a request or an answer is stored, not even part of one', async ({ file }) => {
  const redactor = createRedactor();
  redactor.add('PASSWORD', 'correct-horse-battery');
  redactor.add('API_KEY', 'key-for-tests');
  for (const provider of ['openai', 'anthropic'] as const)
    for (const streamed of [false, true]) {
      await run(
        file,
        'record',
        () => ({ text: 'I typed correct-horse-battery for you.', pieceCount: 9 }),
        [textRequest('Type correct-horse-battery, please.')],
        { redactor, provider, streamed },
      );
      const text = readFileSync(file, 'utf8');
      expect(text).not.toMatch(/correct-horse|battery|key-for-tests/);
      const { results } = await run(
        file,
        'replay',
        failEveryRequest,
        [textRequest('Type correct-horse-battery, please.')],
        {
          redactor,
          provider,
          streamed,
        },
      );
      expect(results[0]).toMatchObject({ ok: true, text: 'I typed <PASSWORD> for you.' });
    }
});

test('a missing or broken cassette is reported with its path', async ({ file }) => {
  const redactor = createRedactor();
  expect(() => openCassette(file, 'replay', redactor)).toThrow(`There is no cassette “${file}”.`);
  await run(file, 'record', echoPolicy, [textRequest('one')]);
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"v":1,"key":\n`);
  expect(() => openCassette(file, 'replay', redactor)).toThrow(
    new RegExp(`${file}:\\d+ is not a row of a cassette`),
  );
});

test('a disabled cassette is neither read nor written', async ({ file }) => {
  const { liveRequestCount, report } = await run(file, 'off', echoPolicy, [textRequest('one')]);
  expect({ liveRequestCount, report }).toMatchObject({
    liveRequestCount: 1,
    report: { hitCount: 0, recordedCount: 0, unused: [] },
  });
  expect(existsSync(file)).toBe(false);
});

test('a session’s inputs are stored with its first answer and replayed', async ({ file }) => {
  const open = (mode: CassetteMode) => openCassette(file, mode, createRedactor());
  const header = { seed: 'first', today: '2026-01-31' };
  const recording = open('record');
  expect(recording.getHeader()).toBeNull();
  recording.setHeader(header);
  expect(readFileSync(`${file}.recording`, 'utf8')).toBe('');
  recording.store(
    '/v1/chat/completions',
    { model: 'm' },
    { status: 200, type: 'application/json', text: '{}' },
  );
  recording.finish(true);
  expect(readRows(file)[0]).toEqual({ v: 1, ...header });
  const replay = open('replay');
  expect(replay.getHeader()).toEqual(header);
  replay.setHeader({ seed: 'another', today: '2026-02-01' });
  expect(replay.getReport().unused).toHaveLength(1);
  expect(readRows(file)).toHaveLength(2);
});

test('identical session inputs are stored only once', async ({ file }) => {
  const add = (seed: string, prompt: string): void => {
    const cassette = openCassette(file, 'auto', createRedactor());
    cassette.setHeader({ seed, today: '2026-01-31' });
    cassette.store('/v1/completions', { prompt }, { status: 200, type: 'application/json', text: '{}' });
  };
  add('one', 'a');
  add('one', 'b');
  add('two', 'c');
  expect(readRows(file).map((row) => row.seed ?? 'answer')).toEqual([
    'one',
    'answer',
    'answer',
    'two',
    'answer',
  ]);
  expect(openCassette(file, 'auto', createRedactor()).getHeader()?.seed).toBe('two');
});
