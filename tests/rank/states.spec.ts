import { expect, test } from '@playwright/test';

import type { Candidate } from '../../src/contract/index.js';
import { asksForDisabledElement, namesOnlyState, createStateTest } from '../../src/rank/states.js';
import { createCandidate } from '../support/candidates.js';

const STATES: [query: string, yes: Partial<Candidate>, no: Partial<Candidate>][] = [
  ['the selected tab', { states: { selected: true } }, { states: { selected: false } }],
  ['the current page', { states: { current: true } }, { states: {} }],
  ['the section I am in', { states: { current: true } }, { states: {} }],
  ['what is switched on', { states: { pressed: true } }, { states: { pressed: false } }],
  ['a ticked box', { states: { checked: true } }, { states: { checked: false } }],
  ['the box not yet ticked', { states: { checked: false } }, { states: { disabled: true } }],
  ['the button that cannot be pressed', { states: { disabled: true } }, { states: {} }],
  ['the field with the error', { states: { invalid: true } }, { states: {} }],
  ['a mandatory field', { states: { required: true } }, { states: {} }],
  ['the open section', { states: { expanded: true } }, { states: { expanded: false } }],
  ['a collapsed folder', { states: { expanded: false } }, { states: { expanded: true } }],
  ['the field with the cursor', { states: { focused: true } }, { states: {} }],
  ['the empty field', { states: { editable: true }, value: '' }, { states: { editable: true }, value: 'x' }],
];
test('a query that names a state matches only candidates in that state', () => {
  for (const [query, matchingStates, otherStates] of STATES) {
    const hasState = createStateTest(query);
    expect.soft(hasState?.(createCandidate(matchingStates)), query).toBe(true);
    expect.soft(hasState?.(createCandidate(otherStates)), query).toBe(false);
  }
});

test('a query that names no state has no state test', () => {
  expect(createStateTest('open the settings')).toBeNull();
  expect(createStateTest('delete the selected text')).toBeNull();
});

test('namesOnlyState is false if the query names more than a state and a role', () => {
  for (const [query, isOnlyState] of [
    ['the selected tab', true],
    ['the section I am in', true],
    ['the selected theme colour', false],
    ['the checked invoices', false],
  ] as const)
    expect.soft(namesOnlyState(query), query).toBe(isOnlyState);
});

test('asksForDisabledElement recognises a query for a disabled element', () => {
  expect(asksForDisabledElement('the greyed-out option')).toBe(true);
  expect(asksForDisabledElement('the option for grey')).toBe(false);
});
