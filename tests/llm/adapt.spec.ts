/** Adapts requests to servers: a refused feature is replaced once, and the refusal is remembered. */
import { expect, test } from '@playwright/test';

import { createProcessKnowledgeStore, type ChatRequest } from '../../src/llm/index.js';
import type { ModelRequest, ServerBehaviour } from '../support/fake-model-server.js';
import { chatRequest, createModelAt, ask, jsonRequest, withModel } from './model-fixture.js';

const readFormat = ({ body }: ModelRequest): string =>
  (body.response_format as { type: string } | undefined)?.type ??
  (body.output_config ? 'output_config' : 'none');

test('JSON is requested in the form that the server supports: schema, object, instructions', async () => {
  const cases: [supported: string[], mode: string, requests: string[]][] = [
    [['json_schema', 'json_object', 'none'], 'json_schema', ['json_schema']],
    [['json_object', 'none'], 'json_object', ['json_schema', 'json_object']],
    [['none'], 'text', ['json_schema', 'json_object', 'none']],
  ];
  for (const [supported, mode, requests] of cases)
    await withModel(
      (request): ServerBehaviour =>
        supported.includes(readFormat(request))
          ? { text: '{"act":"click"}' }
          : { status: 400, message: `response_format of type ${readFormat(request)} is not supported` },
      {},
      async (model, server) => {
        const firstResult = await ask(model, jsonRequest);
        expect(firstResult).toMatchObject({
          ok: true,
          json: { act: 'click' },
          mode,
          attempts: requests.length,
        });
        expect(server.requests.map(readFormat)).toEqual(requests);
        // The second request uses what the first one learned.
        expect(await ask(model, jsonRequest)).toMatchObject({ ok: true, attempts: 1, notes: [] });
        const { prompt } = server.requests.at(-1)!;
        expect(prompt.includes('fits this JSON schema')).toBe(mode !== 'json_schema');
        expect(prompt.includes('"additionalProperties":false')).toBe(mode !== 'json_schema');
      },
    );
});

test('Anthropic’s protocol falls back to instructions', async () => {
  await withModel(
    (request): ServerBehaviour =>
      request.body.output_config
        ? {
            status: 400,
            message: 'output_config: Extra inputs are not permitted',
            code: 'invalid_request_error',
          }
        : { text: 'Here you are:\n```json\n{"act":"click"}\n```' },
    { provider: 'anthropic' },
    async (model) => {
      const result = await ask(model, jsonRequest);
      expect(result).toMatchObject({ ok: true, json: { act: 'click' }, mode: 'text' });
      if (result.ok)
        expect(result.notes).toEqual([
          'the server rejects json_schema; sent as text',
          'there was other text around the JSON',
        ]);
    },
  );
});

const FULL_REQUEST: ChatRequest = { ...chatRequest, temperature: 0, topP: 1, seed: 7, stop: ['END'] };

const REFUSALS: [message: string, refusedField: string, replacement?: string][] = [
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'max_tokens',
    'max_completion_tokens',
  ],
  [
    "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
    'temperature',
  ],
  ['[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]', 'seed'],
  ['top_p is not supported', 'top_p'],
  ["Unsupported parameter: 'stop'", 'stop'],
];

test('if the server refuses a field that the user configured, the field is not dropped, and the error is reported', async () => {
  const message = REFUSALS[1]![0];
  await withModel(
    ({ body }): ServerBehaviour => ('temperature' in body ? { status: 400, message } : { text: 'Yes.' }),
    { settings: { extraBody: { temperature: 0.7 } } },
    async (model, server) => {
      expect(await ask(model, FULL_REQUEST)).toMatchObject({
        ok: false,
        sentence: expect.stringContaining('temperature'),
      });
      expect(server.requests.length).toBeLessThanOrEqual(2);
    },
  );
});

