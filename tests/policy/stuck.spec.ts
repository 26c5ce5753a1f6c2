import { expect, test } from '@playwright/test';

import type { Observation, PageAction } from '../../src/contract/index.js';
import { RepeatCounter, stateKey } from '../../src/policy/index.js';
import { candidate, observation } from '../support/candidates.js';

const field = candidate({ role: 'textbox', name: 'Name', value: '' });
const click: PageAction = { intent: 'click', uid: field.uid };
const before = stateKey(observation([field]));

/** How many acts in a row are let through. */
function letThrough(act: PageAction, state: string, counter = new RepeatCounter()): number {
  let count = 0;
  while (count < 1_000 && counter.countAction(act, state) === null) count++;
  return count;
}

test('the fourth same act on the same state is stuck, until the instructor speaks', () => {
  const counter = new RepeatCounter();
  expect(letThrough(click, before, counter)).toBe(3);
  expect(counter.countAction(click, before)).toContain('did the same thing 4 times');
  counter.reset();
  expect(counter.countAction(click, before)).toBeNull();
});

const other: [what: string, seen: Observation][] = [
  ['a value', observation([{ ...field, value: 'x' }])],
  ['a tick', observation([{ ...field, states: { checked: true } }])],
  ['how far a container is scrolled', observation([{ ...field, scroll: { x: 0, y: 9, maxX: 0, maxY: 90 } }])],
  [
    'an open dialog',
    observation([field], { dialog: { type: 'confirm', message: 'Sure?', defaultText: '' } }),
  ],
  [
    'the tab in front',
    observation([field], { tabs: [{ id: 2, url: 'http://127.0.0.1/page', active: true }] }),
  ],
];

for (const [what, seen] of other) {
  test(`another state: ${what}`, () => {
    expect(stateKey(seen)).not.toBe(before);
  });
}

test('waiting is counted by how long, not by how often', () => {
  const wait = (ms: number): PageAction => ({ intent: 'wait', ms });
  expect(letThrough(wait(5_000), before)).toBe(12);
  expect(letThrough(wait(20_000), before)).toBe(3);
  expect(letThrough(wait(600_000), before)).toBe(1);
  const counter = new RepeatCounter();
  letThrough(wait(10_000), before, counter);
  expect(counter.countAction(wait(10_000), before)).toContain('seconds and the page did not change');
  expect(counter.countAction(click, before)).toBeNull();
});

test('waits of no length come to an end too', () => {
  expect(letThrough({ intent: 'wait', ms: 1 }, before)).toBe(30);
});
