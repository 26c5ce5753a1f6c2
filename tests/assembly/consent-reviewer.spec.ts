// In a replay, the recorded answers about consent are used until a line has been healed.
import { expect, test } from '@playwright/test';

import { createReplayReviewer } from '../../src/assembly/consent-reviewer.js';
import type {
  ConsentReviewer,
  ConsentReviewRequest,
  ConfirmedInstruction,
  ReplayScript,
  ReplayTotals,
} from '../../src/contract/index.js';

const { signal } = new AbortController();
const objection = { ordered: false, difference: 'two, not one' };
const liveReviewer: ConsentReviewer = {
  findOrderWords: async () => 'live words',
  review: async () => objection,
};

const scriptWith = (...orders: ConfirmedInstruction[]): ReplayScript =>
  ({
    lines: [{ turns: orders.map((confirmedOrder) => ({ type: 'action', confirmedOrder })) }],
  }) as unknown as ReplayScript;
const order: ConfirmedInstruction = {
  class: 'buy',
  what: 'pay €10.00',
  words: 'bung her a tenner',
  review: { ordered: true, difference: '' },
};
const createTotals = (healed = 0): ReplayTotals => ({
  lines: 1,
  replayed: 1,
  healed,
  actions: 1,
  changes: [],
});
const conversation = [
  { speaker: 'instructor', text: 'Please: Bung her a tenner!' },
  { speaker: 'navigator', text: 'Which card?' },
  { speaker: 'instructor', text: 'the blue one' },
] as const;
const reviewOf = (what: string): ConsentReviewRequest => ({ what }) as ConsentReviewRequest;

test('in a replay, an order found in the recorded session is valid for the same line and the same effect', async () => {
  const reviewer = createReplayReviewer(scriptWith(order), createTotals(), null);
  expect(await reviewer.findOrderWords({ conversation, class: 'buy' }, signal)).toBe('bung her a tenner');
  expect(await reviewer.review(reviewOf('pay €10.00'), signal)).toEqual(order.review);
  expect(await reviewer.review(reviewOf('pay €100.00'), signal)).toBeNull();
  expect(await reviewer.findOrderWords({ conversation, class: 'send' }, signal)).toBeNull();
  expect(
    await reviewer.findOrderWords({ conversation: conversation.slice(1), class: 'buy' }, signal),
  ).toBeNull();
});

test('after a healed line, the model is asked for the order; without a model, none is found', async () => {
  const totals = createTotals();
  const reviewer = createReplayReviewer(scriptWith(order), totals, liveReviewer);
  expect(await reviewer.review(reviewOf('place the order'), signal)).toBeNull();
  totals.healed = 1;
  expect(await reviewer.findOrderWords({ conversation, class: 'buy' }, signal)).toBe('live words');
  expect(await reviewer.review(reviewOf('pay €10.00'), signal)).toEqual(objection);
  const withoutModel = createReplayReviewer(scriptWith(order), createTotals(1), null);
  expect(await withoutModel.findOrderWords({ conversation, class: 'buy' }, signal)).toBeNull();
  expect(await withoutModel.review(reviewOf('pay €10.00'), signal)).toBeNull();
});