for (const [message, refusedField, replacement] of REFUSALS)
  test(`“${message.slice(0, 60)}”: ${replacement ? `${replacement} instead` : `${refusedField} is omitted`}`, async () => {
    await withModel(
      ({ body }): ServerBehaviour => (refusedField in body ? { status: 400, message } : { text: 'Yes.' }),
      {},
      async (model, server) => {
        expect(await ask(model, FULL_REQUEST)).toMatchObject({
          ok: true,
          attempts: 2,
          notes: [expect.any(String)],
        });
        const [first, second] = server.requests.map(({ body }) => Object.keys(body));
        expect(second).toEqual(first!.flatMap((key) => (key === refusedField ? (replacement ?? []) : key)));
      },
    );
  });

test('a gateway that does not accept text parts gets plain text without cache marks', async () => {
  await withModel(
    ({ body }): ServerBehaviour =>
      typeof body.system === 'string'
        ? { text: 'Yes.' }
        : { status: 500, message: "{'type': 'string_type', 'msg': 'Input should be a valid string'}" },
    { provider: 'anthropic' },
    async (model, server) => {
      const messages = [
        { role: 'system', content: 'Be short.', cacheable: true },
        { role: 'user', content: 'Well?' },
      ] as const;
      expect(await ask(model, { kind: 'chat', messages, maxTokens: 9 })).toMatchObject({
        ok: true,
        attempts: 2,
      });
      expect(server.requests[1]!.body).toMatchObject({
        system: 'Be short.',
        messages: [{ role: 'user', content: 'Well?' }],
      });
    },
  );
});

test('streaming, or only the usage in streams, is switched off if the server refuses it', async () => {
  await withModel(
    ({ body }): ServerBehaviour =>
      body.stream_options
        ? { status: 422, message: 'stream_options: extra fields not permitted' }
        : body.stream
          ? { status: 400, message: 'Streaming is not supported by this deployment' }
          : { text: 'Whole.' },
    {},
    async (model) => {
      const pieces: string[] = [];
      const result = await ask(model, chatRequest, { onText: (piece) => pieces.push(piece) });
      expect(result).toMatchObject({ ok: true, text: 'Whole.', attempts: 3 });
      expect(pieces).toEqual(['Whole.']);
      expect(model.getKnowledge()).toMatchObject({ stream: false, refuses: ['stream_options'] });
    },
  );
});

test('without a system role, the system text is put before the first user message', async () => {
  await withModel(
    ({ body }): ServerBehaviour =>
      (body.messages as { role: string }[])[0]!.role === 'system'
        ? { status: 500, message: 'Jinja Exception: System role not supported' }
        : { text: 'Yes.' },
    {},
    async (model, server) => {
      expect(await ask(model)).toMatchObject({ ok: true });
      expect(server.requests[1]!.body.messages).toEqual([
        { role: 'user', content: 'You drive a browser.\n\nOpen the prices.' },
      ]);
    },
  );
});

test('the request fails if the server refuses every variant of it', async () => {
  await withModel(
    () => ({
      status: 400,
      message: 'temperature top_p seed stop max_tokens max_completion_tokens response_format',
    }),
    {},
    async (model, server) => {
      expect(await ask(model, { ...FULL_REQUEST, ...jsonRequest })).toMatchObject({
        ok: false,
        kind: 'request',
      });
      expect(server.requests.length).toBeLessThanOrEqual(9);
    },
  );
});

test('what was learned about a server is reused by the next model', async () => {
  const knowledgeStore = createProcessKnowledgeStore();
  await withModel(
    (request): ServerBehaviour =>
      readFormat(request) === 'none'
        ? { text: '{"act":"click"}' }
        : { status: 400, message: 'no response_format' },
    { parts: { knowledgeStore } },
    async (model, server) => {
      await ask(model, jsonRequest);
      const again = createModelAt(server.url, { parts: { knowledgeStore } });
      expect(await ask(again, jsonRequest)).toMatchObject({ ok: true, attempts: 1 });
      await again.close();
    },
  );
});
