import { expect, test } from '@playwright/test';

import type { Observation, PageAction } from '../../src/contract/index.js';
import { RepeatCounter, stateKey } from '../../src/policy/index.js';
import { candidate, observation } from '../support/candidates.js';

const field = candidate({ role: 'textbox', name: 'Name', value: '' });
const click: PageAction = { intent: 'click', uid: field.uid };
const before = stateKey(observation([field]));

/** Number of repetitions of the action before the counter reports that the session is stuck. */
function countAllowed(action: PageAction, state: string, counter = new RepeatCounter()): number {
  let count = 0;
  while (count < 1_000 && counter.countAction(action, state) === null) count++;
  return count;
}

test('the fourth identical action on the same state is reported as stuck until the counter is reset', () => {
  const counter = new RepeatCounter();
  expect(countAllowed(click, before, counter)).toBe(3);
  expect(counter.countAction(click, before)).toContain('did the same thing 4 times');
  counter.reset();
  expect(counter.countAction(click, before)).toBeNull();
});

const CHANGES: [what: string, after: Observation][] = [
  ['a value', observation([{ ...field, value: 'x' }])],
  ['a checked box', observation([{ ...field, states: { checked: true } }])],
  [
    'the scroll position of a container',
    observation([{ ...field, scroll: { x: 0, y: 9, maxX: 0, maxY: 90 } }]),
  ],
  [
    'an open dialog',
    observation([field], { dialog: { type: 'confirm', message: 'Sure?', defaultText: '' } }),
  ],
  ['the active tab', observation([field], { tabs: [{ id: 2, url: 'http://127.0.0.1/page', active: true }] })],
];

test('a visible change of the page is another state', () => {
  for (const [what, after] of CHANGES) expect.soft(stateKey(after), what).not.toBe(before);
});

test('waits are limited by their total time', () => {
  const wait = (ms: number): PageAction => ({ intent: 'wait', ms });
  expect(countAllowed(wait(5_000), before)).toBe(12);
  expect(countAllowed(wait(20_000), before)).toBe(3);
  expect(countAllowed(wait(600_000), before)).toBe(1);
  const counter = new RepeatCounter();
  countAllowed(wait(10_000), before, counter);
  expect(counter.countAction(wait(10_000), before)).toContain('seconds and the page did not change');
  expect(counter.countAction(click, before)).toBeNull();
});

test('very short waits are limited by their number', () => {
  expect(countAllowed({ intent: 'wait', ms: 1 }, before)).toBe(30);
});
