import { expect, test } from '@playwright/test';

import { runAtOnce, runInSlices, type Steps } from '../../src/rank/steps.js';

function* counting(to: number): Steps<number> {
  let sum = 0;
  for (let i = 1; i <= to; i++) {
    yield;
    sum += i;
  }
  return sum;
}

/** Steps that each take longer than a slice. */
function* createSlowSteps(steps: number): Steps<string> {
  for (let i = 0; i < steps; i++) {
    const until = performance.now() + 10;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

test('steps give the same result whether they run at once or in slices', async () => {
  expect(runAtOnce(counting(100))).toBe(5050);
  expect(await runInSlices(counting(100))).toBe(5050);
});

test('other tasks run between two slices', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  order.push(await runInSlices(createSlowSteps(5)));
  expect(order).toEqual(['other', 'done']);
});

test('an abort ends the steps with its reason', async () => {
  const stop = new AbortController();
  setImmediate(() => stop.abort(new Error('no longer needed')));
  await expect(runInSlices(createSlowSteps(5), stop.signal)).rejects.toThrow('no longer needed');
});
