/** `doctor` reads a model server's description of itself and sends test requests. */
import { expect, test } from '@playwright/test';

import { createProcessKnowledgeStore, probeServer, type ProbeResult } from '../../src/llm/index.js';
import { toServerId } from '../../src/llm/settings.js';
import { createRedactor } from '../../src/secrets/index.js';
import {
  startFakeModelServer,
  type ServerBehaviour,
  type AnswerFunction,
} from '../support/fake-model-server.js';
import { createSettings, type ModelFixtureOptions } from './model-fixture.js';

const answerYes: AnswerFunction = ({ imageCount }) => ({ text: imageCount ? 'Red.' : '{"ok": true}' });

async function probe(policy: AnswerFunction, setting: ModelFixtureOptions = {}, probeStartMs = 20_000) {
  const server = await startFakeModelServer(policy, setting.getResponses);
  const knowledgeStore = createProcessKnowledgeStore();
  const limits = { ...setting.limits, probeStartMs };
  const settings = createSettings(server.url, { ...setting, limits });
  const signal = new AbortController().signal;
  try {
    const probeResult = await probeServer(
      settings,
      { redactor: createRedactor(), knowledgeStore, env: {} },
      signal,
    );
    return {
      probeResult,
      remembered: knowledgeStore.get(toServerId(settings)),
      requests: server.requests,
      url: settings.baseUrl,
    };
  } finally {
    await server.close();
  }
}

interface Server {
  description: string;
  getResponses: Record<string, unknown>;
  sentence: string;
  knowledge: Partial<ProbeResult['knowledge']>;
}

const createModelList = (row: object): unknown => ({ object: 'list', data: [{ id: 'test-model', ...row }] });

const SERVERS: Server[] = [
  {
    description: 'vLLM',
    getResponses: {
      '/v1/models': createModelList({ max_model_len: 4096 }),
      '/version': { version: '0.12.0' },
    },
    sentence: ' (vLLM 0.12.0): JSON by schema, images, streaming, 4096 tokens of context, price unknown',
    knowledge: { contextTokens: 4096, images: true, stream: true },
  },
  {
    description: 'llama.cpp',
    getResponses: {
      '/v1/models': createModelList({ meta: { n_ctx_train: 131072 } }),
      '/props': { default_generation_settings: { n_ctx: 8192 }, modalities: { vision: false } },
    },
    sentence: ' (llama.cpp): JSON by schema, no images, streaming, 8192 tokens of context, price unknown',
    knowledge: { contextTokens: 8192, images: false },
  },
  {
    description: 'Ollama',
    getResponses: {
      '/v1/models': createModelList({}),
      '/api/version': { version: '0.13.3' },
      'POST /api/show': {
        capabilities: ['completion', 'vision'],
        model_info: { 'llama.context_length': 131072 },
      },
    },
    sentence: ' (Ollama 0.13.3): JSON by schema, images, streaming, context unknown, price unknown',
    knowledge: { contextTokens: null, images: true },
  },
  {
    description: 'TGI',
    getResponses: {
      '/v1/models': createModelList({}),
      '/info': { version: '3.0.0', max_total_tokens: 2048 },
    },
    sentence: ' (TGI 3.0.0): JSON by schema, images, streaming, 2048 tokens of context, price unknown',
    knowledge: { contextTokens: 2048 },
  },
  {
    description: 'a server without a description',
    getResponses: {},
    sentence: ': JSON by schema, images, streaming, context unknown, price unknown',
    knowledge: { contextTokens: null, images: true },
  },
];

for (const { description, getResponses, sentence, knowledge } of SERVERS)
  test(`${description}: the probe reports its name and features`, async () => {
    const { probeResult, remembered, url } = await probe(answerYes, { getResponses });
    expect(probeResult).toMatchObject({
      state: 'ok',
      sentence: `test-model at ${url}${sentence}`,
      knowledge,
    });
    expect(remembered).toEqual(probeResult.knowledge);
  });

test('unsupported features are detected by requests', async () => {
  const { probeResult } = await probe(({ body, imageCount }): ServerBehaviour => {
    if (body.stream) return { status: 400, message: 'stream is not supported' };
    if (body.response_format) return { status: 400, message: 'response_format is not supported' };
    return imageCount ? { status: 400, message: 'no image input here' } : { text: '{"ok": true}' };
  });
  expect(probeResult).toMatchObject({
    state: 'ok',
    sentence: expect.stringContaining('JSON only as text, no images, no streaming'),
  });
});

test('Anthropic’s protocol is probed with its own requests, and the price is reported if known', async () => {
  const price = { input: 3, output: 15 };
  const { probeResult } = await probe(answerYes, { provider: 'anthropic', settings: { price } });
  expect(probeResult).toMatchObject({
    state: 'ok',
    sentence: expect.stringContaining(
      'JSON by schema, images, streaming, context unknown, $3 / $15 per million tokens',
    ),
  });
});

test('an unknown model causes an error that lists the available models', async () => {
  const getResponses = { '/v1/models': { data: [{ id: 'llama-a' }, { id: 'llama-b' }] } };
  const { probeResult, remembered } = await probe(
    () => ({ status: 404, message: 'The model does not exist' }),
    {
      getResponses,
    },
  );
  expect(probeResult).toMatchObject({
    state: 'problem',
    next: expect.stringContaining('It has: llama-a, llama-b.'),
  });
  expect(remembered).toBeNull();
});

test('a wrong key causes an error after one request', async () => {
  const { probeResult, requests } = await probe(() => ({ status: 401, message: 'Invalid API Key' }));
  expect(probeResult).toMatchObject({
    state: 'problem',
    sentence: expect.stringContaining('does not accept the key'),
  });
  expect(requests).toHaveLength(1);
});

test('a model that starts slowly is accepted', async () => {
  const { probeResult } = await probe(() => ({ silence: true }), {}, 50);
  expect(probeResult).toMatchObject({
    state: 'note',
    sentence: expect.stringMatching(/has not answered within 0.05 s/),
    next: expect.stringContaining('a person may be answering'),
  });
});

test('a model with an irrelevant answer counts as available', async () => {
  const { probeResult, remembered } = await probe(() => ({ text: 'Hello!' }));
  expect(probeResult).toMatchObject({
    state: 'note',
    sentence: expect.stringContaining(
      'but a simple question failed: The answer of “test-model” is not JSON.',
    ),
  });
  expect(remembered).not.toBeNull();
});
