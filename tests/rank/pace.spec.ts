import { expect, test } from '@playwright/test';

import { atOnce, inSlices, type Steps } from '../../src/rank/pace.js';

function* counting(to: number): Steps<number> {
  let sum = 0;
  for (let i = 1; i <= to; i++) {
    yield;
    sum += i;
  }
  return sum;
}

/** Each step takes longer than a slice. */
function* slow(steps: number): Steps<string> {
  for (let i = 0; i < steps; i++) {
    const until = performance.now() + 10;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

test('steps come to the same end at once and in slices', async () => {
  expect(atOnce(counting(100))).toBe(5050);
  expect(await inSlices(counting(100))).toBe(5050);
});

test('between two slices other work gets its turn', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  order.push(await inSlices(slow(5)));
  expect(order).toEqual(['other', 'done']);
});

test('an abort ends the work with its reason', async () => {
  const stop = new AbortController();
  setImmediate(() => stop.abort(new Error('no longer needed')));
  await expect(inSlices(slow(5), stop.signal)).rejects.toThrow('no longer needed');
});
