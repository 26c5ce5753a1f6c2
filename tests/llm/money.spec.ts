/** Budgets are enforced before each call and include the cost of all callers. */
import { expect, test } from '@playwright/test';

import { createLedger, findPrice, type ModelBudget, type Price } from '../../src/llm/index.js';
import { computeCost } from '../../src/llm/money/ledger.js';
import { PRICES } from '../../src/llm/money/prices.js';
import { chatRequest, ask, withModel } from './model-fixture.js';

const PRICE: Price = { input: 1000, output: 2000, cacheRead: 100, cacheWrite: 1250 };

const EXCEEDED_BUDGETS: [budget: ModelBudget, sentence: RegExp][] = [
  [{ callTokens: 50 }, /could take 1\d\d tokens .*; 50 are allowed per call/],
  [{ sessionTokens: 50 }, /could take 1\d\d tokens .*; 0 of the session’s 50 are already spent/],
  [{ callUsd: 0.01 }, /could cost \$0\.2\d{3} .*; \$0\.0100 are allowed per call/],
  [{ sessionUsd: 0.01 }, /could cost \$0\.2\d{3} .*; \$0\.0000 of the session’s \$0\.0100 are already spent/],
];

for (const [budget, sentence] of EXCEEDED_BUDGETS)
  test(`with ${JSON.stringify(budget)} no request that could exceed it is sent`, async () => {
    await withModel(
      () => ({ text: 'Yes.' }),
      { settings: { price: PRICE }, parts: { ledger: createLedger(budget) } },
      async (model, server) => {
        expect(await ask(model)).toMatchObject({
          ok: false,
          kind: 'budget',
          sentence: expect.stringMatching(sentence),
          attempts: 0,
        });
        expect(server.requests).toHaveLength(0);
        expect(model.ledger.getTotals()).toMatchObject({ calls: 0, usd: 0 });
      },
    );
  });

test('a session continues until the next call could exceed the budget', async () => {
  const ledger = createLedger({ sessionTokens: 400 });
  await withModel(
    () => ({ text: 'Yes.', usage: { prompt: 90, answer: 60 } }),
    { parts: { ledger } },
    async (model, server) => {
      expect(await ask(model)).toMatchObject({ ok: true });
      expect(await ask(model)).toMatchObject({ ok: true });
      expect(await ask(model)).toMatchObject({
        kind: 'budget',
        sentence: expect.stringContaining('300 of the session’s 400 are already spent'),
      });
      expect(server.requests).toHaveLength(2);
    },
  );
});

test('a running call counts with its maximum cost', () => {
  const ledger = createLedger({ sessionTokens: 1000 });
  const call = { purpose: 'navigator', promptTokens: 400, maxTokens: 200, price: null };
  const firstTicket = ledger.reserve(call);
  expect(ledger.reserve(call)).toMatchObject({ kind: 'budget' });
  if ('kind' in firstTicket) throw new Error(firstTicket.sentence);
  ledger.settle(firstTicket, null, false);
  expect(ledger.reserve(call)).not.toHaveProperty('kind');
});

test('a budget in dollars requires a known price', async () => {
  await withModel(
    () => ({ text: 'Yes.' }),
    { parts: { ledger: createLedger({ sessionUsd: 5 }) } },
    async (model) => {
      expect(await ask(model)).toMatchObject({
        ok: false,
        kind: 'budget',
        sentence: 'There is a budget in dollars, but the price of this model is unknown.',
        next: expect.stringContaining('--model-price'),
      });
    },
  );
});

test('cache reads, cache writes and uncached tokens have separate prices', async () => {
  const usage = { prompt: 1000, cached: 600, cacheWrite: 100, answer: 50, thinking: 20 };
  await withModel(
    () => ({ text: 'Yes.', usage }),
    { settings: { price: PRICE } },
    async (model) => {
      const result = await ask(model, chatRequest, { purpose: 'judge' });
      // 300 × 1000 + 600 × 100 + 100 × 1250 + 50 × 2000, per million.
      expect(result).toMatchObject({ ok: true, cost: 0.585 });
      expect(model.ledger.getTotals()).toEqual({
        calls: 1,
        replayedCalls: 0,
        promptTokens: 1000,
        cachedTokens: 600,
        answerTokens: 50,
        thinkingTokens: 20,
        usd: 0.585,
        unpricedCalls: 0,
        estimatedCalls: 0,
      });
      await ask(model);
      expect(model.ledger.listPurposes()).toEqual(['judge', 'navigator']);
      expect(model.ledger.getTotals('judge').calls).toBe(1);
    },
  );
});

test('the usage of an incomplete answer is estimated', async () => {
  await withModel(
    () => ({ cut: 'I was about to say something' }),
    {},
    async (model) => {
      await ask(model, chatRequest, { onText: () => undefined });
      expect(model.ledger.getTotals()).toMatchObject({ calls: 1, estimatedCalls: 1, unpricedCalls: 1 });
      expect(model.ledger.getTotals().answerTokens).toBeGreaterThan(0);
    },
  );
});

test('a request that no server accepted costs nothing', async () => {
  await withModel(
    () => ({ status: 401, message: 'no' }),
    {},
    async (model) => {
      await ask(model);
      expect(model.ledger.getTotals()).toMatchObject({ calls: 0 });
    },
  );
});

test('prices are looked up by model name at the vendors’ own URLs, and are unknown elsewhere', () => {
  const [openai, anthropic] = ['https://api.openai.com/v1', 'https://api.anthropic.com'];
  expect(findPrice('gpt-4o', openai)).toMatchObject({ input: 2.5, output: 10 });
  expect(findPrice('gpt-4o-2024-08-06', openai)).toMatchObject({ input: 2.5 });
  expect(findPrice('gpt-4o-mini', openai)).toMatchObject({ input: 0.15 });
  expect(findPrice('claude-sonnet-4-5-20250929', anthropic)).toMatchObject({ input: 3 });
  expect(findPrice('gpt-4o-audio-preview', openai)).toBeNull();
  expect(findPrice('gpt-9', openai)).toBeNull();
  expect(findPrice('gpt-4o', 'http://127.0.0.1:8000/v1')).toBeNull();
});

test('every price has a date, and cache reads are not more expensive than uncached tokens', () => {
  for (const { model, input, output, cacheRead, asOf } of PRICES) {
    expect(asOf, model).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(output, model).toBeGreaterThan(input);
    expect(cacheRead ?? 0, model).toBeLessThanOrEqual(input);
  }
  const usage = {
    promptTokens: 1e6,
    answerTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    thinkingTokens: 0,
    estimated: false,
  };
  expect(computeCost(usage, { input: 3, output: 15 })).toBe(3);
  expect(computeCost(usage, null)).toBeNull();
});
