import { expect, test } from '@playwright/test';

import type { Candidate } from '../../src/contract/index.js';
import { asksForDisabled, saysOnlyState, stateTest } from '../../src/rank/states.js';
import { candidate } from '../support/candidates.js';

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
for (const [query, yes, no] of STATES)
  test(`"${query}" is told by the state`, () => {
    const is = stateTest(query)!;
    expect(is(candidate(yes))).toBe(true);
    expect(is(candidate(no))).toBe(false);
  });

test('a query without a state asks for none', () => {
  expect(stateTest('open the settings')).toBeNull();
  expect(stateTest('delete the selected text')).toBeNull();
});

for (const [query, only] of [
  ['the selected tab', true],
  ['the section I am in', true],
  ['the selected theme colour', false],
  ['the checked invoices', false],
] as const)
  test(`"${query}" says ${only ? 'nothing but' : 'more than'} a state`, () => {
    expect(saysOnlyState(query)).toBe(only);
  });

test('who asks for what cannot be used does not want what can', () => {
  expect(asksForDisabled('the greyed-out option')).toBe(true);
  expect(asksForDisabled('the option for grey')).toBe(false);
});
