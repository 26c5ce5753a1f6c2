/** The messages of `llm/`, checked word for word only here: every kind of error with its message and next step. */
import { expect, test } from '@playwright/test';

import { parseRefusal } from '../../src/llm/refusal.js';
import { createLimitFailure, createRefusalFailure } from '../../src/llm/failure.js';
import { createSettings } from '../llm/model-fixture.js';

const settings = createSettings('http://127.0.0.1:8000', { limits: { startMs: 60_000, idleMs: 30_000 } });
const SERVER_NAME = 'The model server at http://127.0.0.1:8000/v1';

/** [description, HTTP status, server's message, error code, expected message, next step] */
const REFUSALS: readonly [string, number, string, string, string, RegExp][] = [
  [
    'wrong key',
    401,
    'Incorrect API key',
    'invalid_api_key',
    `${SERVER_NAME} does not accept the key from TEST_KEY (HTTP 401): “Incorrect API key”.`,
    /--api-key-env/,
  ],
  [
    'no credit',
    429,
    'You exceeded your current quota',
    'insufficient_quota',
    `${SERVER_NAME} says that the account’s quota is used up (HTTP 429): “You exceeded your current quota”.`,
    /Top up the account/,
  ],
  [
    'unknown model',
    404,
    'The model `x` does not exist',
    'model_not_found',
    `${SERVER_NAME} has no model “test-model” (HTTP 404): “The model \`x\` does not exist”.`,
    /parley doctor/,
  ],
  [
    'long prompt',
    400,
    'maximum context length is 4096 tokens. However, you requested 5000 tokens',
    'context_length_exceeded',
    'The prompt is too long for “test-model” (HTTP 400): 5000 tokens, but only 4096 fit.',
    /longer context/,
  ],
  [
    'rate limit',
    429,
    'Slow down',
    'rate_limit',
    `${SERVER_NAME} accepts no more requests for now (HTTP 429): “Slow down”.`,
    /Wait and try again/,
  ],
  [
    'rejected request',
    400,
    'top_k must be positive',
    '',
    `${SERVER_NAME} rejected the request (HTTP 400): “top_k must be positive”.`,
    /--model-body/,
  ],
];

test('each refusal from a model server has a message and a next step', () => {
  for (const [description, status, message, code, expected, next] of REFUSALS) {
    const refusal = parseRefusal(status, { error: { message, code } }, null);
    const failure = createRefusalFailure(refusal, settings, false);
    expect.soft(failure.sentence, description).toBe(expected);
    expect.soft(failure.next, description).toMatch(next);
  }
});

test('the message names the limit that an answer exceeded', () => {
  const getMessage = (limit: Parameters<typeof createLimitFailure>[0]): string =>
    createLimitFailure(limit, settings, 9_000_000).sentence;
  expect.soft(getMessage('start')).toBe('“test-model” did not start to answer within 60 s.');
  expect.soft(getMessage('idle')).toBe('“test-model” sent nothing for 30 s in the middle of an answer.');
  expect.soft(getMessage('total')).toBe('“test-model” did not finish its answer within 900 s.');
  expect
    .soft(getMessage('bytes'))
    .toBe(
      `The model server at ${settings.baseUrl} sent an answer that was cut off at 9000000 bytes; the limit is 8000000 bytes.`,
    );
});
