/** How error messages from known servers are classified. The servers' current versions may use different words. */
import { expect, test } from '@playwright/test';

import { parseContextNumbers, classifyRefusal, parseRefusal } from '../../src/llm/refusal.js';
import type { ModelFailureKind } from '../../src/llm/index.js';

interface Case {
  server: string;
  status: number;
  body: unknown;
  kind: ModelFailureKind;
  hasImages?: boolean;
  numbers?: [limit: number | null, asked: number | null];
}

const createError = (message: string, code: string | null = null, type: string | null = null): unknown => ({
  error: { message, code, type },
});

const CASES: Case[] = [
  {
    server: 'OpenAI',
    status: 400,
    body: createError(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130532 tokens.",
      'context_length_exceeded',
    ),
    kind: 'context',
    numbers: [128000, 130532],
  },
  {
    server: 'OpenAI',
    status: 404,
    body: createError('The model `gpt-9` does not exist or you do not have access to it.', 'model_not_found'),
    kind: 'model',
  },
  {
    server: 'OpenAI',
    status: 429,
    body: createError(
      'Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 29000',
      'rate_limit_exceeded',
      'tokens',
    ),
    kind: 'rate-limit',
  },
  {
    server: 'OpenAI',
    status: 429,
    body: createError(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
    ),
    kind: 'quota',
  },
  {
    server: 'OpenAI',
    status: 403,
    body: createError('Country, region, or territory not supported', 'unsupported_country_region_territory'),
    kind: 'key',
  },
  {
    server: 'OpenAI',
    status: 400,
    body: createError('Invalid content type. image_url is only supported by certain models.'),
    kind: 'vision',
    hasImages: true,
  },
  {
    server: 'Anthropic',
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 201234 tokens > 200000 maximum' },
    },
    kind: 'context',
    numbers: [200000, 201234],
  },
  {
    server: 'Anthropic',
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the Anthropic API.',
      },
    },
    kind: 'quota',
  },
  {
    server: 'Anthropic',
    status: 529,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    kind: 'server',
  },
  {
    server: 'Anthropic',
    status: 413,
    body: {
      type: 'error',
      error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
    },
    kind: 'context',
  },
  {
    server: 'vLLM',
    status: 400,
    body: {
      object: 'error',
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 4302 tokens (4202 in the messages, 100 in the completion). Please reduce the length of the messages or completion.",
      type: 'BadRequestError',
      code: 400,
    },
    kind: 'context',
    numbers: [4096, 4302],
  },
  {
    server: 'vLLM',
    status: 404,
    body: { object: 'error', message: 'The model `llama` does not exist.', type: 'NotFoundError', code: 404 },
    kind: 'model',
  },
  {
    server: 'vLLM',
    status: 400,
    body: {
      object: 'error',
      message: 'At most 0 image(s) may be provided in one prompt.',
      type: 'BadRequestError',
    },
    kind: 'vision',
    hasImages: true,
  },
  { server: 'vLLM', status: 401, body: { error: 'Unauthorized' }, kind: 'key' },
  {
    server: 'llama.cpp',
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      },
    },
    kind: 'context',
    numbers: [4096, 5000],
  },
  {
    server: 'llama.cpp',
    status: 500,
    body: {
      error: {
        code: 500,
        message:
          'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
        type: 'server_error',
      },
    },
    kind: 'vision',
    hasImages: true,
  },
  {
    server: 'llama.cpp',
    status: 503,
    body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    kind: 'server',
  },
  {
    server: 'llama.cpp',
    status: 401,
    body: { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } },
    kind: 'key',
  },
  {
    server: 'Ollama',
    status: 404,
    body: createError('model "llama9" not found, try pulling it first', null, 'api_error'),
    kind: 'model',
  },
  {
    server: 'Ollama',
    status: 500,
    body: createError('this model is missing data required for image input', null, 'api_error'),
    kind: 'vision',
    hasImages: true,
  },
  {
    server: 'TGI',
    status: 422,
    body: {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4200 `inputs` tokens and 100 `max_new_tokens`',
      error_type: 'validation',
    },
    kind: 'context',
    numbers: [4096, 4200],
  },
  {
    server: 'TGI',
    status: 429,
    body: { error: 'Model is overloaded', error_type: 'overloaded' },
    kind: 'rate-limit',
  },
  {
    server: 'LM Studio',
    status: 400,
    body: createError(
      'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    ),
    kind: 'context',
    numbers: [4096, 5000],
  },
  {
    server: 'LM Studio',
    status: 404,
    body: createError(
      'No models loaded. Please load a model in the developer page or use the `lms load` command.',
    ),
    kind: 'model',
  },
  {
    server: 'a gateway',
    status: 200,
    body: { error: { code: 429, message: 'Rate limited upstream' } },
    kind: 'rate-limit',
  },
  { server: 'a gateway', status: 402, body: createError('Insufficient credits'), kind: 'quota' },
  {
    server: 'a gateway',
    status: 404,
    body: createError('No endpoints found that support image input'),
    kind: 'vision',
    hasImages: true,
  },
  { server: 'FastAPI', status: 404, body: { detail: 'Not Found' }, kind: 'address' },
  {
    server: 'FastAPI',
    status: 422,
    body: { detail: [{ loc: ['body', 'x'], msg: 'Field required' }] },
    kind: 'request',
  },
  { server: 'a proxy', status: 502, body: 'a web page', kind: 'server' },
  { server: 'a proxy', status: 405, body: null, kind: 'address' },
];

for (const { server, status, body, kind, hasImages = false, numbers } of CASES) {
  const refusal = parseRefusal(status, body, null);
  test(`${server}, ${status}, “${refusal.message.slice(0, 50)}”: ${kind}`, () => {
    expect(classifyRefusal(refusal, hasImages)).toBe(kind);
    if (numbers)
      expect(parseContextNumbers(refusal.message)).toEqual({
        limit: numbers[0],
        requestedTokens: numbers[1],
      });
  });
}
