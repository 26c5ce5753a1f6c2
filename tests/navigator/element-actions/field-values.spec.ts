import type { OptionItem } from '../../../src/contract/index.js';
import { findNearestOption, formatFieldValue } from '../../../src/navigator/element-actions/field-values.js';
import { findRemainingActions } from '../../../src/navigator/element-actions/remaining-actions.js';
import type { Action, Outcome, Turn } from '../../../src/contract/index.js';
import { createCandidate } from '../../support/candidates.js';
import { expect, test } from '@playwright/test';

const option = (label: string, value = label.toLowerCase()): OptionItem => ({
  label,
  value,
  selected: false,
  disabled: false,
});

test('the option that is most similar to the text is chosen, if there is a similar one', () => {
  const options = [
    option('Relevance'),
    option('Price: low to high'),
    option('Price: high to low'),
    option('Newest'),
  ];
  for (const [written, chosen] of [
    ['Newest', 'Newest'],
    ['price low to high', 'Price: low to high'],
    ['Price (high to low)', 'Price: high to low'],
    ['newest', 'Newest'],
    ['Colour', null],
    ['', null],
  ] as const)
    expect.soft(findNearestOption(options, written), written).toBe(chosen);
  expect(findNearestOption([option('One', '1'), option('One', '2')], 'One')).toBe('1');
});

test('dates and times are converted to the format of their field', () => {
  for (const [inputType, written, value] of [
    ['date', '2026-12-01', '2026-12-01'],
    ['date', '1 December 2026', '2026-12-01'],
    ['date', 'Dec 1, 2026', '2026-12-01'],
    ['date', 'tomorrow', '2026-11-22'],
    ['date', 'soon', null],
    ['time', '3 pm', '15:00'],
    ['month', 'March 3, 2027', '2027-03'],
    ['datetime-local', 'December 1, 2026 at 9:30', '2026-12-01T09:30'],
    ['range', '40', '40'],
  ] as const)
    expect
      .soft(
        formatFieldValue(createCandidate({ inputType }), written, '2026-11-21'),
        `${inputType}: ${written}`,
      )
      .toBe(value);
});

const settle = { reason: 'quiet', ms: 1 } as const;
const createTurn = (action: Action, outcome: Outcome): Turn => ({
  index: 0,
  speaker: 'navigator',
  type: 'action',
  action: action as Extract<Turn, { type: 'action' }>['action'],
  target: null,
  outcome,
  url: 'https://a.test/',
});

test('after an action without effect, the remaining actions of the decision still apply', () => {
  const decidedActions: Action[] = [
    { intent: 'click', uid: 'a' },
    { intent: 'press', key: 'Enter' },
  ];
  const noEffectOutcome: Outcome = { status: 'no-effect', settle };
  const doneOutcome: Outcome = { status: 'done', effects: [{ type: 'focus' }], settle };
  expect(findRemainingActions(decidedActions, [createTurn(decidedActions[0]!, noEffectOutcome)])).toEqual([
    decidedActions[1],
  ]);
  expect(findRemainingActions(decidedActions, [createTurn(decidedActions[0]!, doneOutcome)])).toBeNull();
  expect(
    findRemainingActions(
      decidedActions,
      decidedActions.map((action) => createTurn(action, noEffectOutcome)),
    ),
  ).toBeNull();
  expect(findRemainingActions(decidedActions, [])).toBeNull();
  expect(
    findRemainingActions(decidedActions, [
      createTurn(decidedActions[0]!, noEffectOutcome),
      { index: 1, speaker: 'instructor', type: 'say', text: 'stop' },
    ]),
  ).toBeNull();
});
