/** Everything that can go wrong between a question and its answer has a kind, one sentence and a next step. */
import { expect, test } from '@playwright/test';

import type { ModelLimits, ModelRequest, Provider, TroubleKind } from '../../src/llm/index.js';
import { problemOf } from '../../src/llm/index.js';
import type { Deed, Policy } from '../support/fake-model-server.js';
import { hello, looking, modelAt, put, shaped, withModel } from './asking.js';

interface Case {
  what: string;
  deed: Deed;
  kind: TroubleKind;
  sentence: RegExp;
  request?: ModelRequest;
  provider?: Provider;
  streamed?: boolean;
  limits?: Partial<ModelLimits>;
}

const once: Partial<ModelLimits> = { maxRetries: 0 };
const BIG = 'x'.repeat(10_000_000);

const CASES: Case[] = [
  {
    what: 'a wrong key',
    deed: { status: 401, message: 'Incorrect API key provided', code: 'invalid_api_key' },
    kind: 'key',
    sentence: /does not accept the key from TEST_KEY \(HTTP 401\)/,
  },
  {
    what: 'a wrong key',
    provider: 'anthropic',
    deed: { status: 401, message: 'invalid bearer token', code: 'authentication_error' },
    kind: 'key',
    sentence: /does not accept the key/,
  },
  {
    what: 'a used-up account',
    deed: { status: 429, message: 'You exceeded your current quota', code: 'insufficient_quota' },
    kind: 'quota',
    sentence: /used up/,
  },
  {
    what: 'an unknown model',
    deed: { status: 404, message: 'The model `test-model` does not exist', code: 'model_not_found' },
    kind: 'model',
    sentence: /has no model “test-model” \(HTTP 404\)/,
  },
  {
    what: 'an unknown model',
    provider: 'anthropic',
    deed: { status: 404, message: 'model: test-model not found', code: 'not_found_error' },
    kind: 'model',
    sentence: /has no model “test-model”/,
  },
  {
    what: 'a wrong address',
    deed: { status: 404, body: '<!doctype html><h1>404</h1>' },
    kind: 'address',
    sentence: /no model API at http.*a web page/,
  },
  {
    what: 'a page instead of an answer',
    deed: { raw: '<!DOCTYPE html><p>Welcome', type: 'text/html' },
    kind: 'garbled',
    sentence: /answered with a web page/,
  },
  {
    what: 'a model without eyes',
    deed: { status: 400, message: 'test-model is not a multimodal model' },
    request: looking,
    kind: 'vision',
    sentence: /“test-model” does not accept images/,
  },
  {
    what: 'a prompt that is too long',
    deed: {
      status: 400,
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5,123 tokens (5023 in the messages, 100 in the completion).",
      code: 'context_length_exceeded',
    },
    kind: 'context',
    sentence: /too long for “test-model” \(HTTP 400\): 5123 tokens, but only 4096 fit/,
  },
  {
    what: 'a prompt that is too long',
    provider: 'anthropic',
    deed: {
      status: 400,
      message: 'prompt is too long: 210000 tokens > 200000 maximum',
      code: 'invalid_request_error',
    },
    kind: 'context',
    sentence: /210000 tokens, but only 200000 fit/,
  },
  {
    what: 'no room left while answering',
    provider: 'anthropic',
    deed: { text: 'And then', finish: 'model_context_window_exceeded' },
    kind: 'context',
    sentence: /ran out of room/,
  },
  {
    what: 'another refused request',
    deed: { status: 400, message: 'top_k must be positive' },
    kind: 'request',
    sentence: /rejected the request \(HTTP 400\): “top_k must be positive”/,
  },
  { what: 'an empty answer', deed: { text: '' }, kind: 'empty', sentence: /gave an empty answer/ },
  {
    what: 'an empty answer',
    deed: { text: '' },
    streamed: true,
    kind: 'empty',
    sentence: /gave an empty answer/,
  },
  {
    what: 'an empty answer',
    provider: 'anthropic',
    deed: { text: '' },
    kind: 'empty',
    sentence: /gave an empty answer/,
  },
  {
    what: 'thoughts that take all the room',
    deed: { text: '', thoughts: 'Hm.', finish: 'length' },
    kind: 'cut-short',
    sentence: /used up all 100 tokens of its answer on thoughts/,
  },
  {
    what: 'a refusal in words',
    deed: { text: '', refusal: 'I cannot help with that.' },
    kind: 'refused',
    sentence: /refused: “I cannot help with that\.”/,
  },
  {
    what: 'a refusal in words',
    deed: { text: '', refusal: 'I cannot help with that.' },
    streamed: true,
    kind: 'refused',
    sentence: /refused: “I cannot help with that\.”/,
  },
  {
    what: 'a filtered answer',
    deed: { text: '', finish: 'content_filter' },
    kind: 'refused',
    sentence: /refused to answer/,
  },
  {
    what: 'a refusal',
    provider: 'anthropic',
    deed: { text: '', finish: 'refusal' },
    streamed: true,
    kind: 'refused',
    sentence: /refused to answer/,
  },
  {
    what: 'prose for JSON',
    deed: { text: 'I would click it.' },
    request: shaped,
    kind: 'not-json',
    sentence: /is no JSON/,
  },
  {
    what: 'broken JSON',
    deed: { text: '{"act": click' },
    request: shaped,
    kind: 'not-json',
    sentence: /holds no JSON that can be read/,
  },
  {
    what: 'two decisions',
    deed: { text: '{"act":"click"} or {"act":"type"}' },
    request: shaped,
    kind: 'not-json',
    sentence: /holds 2 different JSON objects/,
  },
  {
    what: 'a list',
    deed: { text: '["click"]' },
    request: shaped,
    kind: 'not-json',
    sentence: /is JSON but no object/,
  },
  {
    what: 'JSON that is cut off',
    deed: { text: '{"act": "cl', finish: 'length' },
    request: shaped,
    kind: 'cut-short',
    sentence: /cut off at 100 tokens/,
  },
  {
    what: 'an answer of 10 MB',
    deed: { text: BIG },
    kind: 'too-long',
    sentence: /cut off at \d+ bytes; the limit is 8000000/,
  },
  {
    what: 'an answer of 10 MB',
    deed: { text: BIG, pieces: 500 },
    streamed: true,
    kind: 'too-long',
    sentence: /cut off at \d+ bytes/,
  },
  {
    what: 'an error of 10 MB',
    deed: { status: 400, message: BIG },
    kind: 'too-long',
    sentence: /cut off at \d+ bytes/,
  },
  {
    what: 'a stream without end',
    deed: { endless: 'and on ' },
    streamed: true,
    limits: { maxAnswerBytes: 200_000 },
    kind: 'too-long',
    sentence: /the limit is 200000/,
  },
  {
    what: 'a stream without end',
    provider: 'anthropic',
    deed: { endless: 'and on ' },
    streamed: true,
    limits: { maxAnswerBytes: 200_000 },
    kind: 'too-long',
    sentence: /the limit is 200000/,
  },
  {
    what: 'a stream without end, in time',
    deed: { endless: 'and on ' },
    streamed: true,
    limits: { totalMs: 300, maxAnswerBytes: 1e12 },
    kind: 'timeout',
    sentence: /did not finish its answer within 0\.3 s/,
  },
  {
    what: 'a server that says nothing',
    deed: { silence: true },
    limits: { startMs: 300 },
    kind: 'timeout',
    sentence: /did not start to answer within 0\.3 s/,
  },
  {
    what: 'a server that says nothing but its headers',
    deed: { silence: true, headers: true },
    streamed: true,
    limits: { startMs: 300 },
    kind: 'timeout',
    sentence: /did not start to answer/,
  },
  {
    what: 'a server that falls silent',
    deed: { silence: true, first: 'Well,' },
    streamed: true,
    limits: { idleMs: 300 },
    kind: 'timeout',
    sentence: /sent nothing for 0\.3 s/,
  },
  {
    what: 'a server that is gone in the middle',
    deed: { cut: 'I was about to' },
    streamed: true,
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    what: 'a server that is gone in the middle',
    provider: 'anthropic',
    deed: { cut: 'I was about to' },
    streamed: true,
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    what: 'a server that is gone in the middle',
    deed: { cut: 'I was about to' },
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    what: 'a stream that ends too early',
    deed: { cut: 'I was about to', end: true },
    streamed: true,
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    what: 'a stream that ends too early',
    provider: 'anthropic',
    deed: { cut: 'I was about to', end: true },
    streamed: true,
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    what: 'a malformed answer',
    deed: { raw: '{"choices": [{"message"' },
    kind: 'garbled',
    sentence: /sent an answer that is no JSON/,
  },
  {
    what: 'JSON that is no answer',
    deed: { raw: '{"hello": 1}' },
    kind: 'garbled',
    sentence: /JSON that is no answer of a model/,
  },
  {
    what: 'a malformed stream',
    deed: { raw: 'data: {"choices": [{\n\ndata: [DONE]\n\n', type: 'text/event-stream' },
    streamed: true,
    kind: 'garbled',
    sentence: /a stream that cannot be read/,
  },
  {
    what: 'a malformed stream',
    provider: 'anthropic',
    deed: { raw: 'event: message_start\ndata: {"type"\n\n', type: 'text/event-stream' },
    streamed: true,
    kind: 'garbled',
    sentence: /a stream that cannot be read/,
  },
  {
    what: 'an error inside a stream',
    deed: {
      raw: 'data: {"error":{"message":"CUDA out of memory","type":"server_error"}}\n\n',
      type: 'text/event-stream',
    },
    streamed: true,
    limits: once,
    kind: 'server',
    sentence: /failed: “CUDA out of memory”/,
  },
  {
    what: 'an error inside a stream',
    provider: 'anthropic',
    deed: {
      raw: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      type: 'text/event-stream',
    },
    streamed: true,
    limits: once,
    kind: 'server',
    sentence: /failed: “Overloaded”/,
  },
  {
    what: 'an error that is called a success',
    deed: { raw: '{"error":{"message":"No endpoints found that support image input","code":404}}' },
    request: looking,
    kind: 'vision',
    sentence: /does not accept images/,
  },
  {
    what: 'too many requests',
    deed: { status: 429, message: 'Slow down', code: 'rate_limit_exceeded' },
    limits: once,
    kind: 'rate-limit',
    sentence: /accepts no more requests for now \(HTTP 429\): “Slow down”/,
  },
  {
    what: 'a server error',
    deed: { status: 503, body: '<html>Bad gateway' },
    limits: once,
    kind: 'server',
    sentence: /failed \(HTTP 503\): “a web page”/,
  },
  {
    what: 'a connection that is closed at once',
    deed: { hangUp: true },
    limits: once,
    kind: 'unreachable',
    sentence: /cannot be reached: it closed the connection/,
  },
];

