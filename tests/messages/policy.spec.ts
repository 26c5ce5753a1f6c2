/** The sentences that end a run because of its budget or of repetition. */
import { expect, test } from '@playwright/test';

import { findExceededBudget, RepeatCounter } from '../../src/policy/index.js';

test('the message names the budget or the repetition that ended the run', () => {
  const budget = { turns: 5, actions: 1, seconds: 10 };
  const repeats = new RepeatCounter();
  let stuck: string | null = null;
  for (let i = 0; i < 4; i++) stuck = repeats.countAction({ intent: 'back' }, 'state');
  const rows: [what: string, actual: string | null, sentence: string][] = [
    [
      'turns',
      findExceededBudget(budget, { turns: 5, actions: 0, seconds: 0 }),
      'The budget of 5 turns is used up.',
    ],
    [
      'actions',
      findExceededBudget(budget, { turns: 0, actions: 1, seconds: 0 }),
      'The budget of 1 action is used up.',
    ],
    [
      'seconds',
      findExceededBudget(budget, { turns: 0, actions: 0, seconds: 10 }),
      'The budget of 10 seconds is used up.',
    ],
    ['repetition', stuck, 'The navigator did the same thing 4 times and the page did not change.'],
  ];
  for (const [what, actual, sentence] of rows) expect.soft(actual, what).toBe(sentence);
});
