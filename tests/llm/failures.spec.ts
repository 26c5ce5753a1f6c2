/** Every failure of a request has a kind, a message and a next step. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { expect, test } from '../support/browser.js';
import type { ModelLimits, ModelRequest, Provider, ModelFailureKind } from '../../src/llm/index.js';
import { toParleyError } from '../../src/llm/index.js';
import { CERTIFICATE } from '../support/certificate.js';
import { startServer } from '../support/server.js';
import type { ServerBehaviour, AnswerFunction } from '../support/fake-model-server.js';
import { chatRequest, imageRequest, createModelAt, ask, jsonRequest, withModel } from './model-fixture.js';

interface Case {
  description: string;
  behaviour: ServerBehaviour;
  kind: ModelFailureKind;
  sentence: RegExp;
  request?: ModelRequest;
  provider?: Provider;
  streamed?: boolean;
  limits?: Partial<ModelLimits>;
}

const WITHOUT_RETRY: Partial<ModelLimits> = { maxRetries: 0 };
const BIG = 'x'.repeat(10_000_000);

const CASES: Case[] = [
  {
    description: 'a wrong key',
    behaviour: { status: 401, message: 'Incorrect API key provided', code: 'invalid_api_key' },
    kind: 'key',
    sentence: /does not accept the key from TEST_KEY \(HTTP 401\)/,
  },
  {
    description: 'a wrong key',
    provider: 'anthropic',
    behaviour: { status: 401, message: 'invalid bearer token', code: 'authentication_error' },
    kind: 'key',
    sentence: /does not accept the key/,
  },
  {
    description: 'a used-up account',
    behaviour: { status: 429, message: 'You exceeded your current quota', code: 'insufficient_quota' },
    kind: 'quota',
    sentence: /used up/,
  },
  {
    description: 'an unknown model',
    behaviour: { status: 404, message: 'The model `test-model` does not exist', code: 'model_not_found' },
    kind: 'model',
    sentence: /has no model “test-model” \(HTTP 404\)/,
  },
  {
    description: 'an unknown model',
    provider: 'anthropic',
    behaviour: { status: 404, message: 'model: test-model not found', code: 'not_found_error' },
    kind: 'model',
    sentence: /has no model “test-model”/,
  },
  {
    description: 'a wrong URL',
    behaviour: { status: 404, body: '<!doctype html><h1>404</h1>' },
    kind: 'address',
    sentence: /no model API at http.*a web page/,
  },
  {
    description: 'a page instead of an answer',
    behaviour: { raw: '<!DOCTYPE html><p>Welcome', type: 'text/html' },
    kind: 'garbled',
    sentence: /answered with a web page/,
  },
  {
    description: 'a model that cannot read images',
    behaviour: { status: 400, message: 'test-model is not a multimodal model' },
    request: imageRequest,
    kind: 'vision',
    sentence: /“test-model” does not accept images/,
  },
  {
    description: 'a prompt that is too long',
    behaviour: {
      status: 400,
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5,123 tokens (5023 in the messages, 100 in the completion).",
      code: 'context_length_exceeded',
    },
    kind: 'context',
    sentence: /too long for “test-model” \(HTTP 400\): 5123 tokens, but only 4096 fit/,
  },
  {
    description: 'a prompt that is too long',
    provider: 'anthropic',
    behaviour: {
      status: 400,
      message: 'prompt is too long: 210000 tokens > 200000 maximum',
      code: 'invalid_request_error',
    },
    kind: 'context',
    sentence: /210000 tokens, but only 200000 fit/,
  },
  {
    description: 'an answer that exceeds the context',
    provider: 'anthropic',
    behaviour: { text: 'And then', finish: 'model_context_window_exceeded' },
    kind: 'context',
    sentence: /ran out of room/,
  },
  {
    description: 'another refused request',
    behaviour: { status: 400, message: 'top_k must be positive' },
    kind: 'request',
    sentence: /rejected the request \(HTTP 400\): “top_k must be positive”/,
  },
  {
    description: 'an empty answer',
    behaviour: { text: '' },
    kind: 'empty',
    sentence: /gave an empty answer/,
  },
  {
    description: 'an empty answer',
    behaviour: { text: '' },
    streamed: true,
    kind: 'empty',
    sentence: /gave an empty answer/,
  },
  {
    description: 'an empty answer',
    provider: 'anthropic',
    behaviour: { text: '' },
    kind: 'empty',
    sentence: /gave an empty answer/,
  },
  {
    description: 'reasoning that uses all tokens',
    behaviour: { text: '', thoughts: 'Hm.', finish: 'length' },
    kind: 'cut-short',
    sentence: /used all 100 answer tokens on thoughts/,
  },
  {
    description: 'a refusal',
    behaviour: { text: '', refusal: 'I cannot help with that.' },
    kind: 'refused',
    sentence: /refused: “I cannot help with that\.”/,
  },
  {
    description: 'a refusal',
    behaviour: { text: '', refusal: 'I cannot help with that.' },
    streamed: true,
    kind: 'refused',
    sentence: /refused: “I cannot help with that\.”/,
  },
  {
    description: 'a filtered answer',
    behaviour: { text: '', finish: 'content_filter' },
    kind: 'refused',
    sentence: /refused to answer/,
  },
  {
    description: 'a refusal',
    provider: 'anthropic',
    behaviour: { text: '', finish: 'refusal' },
    streamed: true,
    kind: 'refused',
    sentence: /refused to answer/,
  },
  {
    description: 'prose instead of JSON',
    behaviour: { text: 'I would click it.' },
    request: jsonRequest,
    kind: 'not-json',
    sentence: /is not JSON/,
  },
  {
    description: 'broken JSON',
    behaviour: { text: '{"act": click' },
    request: jsonRequest,
    kind: 'not-json',
    sentence: /contains no valid JSON/,
  },
  {
    description: 'two JSON objects',
    behaviour: { text: '{"act":"click"} or {"act":"type"}' },
    request: jsonRequest,
    kind: 'not-json',
    sentence: /contains 2 different JSON objects/,
  },
  {
    description: 'a list instead of an object',
    behaviour: { text: '["click"]' },
    request: jsonRequest,
    kind: 'not-json',
    sentence: /is JSON but not an object/,
  },
  {
    description: 'JSON that is cut off',
    behaviour: { text: '{"act": "cl', finish: 'length' },
    request: jsonRequest,
    kind: 'cut-short',
    sentence: /cut off at 100 tokens/,
  },
  {
    description: 'an answer of 10 MB',
    behaviour: { text: BIG },
    kind: 'too-long',
    sentence: /cut off at \d+ bytes; the limit is 8000000/,
  },
  {
    description: 'an answer of 10 MB',
    behaviour: { text: BIG, pieceCount: 500 },
    streamed: true,
    kind: 'too-long',
    sentence: /cut off at \d+ bytes/,
  },
  {
    description: 'an error of 10 MB',
    behaviour: { status: 400, message: BIG },
    kind: 'too-long',
    sentence: /cut off at \d+ bytes/,
  },
  {
    description: 'an endless stream',
    behaviour: { endless: 'and on ' },
    streamed: true,
    limits: { maxAnswerBytes: 200_000 },
    kind: 'too-long',
    sentence: /the limit is 200000/,
  },
  {
    description: 'an endless stream',
    provider: 'anthropic',
    behaviour: { endless: 'and on ' },
    streamed: true,
    limits: { maxAnswerBytes: 200_000 },
    kind: 'too-long',
    sentence: /the limit is 200000/,
  },
  {
    description: 'an endless stream, in time',
    behaviour: { endless: 'and on ' },
    streamed: true,
    limits: { totalMs: 300, maxAnswerBytes: 1e12 },
    kind: 'timeout',
    sentence: /did not finish its answer within 0\.3 s/,
  },
  {
    description: 'a server that does not answer',
    behaviour: { silence: true },
    limits: { startMs: 300 },
    kind: 'timeout',
    sentence: /did not start to answer within 0\.3 s/,
  },
  {
    description: 'a server that sends only headers',
    behaviour: { silence: true, headers: true },
    streamed: true,
    limits: { startMs: 300 },
    kind: 'timeout',
    sentence: /did not start to answer/,
  },
  {
    description: 'a server that stops sending',
    behaviour: { silence: true, first: 'Well,' },
    streamed: true,
    limits: { idleMs: 300 },
    kind: 'timeout',
    sentence: /sent nothing for 0\.3 s/,
  },
  {
    description: 'a connection that breaks during the answer',
    behaviour: { cut: 'I was about to' },
    streamed: true,
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    description: 'a connection that breaks during the answer',
    provider: 'anthropic',
    behaviour: { cut: 'I was about to' },
    streamed: true,
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    description: 'a connection that breaks during the answer',
    behaviour: { cut: 'I was about to' },
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    description: 'a stream that ends too early',
    behaviour: { cut: 'I was about to', end: true },
    streamed: true,
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    description: 'a stream that ends too early',
    provider: 'anthropic',
    behaviour: { cut: 'I was about to', end: true },
    streamed: true,
    kind: 'gone',
    sentence: /broke off in the middle/,
  },
  {
    description: 'a malformed answer',
    behaviour: { raw: '{"choices": [{"message"' },
    kind: 'garbled',
    sentence: /sent an answer that is not JSON/,
  },
  {
    description: 'JSON that is not an answer',
    behaviour: { raw: '{"hello": 1}' },
    kind: 'garbled',
    sentence: /JSON that is not a model’s answer/,
  },
  {
    description: 'a malformed stream',
    behaviour: { raw: 'data: {"choices": [{\n\ndata: [DONE]\n\n', type: 'text/event-stream' },
    streamed: true,
    kind: 'garbled',
    sentence: /a stream that cannot be read/,
  },
  {
    description: 'a malformed stream',
    provider: 'anthropic',
    behaviour: { raw: 'event: message_start\ndata: {"type"\n\n', type: 'text/event-stream' },
    streamed: true,
    kind: 'garbled',
    sentence: /a stream that cannot be read/,
  },
  {
    description: 'an error inside a stream',
    behaviour: {
      raw: 'data: {"error":{"message":"CUDA out of memory","type":"server_error"}}\n\n',
      type: 'text/event-stream',
    },
    streamed: true,
    limits: WITHOUT_RETRY,
    kind: 'server',
    sentence: /failed: “CUDA out of memory”/,
  },
  {
    description: 'an error inside a stream',
    provider: 'anthropic',
    behaviour: {
      raw: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      type: 'text/event-stream',
    },
    streamed: true,
    limits: WITHOUT_RETRY,
    kind: 'server',
    sentence: /failed: “Overloaded”/,
  },
  {
    description: 'an error with a success status',
    behaviour: { raw: '{"error":{"message":"No endpoints found that support image input","code":404}}' },
    request: imageRequest,
    kind: 'vision',
    sentence: /does not accept images/,
  },
  {
    description: 'too many requests',
    behaviour: { status: 429, message: 'Slow down', code: 'rate_limit_exceeded' },
    limits: WITHOUT_RETRY,
    kind: 'rate-limit',
    sentence: /accepts no more requests for now \(HTTP 429\): “Slow down”/,
  },
  {
    description: 'a server error',
    behaviour: { status: 503, body: '<html>Bad gateway' },
    limits: WITHOUT_RETRY,
    kind: 'server',
    sentence: /failed \(HTTP 503\): “a web page”/,
  },
  {
    description: 'a connection that is closed at once',
    behaviour: { hangUp: true },
    limits: WITHOUT_RETRY,
    kind: 'unreachable',
    sentence: /cannot be reached: it closed the connection/,
  },
];

for (const {
  description,
  behaviour,
  kind,
  sentence,
  request = chatRequest,
  provider = 'openai',
  streamed,
  limits,
} of CASES)
  test(`${description} (${provider}${streamed ? ', streamed' : ''}): ${kind}`, async () => {
    await withModel(
      () => behaviour,
      { provider, limits },
      async (model, server) => {
        const result = await ask(model, request, streamed ? { onText: () => undefined } : {});
        expect(result).toMatchObject({ ok: false, kind, sentence: expect.stringMatching(sentence) });
        if (result.ok) return;
        expect(result.next).toMatch(/^\S.*\.$/);
        expect(result.sentence).toMatch(/[.”]$/);
        expect(result.sentence.length).toBeLessThan(600);
        expect(result.raw?.length ?? 0).toBeLessThanOrEqual(64_000);
        // The request is not repeated, and no connection stays open. On a busy machine a short limit may end a request
        // before the server has read it.
        expect(server.requests.length).toBeLessThanOrEqual(1);
        await expect.poll(() => server.countOpenConnections()).toBe(0);
      },
    );
  });

test('a missing server is reported as unreachable', async () => {
  const model = createModelAt('http://127.0.0.1:9', { limits: WITHOUT_RETRY });
  const result = await ask(model);
  expect(result).toMatchObject({ ok: false, kind: 'unreachable', raw: null });
  if (!result.ok) expect(result.sentence).toContain('http://127.0.0.1:9/v1 cannot be reached: ');
  await model.close();
});

test('the raw answer is available, without secrets', async () => {
  await withModel(
    () => ({ status: 401, message: 'Incorrect API key provided: sk-abcdefghijklmnopqrstuvw12345' }),
    {},
    async (model) => {
      const result = await ask(model);
      expect(result).toMatchObject({
        ok: false,
        raw: expect.stringContaining('Incorrect API key provided: <KEY>'),
      });
      expect(JSON.stringify(result)).not.toContain('abcdefghijklmnop');
    },
  );
});

test('the key is masked wherever a server repeats it, unless the key is an ordinary word', async () => {
  const repeat: AnswerFunction = ({ headers }) => ({
    status: 401,
    message: `No such key: ${String(headers.authorization)}`,
  });
  await withModel(repeat, { settings: { key: 'abc-123-def-456' } }, async (model) => {
    const result = await ask(model);
    expect(JSON.stringify(result)).not.toContain('abc-123');
    expect(result).toMatchObject({ raw: expect.stringContaining('<API_KEY>') });
  });
  await withModel(
    ({ prompt }) => ({ text: prompt }),
    { settings: { key: 'prices' } },
    async (model) => {
      expect(await ask(model)).toMatchObject({ text: expect.stringContaining('Open the prices.') });
    },
  );
});

test('a key that cannot be sent is reported without its value', async () => {
  await withModel(
    () => ({ text: 'Yes.' }),
    { settings: { key: 'ключ-от-сервера' } },
    async (model, server) => {
      const result = await ask(model);
      expect(result).toMatchObject({
        ok: false,
        kind: 'request',
        sentence: expect.stringContaining('contains a character'),
      });
      expect(JSON.stringify(result)).not.toContain('ключ');
      expect(server.requests).toHaveLength(0);
    },
  );
});

test('a missing key is reported before any request', async () => {
  for (const [provider, baseUrl] of [
    ['openai', 'https://api.openai.com/v1'],
    ['anthropic', 'https://api.anthropic.com'],
  ] as const) {
    const model = createModelAt('http://127.0.0.1:9', { provider, settings: { key: null, baseUrl } });
    expect(await ask(model)).toMatchObject({
      ok: false,
      kind: 'key',
      sentence: `${baseUrl} requires a key, but TEST_KEY contains none.`,
      attempts: 0,
    });
    await model.close();
  }
});

test('if a server requires a key and none is set, the error names its source', async () => {
  const settings = { key: null };
  await withModel(
    () => ({ status: 401, message: 'Unauthorized' }),
    { settings },
    async (model) => {
      const result = await ask(model);
      expect(result).toMatchObject({
        ok: false,
        kind: 'key',
        sentence: expect.stringMatching(/requires a key, but TEST_KEY contains none/),
      });
    },
  );
});

test('a model that turns out not to read images gets no second image', async () => {
  await withModel(
    () => ({ status: 400, message: 'image input is not supported' }),
    {},
    async (model, server) => {
      await ask(model, imageRequest);
      expect(await ask(model, imageRequest)).toMatchObject({ ok: false, kind: 'vision', attempts: 0 });
      expect(server.requests).toHaveLength(1);
    },
  );
});

test('a prompt that exceeds the context is refused before it is sent, with the token counts in the error', async () => {
  const settings = { contextTokens: 1000 };
  const long: ModelRequest = { ...chatRequest, messages: [{ role: 'user', content: 'word '.repeat(2000) }] };
  await withModel(
    () => ({ text: 'Yes.' }),
    { settings },
    async (model, server) => {
      const result = await ask(model, long);
      expect(result).toMatchObject({ ok: false, kind: 'context', context: { limit: 1000 } });
      if (!result.ok)
        expect(result.sentence).toMatch(/about 2\d{3} tokens and 100 for the answer, but only 1000 fit/);
      expect(server.requests).toHaveLength(0);
    },
  );
});

test('a failure becomes a ParleyError of kind budget or infra', () => {
  const failure = { sentence: 'So it is.', next: 'Do this.' };
  expect(toParleyError({ kind: 'budget', ...failure })).toMatchObject({
    kind: 'budget',
    message: 'So it is.',
    next: 'Do this.',
  });
  expect(toParleyError({ kind: 'gone', ...failure })).toMatchObject({ kind: 'infra' });
});

test('a redirect to another origin is not followed, and the other server receives nothing', async () => {
  const received: string[] = [];
  const other = await startServer((request, response) => {
    received.push(request.url ?? '');
    response.end();
  });
  for (const status of [301, 302, 303, 307, 308])
    await withModel(
      () => ({ status, headers: { location: `${other.url}/v1/chat/completions` } }),
      { limits: WITHOUT_RETRY },
      async (model, server) => {
        const result = await ask(model);
        expect(result, `${status}`).toMatchObject({
          ok: false,
          kind: 'address',
          sentence: expect.stringContaining(`redirects to ${other.url}`),
        });
        expect(server.requests).toHaveLength(1);
      },
    );
  expect(received).toEqual([]);
  await other.close();
});

test('a redirect within the origin is followed if it keeps the method', async () => {
  await withModel(
    ({ requestIndex }) =>
      requestIndex === 0
        ? { status: 308, headers: { location: '/v1/chat/completions' } }
        : { text: 'Found.' },
    {},
    async (model) => expect(await ask(model)).toMatchObject({ ok: true, text: 'Found.' }),
  );
});

test('a server without a valid certificate is contacted only once, and the error says why', async () => {
  const server = createServer(CERTIFICATE, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const model = createModelAt(url);
  const result = await ask(model);
  expect(result).toMatchObject({
    ok: false,
    kind: 'unreachable',
    attempts: 1,
    sentence: expect.stringMatching(/no valid TLS connection \([A-Z_]+\)/),
  });
  await model.close();
  server.close();
});