for (const { what, deed, kind, sentence, request = hello, provider = 'openai', streamed, limits } of CASES)
  test(`${what} (${provider}${streamed ? ', streamed' : ''}): ${kind}`, async () => {
    await withModel(
      () => deed,
      { provider, limits },
      async (model, server) => {
        const asked = await put(model, request, streamed ? { onText: () => undefined } : {});
        expect(asked).toMatchObject({ ok: false, kind, sentence: expect.stringMatching(sentence) });
        if (asked.ok) return;
        expect(asked.next).toMatch(/^\S.*\.$/);
        expect(asked.sentence).toMatch(/[.”]$/);
        expect(asked.sentence.length).toBeLessThan(600);
        expect(asked.raw?.length ?? 0).toBeLessThanOrEqual(64_000);
        // Nothing is tried again, and nothing is left open.
        expect(server.asked).toHaveLength(1);
        await expect.poll(() => server.open()).toBe(0);
      },
    );
  });

test('a server that is not there is unreachable', async () => {
  const model = modelAt('http://127.0.0.1:9', { limits: once });
  const asked = await put(model);
  expect(asked).toMatchObject({ ok: false, kind: 'unreachable', raw: null });
  if (!asked.ok) expect(asked.sentence).toContain('http://127.0.0.1:9/v1 cannot be reached: ');
  await model.close();
});

