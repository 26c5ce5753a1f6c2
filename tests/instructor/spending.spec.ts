import { expect, test } from '@playwright/test';

import type { ModelTotals } from '../../src/contract/index.js';
import { formatTotals } from '../../src/instructor/index.js';
import { formatSpending } from '../../src/instructor/spending.js';

const createTotals = (overrides: Partial<ModelTotals>): ModelTotals => ({
  calls: 12,
  promptTokens: 30_000,
  answerTokens: 1_200,
  cachedTokens: 24_000,
  cost: 0.4,
  recorded: 0,
  ...overrides,
});

const SPENDING_TEXTS: [totals: Partial<ModelTotals>, text: string][] = [
  [{}, '12 answers, 31.2k tokens (24k cached), $0.40'],
  [{ cost: null }, '12 answers, 31.2k tokens (24k cached), price unknown'],
  [{ cachedTokens: 0, cost: 0 }, '12 answers, 31.2k tokens, $0.00'],
  [{ cost: 0.00042 }, '12 answers, 31.2k tokens (24k cached), $0.0004'],
  [{ cost: 0.00002, cachedTokens: 0 }, '12 answers, 31.2k tokens, less than $0.0001'],
  [{ calls: 1, promptTokens: 900, answerTokens: 40, cachedTokens: 0 }, '1 answer, 940 tokens, $0.40'],
  [{ promptTokens: 999_999, answerTokens: 1, cachedTokens: 0 }, '12 answers, 1M tokens, $0.40'],
  [{ recorded: 12 }, '12 answers, 31.2k tokens (24k cached, recorded), $0.40'],
  [{ recorded: 5, cachedTokens: 0 }, '12 answers, 31.2k tokens (5 recorded), $0.40'],
];

for (const [totals, text] of SPENDING_TEXTS)
  test(`model usage is shown as “${text}”`, () => {
    expect(formatTotals(createTotals(totals))).toBe(text);
  });

test('the remaining budget is shown and is never negative', () => {
  const totals = createTotals({});
  expect(formatSpending({ totals, budget: { tokens: 100_000, usd: 0.25 } })).toBe(
    [
      '12 answers, 31.2k tokens (24k cached), $0.40',
      'Budget: 100k tokens, 68.8k left',
      'Budget: $0.25, $0.00 left',
    ].join('\n'),
  );
  expect(formatSpending({ totals: createTotals({ cost: null }), budget: { usd: 1 } })).not.toContain(
    'Budget',
  );
});

test('without a model, or before the first answer, nothing has been spent', () => {
  expect(formatSpending({ totals: createTotals({ calls: 0 }), budget: {} })).toBe(
    'The model has not answered yet, so nothing has been spent.',
  );
  expect(formatSpending(null)).toBe('This session uses no language model, so it costs nothing.');
});
