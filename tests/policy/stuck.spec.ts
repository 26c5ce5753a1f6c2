import { expect, test } from '@playwright/test';

import type { Observation, PageAction } from '../../src/contract/index.js';
import { RepeatCounter, computeStateKey } from '../../src/policy/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

const field = createCandidate({ role: 'textbox', name: 'Name', value: '' });
const click: PageAction = { intent: 'click', uid: field.uid };
const initialState = computeStateKey(createObservation([field]));

/** Counts how often the action is allowed before the counter reports that the session is stuck. */
function countAllowedRepeats(action: PageAction, state: string, counter = new RepeatCounter()): number {
  let count = 0;
  while (count < 1_000 && counter.countAction(action, state) === null) count++;
  return count;
}

test('the fourth identical action in the same state is reported as stuck; reset() starts the count over', () => {
  const counter = new RepeatCounter();
  expect(countAllowedRepeats(click, initialState, counter)).toBe(3);
  expect(counter.countAction(click, initialState)).toContain('did the same thing 4 times');
  counter.reset();
  expect(counter.countAction(click, initialState)).toBeNull();
});

const CHANGED_PAGES: [description: string, changedPage: Observation][] = [
  ['a value', createObservation([{ ...field, value: 'x' }])],
  ['a ticked checkbox', createObservation([{ ...field, states: { checked: true } }])],
  [
    'the scroll position of a container',
    createObservation([{ ...field, scroll: { x: 0, y: 9, maxX: 0, maxY: 90 } }]),
  ],
  [
    'an open dialog',
    createObservation([field], { dialog: { type: 'confirm', message: 'Sure?', defaultText: '' } }),
  ],
  [
    'the active tab',
    createObservation([field], { tabs: [{ id: 2, url: 'http://127.0.0.1/page', active: true }] }),
  ],
];

test('a visible change to the page produces a different state key', () => {
  for (const [description, changedPage] of CHANGED_PAGES)
    expect.soft(computeStateKey(changedPage), description).not.toBe(initialState);
});

test('waits are capped by total duration', () => {
  const createWait = (ms: number): PageAction => ({ intent: 'wait', ms });
  expect(countAllowedRepeats(createWait(5_000), initialState)).toBe(12);
  expect(countAllowedRepeats(createWait(20_000), initialState)).toBe(3);
  expect(countAllowedRepeats(createWait(600_000), initialState)).toBe(1);
  const counter = new RepeatCounter();
  countAllowedRepeats(createWait(10_000), initialState, counter);
  expect(counter.countAction(createWait(10_000), initialState)).toContain(
    'seconds and the page did not change',
  );
  expect(counter.countAction(click, initialState)).toBeNull();
});

test('very short waits are capped by count', () => {
  expect(countAllowedRepeats({ intent: 'wait', ms: 1 }, initialState)).toBe(30);
});