test('the raw answer is at hand, without secrets', async () => {
  await withModel(
    () => ({ status: 401, message: 'Incorrect API key provided: sk-abcdefghijklmnopqrstuvw12345' }),
    {},
    async (model) => {
      const asked = await put(model);
      expect(asked).toMatchObject({
        ok: false,
        raw: expect.stringContaining('Incorrect API key provided: <KEY>'),
      });
      expect(JSON.stringify(asked)).not.toContain('abcdefghijklmnop');
    },
  );
});

test('the key is masked wherever a server repeats it; one that is but a word is not looked for', async () => {
  const repeat: Policy = ({ headers }) => ({
    status: 401,
    message: `No such key: ${String(headers.authorization)}`,
  });
  await withModel(repeat, { settings: { key: 'abc-123-def-456' } }, async (model) => {
    const asked = await put(model);
    expect(JSON.stringify(asked)).not.toContain('abc-123');
    expect(asked).toMatchObject({ raw: expect.stringContaining('<API_KEY>') });
  });
  await withModel(
    ({ prompt }) => ({ text: prompt }),
    { settings: { key: 'prices' } },
    async (model) => {
      expect(await put(model)).toMatchObject({ text: expect.stringContaining('Open the prices.') });
    },
  );
});

test('a key that cannot be sent is told, without it', async () => {
  await withModel(
    () => ({ text: 'Yes.' }),
    { settings: { key: 'ключ-от-сервера' } },
    async (model, server) => {
      const asked = await put(model);
      expect(asked).toMatchObject({
        ok: false,
        kind: 'request',
        sentence: expect.stringContaining('holds a character'),
      });
      expect(JSON.stringify(asked)).not.toContain('ключ');
      expect(server.asked).toHaveLength(0);
    },
  );
});

