/** The messages of `llm/`, frozen only here: every kind of error with its sentence and next step. */
import { expect, test } from '@playwright/test';

import { parseRefusal } from '../../src/llm/refusal.js';
import { createLimitFailure, createRefusalFailure } from '../../src/llm/failure.js';
import { createSettings } from '../llm/model-fixture.js';

const settings = createSettings('http://127.0.0.1:8000', { limits: { startMs: 60_000, idleMs: 30_000 } });
const SERVER = 'The model server at http://127.0.0.1:8000/v1';

/** [what, HTTP status, server's message, error code, sentence, next step] */
const REFUSALS: readonly [string, number, string, string, string, RegExp][] = [
  [
    'wrong key',
    401,
    'Incorrect API key',
    'invalid_api_key',
    `${SERVER} does not accept the key from TEST_KEY (HTTP 401): “Incorrect API key”.`,
    /--api-key-env/,
  ],
  [
    'no credit',
    429,
    'You exceeded your current quota',
    'insufficient_quota',
    `${SERVER} says that the account is used up (HTTP 429): “You exceeded your current quota”.`,
    /Top up the account/,
  ],
  [
    'unknown model',
    404,
    'The model `x` does not exist',
    'model_not_found',
    `${SERVER} has no model “test-model” (HTTP 404): “The model \`x\` does not exist”.`,
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
    `${SERVER} accepts no more requests for now (HTTP 429): “Slow down”.`,
    /Wait and try again/,
  ],
  [
    'rejected request',
    400,
    'top_k must be positive',
    '',
    `${SERVER} rejected the request (HTTP 400): “top_k must be positive”.`,
    /--model-body/,
  ],
];

test('each refusal of a model server has a sentence and a next step', () => {
  for (const [what, status, message, code, sentence, next] of REFUSALS) {
    const refusal = parseRefusal(status, { error: { message, code } }, null);
    const failure = createRefusalFailure(refusal, settings, false);
    expect.soft(failure.sentence, what).toBe(sentence);
    expect.soft(failure.next, what).toMatch(next);
  }
});

test('the message names the limit that an answer exceeded', () => {
  const sentence = (limit: Parameters<typeof createLimitFailure>[0]): string =>
    createLimitFailure(limit, settings, 9_000_000).sentence;
  expect.soft(sentence('start')).toBe('“test-model” did not start to answer within 60 s.');
  expect.soft(sentence('idle')).toBe('“test-model” sent nothing for 30 s in the middle of an answer.');
  expect.soft(sentence('total')).toBe('“test-model” did not finish its answer within 900 s.');
  expect
    .soft(sentence('bytes'))
    .toBe(
      `The model server at ${settings.baseUrl} sent an answer that was cut off at 9000000 bytes; the limit is 8000000 bytes.`,
    );
});
