/** The messages of runs that end because of a budget or a repeated action. */
import { expect, test } from '@playwright/test';

import { describeExceededBudget, RepeatCounter } from '../../src/policy/index.js';

test('the message names the budget or the repeated action that ended the run', () => {
  const budget = { turns: 5, actions: 1, seconds: 10 };
  const repeatCounter = new RepeatCounter();
  let stuckMessage: string | null = null;
  for (let i = 0; i < 4; i++) stuckMessage = repeatCounter.countAction({ intent: 'back' }, 'state');
  const rows: [description: string, actual: string | null, expected: string][] = [
    [
      'turns',
      describeExceededBudget(budget, { turns: 5, actions: 0, seconds: 0 }),
      'The budget of 5 turns is used up.',
    ],
    [
      'actions',
      describeExceededBudget(budget, { turns: 0, actions: 1, seconds: 0 }),
      'The budget of 1 action is used up.',
    ],
    [
      'seconds',
      describeExceededBudget(budget, { turns: 0, actions: 0, seconds: 10 }),
      'The budget of 10 seconds is used up.',
    ],
    ['repetition', stuckMessage, 'The navigator did the same thing 4 times and the page did not change.'],
  ];
  for (const [description, actual, expected] of rows) expect.soft(actual, description).toBe(expected);
});
