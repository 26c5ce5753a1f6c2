import { expect, test } from '@playwright/test';

import { parseDecision } from '../../../src/navigator/chat/decision.js';

const parseSteps = (json: unknown): unknown => {
  const parseResult = parseDecision(json);
  return parseResult.ok ? parseResult.decision.steps : parseResult.fault;
};

test('a decision in the requested format is parsed without repairs', () => {
  expect(
    parseDecision({
      thought: 'The field is there.',
      note: 'then send it',
      steps: [{ do: 'type', on: 7, value: 'blue mug' }],
    }),
  ).toEqual({
    ok: true,
    decision: {
      thought: 'The field is there.',
      note: 'then send it',
      steps: [{ do: 'type', on: 7, value: 'blue mug' }],
    },
    repairs: [],
  });
});

const NEAR_MISSES: [name: string, json: unknown, step: object][] = [
  ['a single step instead of a list', { do: 'click', on: 3 }, { do: 'click', on: 3, value: null }],
  ['a bare list of steps', [{ do: 'click', on: 3, value: null }], { do: 'click', on: 3, value: null }],
  ['a number in brackets', { steps: [{ do: 'click', on: '[12]' }] }, { do: 'click', on: 12, value: null }],
  ['a number as text', { steps: [{ do: 'click', on: '12' }] }, { do: 'click', on: 12, value: null }],
  ['a number as value', { steps: [{ do: 'type', on: 1, value: 42 }] }, { do: 'type', on: 1, value: '42' }],
  [
    'a synonym of the action',
    { steps: [{ do: 'fill', on: 1, value: 'x' }] },
    { do: 'type', on: 1, value: 'x' },
  ],
  [
    'an action in capitals with a hyphen',
    { steps: [{ do: 'Double-Click', on: 1 }] },
    { do: 'double_click', on: 1, value: null },
  ],
  [
    'an action in camel case',
    { steps: [{ do: 'scrollTo', on: 1 }] },
    { do: 'scroll_to', on: 1, value: null },
  ],
  [
    'fields with other names',
    { actions: [{ action: 'type', element: 4, text: 'x' }] },
    { do: 'type', on: 4, value: 'x' },
  ],
  ['an empty note', { note: '', steps: [{ do: 'back' }] }, { do: 'back', on: null, value: null }],
];

test('a decision in a similar format is accepted', () => {
  for (const [name, json, step] of NEAR_MISSES) expect.soft(parseSteps(json), name).toEqual([step]);
});

const FAULTS: [name: string, json: unknown, fault: string | RegExp][] = [
  ['no content', {}, 'The answer has no steps.'],
  ['text', 'click 12', 'The answer has no steps.'],
  ['no step', { steps: [] }, 'The list of steps is empty.'],
  ['an action that does not exist', { steps: [{ do: 'teleport', on: 1 }] }, 'There is no step “teleport”.'],
  ['a step without an action', { steps: [{ on: 1 }] }, 'A step does not say what to do.'],
  ['a step that is a string', { steps: ['click'] }, /A step is "click"/],
  [
    'the name of an element instead of its number',
    { steps: [{ do: 'click', on: 'Save' }] },
    '“Save” is not an element number.',
  ],
  ['a fractional element number', { steps: [{ do: 'click', on: 1.5 }] }, '“1.5” is not an element number.'],
  [
    'too many steps',
    { steps: Array.from({ length: 60 }, () => ({ do: 'back' })) },
    'The answer has 60 steps, which is too many.',
  ],
];

test('an invalid decision is rejected with a message that explains the mistake', () => {
  for (const [name, json, fault] of FAULTS) {
    const stepsOrFault = parseSteps(json);
    expect.soft(stepsOrFault, name).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
  }
});
