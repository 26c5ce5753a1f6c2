import { expect, test } from '@playwright/test';

import { deferReview } from '../../src/assembly/consent-review.js';
import type { ConsentReviewRequest, ReplayTotals } from '../../src/contract/index.js';

test('a replay requests no consent review until a line has been healed', async () => {
  const totals: ReplayTotals = { lines: 1, replayed: 1, healed: 0, actions: 1, changes: [] };
  const objection = { ordered: false, difference: 'two, not one' };
  const review = deferReview(() => Promise.resolve(objection), totals);
  const ask = () => review({} as ConsentReviewRequest, new AbortController().signal);
  expect(await ask()).toBeNull();
  totals.healed = 1;
  expect(await ask()).toEqual(objection);
});
