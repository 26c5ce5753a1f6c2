/** The model plan that results from flags and the environment. */
import { expect, test } from '@playwright/test';

import { createModelPlan, type ModelFlags } from '../../src/assembly/model-plan.js';
import { DEFAULT_MODEL_LIMITS } from '../../src/llm/index.js';

const createPlan = (flags: ModelFlags, env: Record<string, string> = {}) =>
  createModelPlan(flags, env, new AbortController().signal);

test('without a model there is no plan', async () => {
  expect(await createPlan({})).toBeNull();
  expect(await createPlan({ budgetTokens: 5 }, { OPENAI_API_KEY: 'k' })).toBeNull();
});

test('a model name is enough for OpenAI and Anthropic', async () => {
  expect(await createPlan({ model: 'gpt-5' }, { OPENAI_API_KEY: 'k1' })).toMatchObject({
    settings: {
      provider: 'openai',
      model: 'gpt-5',
      baseUrl: 'https://api.openai.com/v1',
      key: 'k1',
      keySource: 'OPENAI_API_KEY',
      limits: DEFAULT_MODEL_LIMITS,
    },
    cassette: null,
    secrets: [],
  });
  expect(await createPlan({ model: 'claude-sonnet-5' }, { ANTHROPIC_API_KEY: 'k2' })).toMatchObject({
    settings: { provider: 'anthropic', baseUrl: 'https://api.anthropic.com', key: 'k2' },
  });
});

test('a provider’s environment variable sets its server, unless a flag overrides it', async () => {
  const env = { OPENAI_BASE_URL: 'https://gate.example/v1', OPENAI_API_KEY: 'k' };
  expect(await createPlan({ model: 'x' }, env)).toMatchObject({
    settings: { baseUrl: 'https://gate.example/v1', key: 'k' },
  });
  expect(
    await createPlan({ model: 'x', baseUrl: '127.0.0.1:8000' }, { ...env, PARLEY_API_KEY: 'mine' }),
  ).toMatchObject({
    settings: { baseUrl: 'http://127.0.0.1:8000/v1', key: 'mine' },
  });
});

test('a provider’s key is not sent to another server unless --api-key-env names its variable', async () => {
  const env = { OPENAI_API_KEY: 'k1' };
  const baseUrl = 'https://gate.example/v1';
  expect((await createPlan({ model: 'x', baseUrl }, env))?.settings).toMatchObject({
    key: null,
    keySource: 'PARLEY_API_KEY',
  });
  expect((await createPlan({ model: 'x', baseUrl, apiKeyEnv: 'OPENAI_API_KEY' }, env))?.settings.key).toBe(
    'k1',
  );
  expect((await createPlan({ model: 'x', baseUrl: 'https://eu.api.openai.com/v1' }, env))?.settings.key).toBe(
    'k1',
  );
});

test('the plan contains the value of every flag', async () => {
  const flags: ModelFlags = {
    model: 'm',
    baseUrl: 'http://127.0.0.1:1',
    modelHeader: ['x-team: blue', 'x-key: Bearer ${MINE}'],
    modelBody: '{"top_k": 1}',
    modelTimeout: 3600,
    contextTokens: 8192,
    modelPrice: '0.5, 1.5,0.1',
    callTokens: 1,
    budgetTokens: 2,
    callUsd: 0.3,
    budgetUsd: 0.4,
    cassette: '/tmp/c.jsonl',
    cassetteMode: 'auto',
  };
  expect(await createPlan(flags, { MINE: 'secret-value' })).toMatchObject({
    settings: {
      headers: { 'x-team': 'blue', 'x-key': 'Bearer secret-value' },
      extraBody: { top_k: 1 },
      limits: { startMs: 3_600_000, idleMs: 3_600_000, totalMs: 3_600_000 },
      contextTokens: 8192,
      price: { input: 0.5, output: 1.5, cacheRead: 0.1 },
    },
    budget: { callTokens: 1, sessionTokens: 2, callUsd: 0.3, sessionUsd: 0.4 },
    cassette: { file: '/tmp/c.jsonl', mode: 'auto' },
    secrets: [['MINE', 'secret-value']],
  });
});

test('a cassette is replayed by default', async () => {
  expect((await createPlan({ model: 'm', cassette: '/tmp/c.jsonl' }))?.cassette?.mode).toBe('replay');
  expect(
    (await createPlan({ model: 'm', cassette: '/tmp/c.jsonl', cassetteMode: 'off' }))?.cassette,
  ).toBeNull();
});

const INVALID_FLAGS: [flags: ModelFlags, message: RegExp][] = [
  [{ baseUrl: 'http://x' }, /--base-url needs a language model/],
  [{ cassette: 'x' }, /--cassette needs a language model/],
  [{ model: 'm', baseUrl: 'http://' }, /is not the URL of a model server/],
  [{ model: 'm', apiKeyEnv: 'A', apiKeyCommand: 'b' }, /cannot be combined/],
  [{ model: 'm', apiKeyEnv: 'NONE' }, /The variable NONE contains no key/],
  [{ model: 'm', modelHeader: ['nonsense'] }, /“nonsense” is not a header/],
  [{ model: 'm', modelHeader: ['x: ${NONE}'] }, /The variable NONE of --model-header is empty/],
  [{ model: 'm', modelBody: '[1]' }, /--model-body is not a JSON object/],
  [{ model: 'm', modelBody: '{' }, /--model-body is not a JSON object/],
  [{ model: 'm', modelPrice: '1' }, /“1” is not a price/],
  [{ model: 'm', modelPrice: '1,-2' }, /“1,-2” is not a price/],
  [{ model: 'm', modelTimeout: 0 }, /--model-timeout must be a number above zero/],
  [{ model: 'm', budgetUsd: Number.NaN }, /--budget-usd must be/],
  [{ model: 'm', cassetteMode: 'record' }, /needs --cassette/],
];

for (const [flags, message] of INVALID_FLAGS)
  test(`${JSON.stringify(flags)} causes a usage error`, async () => {
    await expect(createPlan(flags)).rejects.toThrow(message);
  });
