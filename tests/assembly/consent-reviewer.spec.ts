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
  findCommandWords: async () => 'live words',
  review: async () => objection,
};

const createReplayScript = (...instructions: ConfirmedInstruction[]): ReplayScript =>
  ({
    lines: [
      { turns: instructions.map((confirmedInstruction) => ({ type: 'action', confirmedInstruction })) },
    ],
  }) as unknown as ReplayScript;
const instruction: ConfirmedInstruction = {
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
const createReviewRequest = (what: string): ConsentReviewRequest => ({ what }) as ConsentReviewRequest;

test('in a replay, a command found in the recorded session is valid for the same line and the same effect', async () => {
  const reviewer = createReplayReviewer(createReplayScript(instruction), createTotals(), null);
  expect(await reviewer.findCommandWords({ conversation, class: 'buy' }, signal)).toBe('bung her a tenner');
  expect(await reviewer.review(createReviewRequest('pay €10.00'), signal)).toEqual(instruction.review);
  expect(await reviewer.review(createReviewRequest('pay €100.00'), signal)).toBeNull();
  expect(await reviewer.findCommandWords({ conversation, class: 'send' }, signal)).toBeNull();
  expect(
    await reviewer.findCommandWords({ conversation: conversation.slice(1), class: 'buy' }, signal),
  ).toBeNull();
});

test('after a healed line, the model is asked to look for a command; without a model, none is found', async () => {
  const totals = createTotals();
  const reviewer = createReplayReviewer(createReplayScript(instruction), totals, liveReviewer);
  expect(await reviewer.review(createReviewRequest('place the order'), signal)).toBeNull();
  totals.healed = 1;
  expect(await reviewer.findCommandWords({ conversation, class: 'buy' }, signal)).toBe('live words');
  expect(await reviewer.review(createReviewRequest('pay €10.00'), signal)).toEqual(objection);
  const withoutModel = createReplayReviewer(createReplayScript(instruction), createTotals(1), null);
  expect(await withoutModel.findCommandWords({ conversation, class: 'buy' }, signal)).toBeNull();
  expect(await withoutModel.review(createReviewRequest('pay €10.00'), signal)).toBeNull();
});
