/** Models connected to a fake server, and requests shared by several tests. */
import {
  normaliseBaseUrl,
  createModel,
  DEFAULT_MODEL_LIMITS,
  type ModelResult,
  type AskOptions,
  type ChatRequest,
  type ModelLimits,
  type Model,
  type ModelDependencies,
  type ModelSettings,
  type ModelRequest,
  type Provider,
} from '../../src/llm/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import {
  startFakeModelServer,
  type FakeModelServer,
  type AnswerFunction,
} from '../support/fake-model-server.js';

export interface ModelFixtureOptions {
  provider?: Provider;
  limits?: Partial<ModelLimits>;
  settings?: Partial<ModelSettings>;
  parts?: Partial<ModelDependencies>;
  /** Responses by path, for requests that are not model calls: `/v1/models`, `POST /api/show`. */
  getResponses?: Record<string, unknown>;
}

export function createSettings(
  url: string,
  { provider = 'openai', limits, settings }: ModelFixtureOptions = {},
): ModelSettings {
  return {
    provider,
    model: 'test-model',
    baseUrl: normaliseBaseUrl(provider, url),
    key: 'key-for-tests',
    keySource: 'TEST_KEY',
    headers: {},
    extraBody: {},
    limits: { ...DEFAULT_MODEL_LIMITS, backoffMs: 1, ...limits },
    contextTokens: null,
    price: null,
    ...settings,
  };
}

/** Runs a test with a model and its fake server, and closes both. */
export async function withModel(
  policy: AnswerFunction,
  options: ModelFixtureOptions,
  use: (model: Model, server: FakeModelServer) => Promise<void>,
): Promise<void> {
  const server = await startFakeModelServer(policy, options.getResponses);
  const model = createModelAt(server.url, options);
  try {
    await use(model, server);
  } finally {
    await model.close();
    await server.close();
  }
}

export function createModelAt(url: string, options: ModelFixtureOptions = {}): Model {
  return createModel(createSettings(url, options), { redactor: createRedactor(), env: {}, ...options.parts });
}

export const chatRequest: ChatRequest = {
  kind: 'chat',
  messages: [
    { role: 'system', content: 'You drive a browser.' },
    { role: 'user', content: 'Open the prices.' },
  ],
  maxTokens: 100,
};

export const jsonRequest: ChatRequest = {
  ...chatRequest,
  answerShape: {
    name: 'act',
    schema: {
      type: 'object',
      properties: { act: { type: 'string' } },
      required: ['act'],
      additionalProperties: false,
    },
  },
};

/** A PNG of one red pixel. */
export const PIXEL = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  ),
);

export const imageRequest: ChatRequest = {
  ...chatRequest,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is on it?' },
        { type: 'image', mediaType: 'image/png', data: PIXEL, detail: 'low' },
      ],
    },
  ],
};

export function ask(
  model: Model,
  request: ModelRequest = chatRequest,
  options: Partial<AskOptions> = {},
): Promise<ModelResult> {
  return model.ask(request, { signal: new AbortController().signal, ...options });
}
