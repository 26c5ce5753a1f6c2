import { expect, test } from '@playwright/test';

import { chooseSample } from '../../../src/prompt/index.js';
import { normaliseVote } from '../../../src/prompt/step/vote.js';

const samples = (...actions: (string | null)[]) => actions.map((action) => ({ action }));

test('the most frequent action wins, and in a tie the first one wins', () => {
  expect.soft(chooseSample(samples('click [1]'), 'majority')).toEqual({ index: 0 });
  expect
    .soft(chooseSample(samples('click [1]', 'click [2]', '"Click  [2]"'), 'majority'))
    .toEqual({ index: 1, votes: { 'click [1]': 1, 'click [2]': 2 } });
  expect.soft(chooseSample(samples('click [1]', 'click [2]'), 'majority').index).toBe(0);
  expect.soft(chooseSample(samples(null, 'click [2]', null), 'majority').index).toBe(1);
  expect.soft(chooseSample(samples(null, null), 'majority').index).toBe(0);
  expect.soft(chooseSample(samples('click [1]', 'click [2]', 'click [2]'), 'first').index).toBe(0);
});

test('different spellings of an action count as the same action; different ids or texts do not', () => {
  const rows: [string, string][] = [
    ['```click [7]```', 'click [7]'],
    ['"stop [Closed]"', 'stop [Closed]'],
    ['CLICK   [7]', 'click [7]'],
    ['type [5]   [Red Shoes]', 'type [5] [Red Shoes]'],
    ['type [5] [red  shoes]', 'type [5] [red  shoes]'],
    [' go_back ', 'go_back'],
  ];
  for (const [action, normal] of rows) expect.soft(normaliseVote(action), action).toBe(normal);
});
