/** A model that is connected to a fake server, and requests that several tests use. */
import {
  normaliseBaseUrl,
  createModel,
  DEFAULT_MODEL_LIMITS,
  type ModelResult,
  type AskOptions,
  type ChatRequest,
  type ModelLimits,
  type Model,
  type ModelParts,
  type ModelSettings,
  type ModelRequest,
  type Provider,
} from '../../src/llm/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { startFakeModelServer, type FakeModelServer, type Policy } from '../support/fake-model-server.js';

export interface Setting {
  provider?: Provider;
  limits?: Partial<ModelLimits>;
  settings?: Partial<ModelSettings>;
  parts?: Partial<ModelParts>;
  gets?: Record<string, unknown>;
}

export function settingsFor(
  url: string,
  { provider = 'openai', limits, settings }: Setting = {},
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
  policy: Policy,
  setting: Setting,
  use: (model: Model, server: FakeModelServer) => Promise<void>,
): Promise<void> {
  const server = await startFakeModelServer(policy, setting.gets);
  const model = modelAt(server.url, setting);
  try {
    await use(model, server);
  } finally {
    await model.close();
    await server.close();
  }
}

export function modelAt(url: string, setting: Setting = {}): Model {
  return createModel(settingsFor(url, setting), { redactor: createRedactor(), env: {}, ...setting.parts });
}

export const hello: ChatRequest = {
  kind: 'chat',
  messages: [
    { role: 'system', content: 'You drive a browser.' },
    { role: 'user', content: 'Open the prices.' },
  ],
  maxTokens: 100,
};

export const shaped: ChatRequest = {
  ...hello,
  shape: {
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

export const looking: ChatRequest = {
  ...hello,
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

export function put(
  model: Model,
  request: ModelRequest = hello,
  options: Partial<AskOptions> = {},
): Promise<ModelResult> {
  return model.ask(request, { signal: new AbortController().signal, ...options });
}