test('a missing key is told before anything is sent', async () => {
  for (const [provider, baseUrl] of [
    ['openai', 'https://api.openai.com/v1'],
    ['anthropic', 'https://api.anthropic.com'],
  ] as const) {
    const model = modelAt('http://127.0.0.1:9', { provider, settings: { key: null, baseUrl } });
    expect(await put(model)).toMatchObject({
      ok: false,
      kind: 'key',
      sentence: `${baseUrl} requires a key, but TEST_KEY contains none.`,
      attempts: 0,
    });
    await model.close();
  }
});

test('a server that wants a key where there is none names where it should be', async () => {
  const settings = { key: null };
  await withModel(
    () => ({ status: 401, message: 'Unauthorized' }),
    { settings },
    async (model) => {
      const asked = await put(model);
      expect(asked).toMatchObject({
        ok: false,
        kind: 'key',
        sentence: expect.stringMatching(/requires a key, but TEST_KEY contains none/),
      });
    },
  );
});

test('a model without eyes is not shown a second picture', async () => {
  await withModel(
    () => ({ status: 400, message: 'image input is not supported' }),
    {},
    async (model, server) => {
      await put(model, looking);
      expect(await put(model, looking)).toMatchObject({ ok: false, kind: 'vision', attempts: 0 });
      expect(server.asked).toHaveLength(1);
    },
  );
});

test('a prompt that cannot fit is refused here, with numbers', async () => {
  const settings = { contextTokens: 1000 };
  const long: ModelRequest = { ...hello, messages: [{ role: 'user', content: 'word '.repeat(2000) }] };
  await withModel(
    () => ({ text: 'Yes.' }),
    { settings },
    async (model, server) => {
      const asked = await put(model, long);
      expect(asked).toMatchObject({ ok: false, kind: 'context', context: { limit: 1000 } });
      if (!asked.ok)
        expect(asked.sentence).toMatch(/about 2\d{3} tokens and 100 for the answer, but only 1000 fit/);
      expect(server.asked).toHaveLength(0);
    },
  );
});

test('a trouble is a problem of the budget or of what is around', () => {
  const told = { sentence: 'So it is.', next: 'Do this.' };
  expect(problemOf({ kind: 'budget', ...told })).toMatchObject({
    kind: 'budget',
    message: 'So it is.',
    next: 'Do this.',
  });
  expect(problemOf({ kind: 'gone', ...told })).toMatchObject({ kind: 'infra' });
});
