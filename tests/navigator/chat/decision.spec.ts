import { expect, test } from '@playwright/test';

import { parseDecision } from '../../../src/navigator/chat/decision.js';

const steps = (json: unknown): unknown => {
  const reading = parseDecision(json);
  return reading.ok ? reading.written.steps : reading.fault;
};

test('a decision in the asked form is read as it is', () => {
  expect(
    parseDecision({
      thought: 'The field is there.',
      note: 'then send it',
      steps: [{ do: 'type', on: 7, value: 'blue mug' }],
    }),
  ).toEqual({
    ok: true,
    written: {
      thought: 'The field is there.',
      note: 'then send it',
      steps: [{ do: 'type', on: 7, value: 'blue mug' }],
    },
    repairs: [],
  });
});

const NEAR_MISSES: [what: string, json: unknown, step: object][] = [
  ['a single step in place of the list', { do: 'click', on: 3 }, { do: 'click', on: 3, value: null }],
  [
    'a list without anything around it',
    [{ do: 'click', on: 3, value: null }],
    { do: 'click', on: 3, value: null },
  ],
  ['a number in brackets', { steps: [{ do: 'click', on: '[12]' }] }, { do: 'click', on: 12, value: null }],
  ['a number as text', { steps: [{ do: 'click', on: '12' }] }, { do: 'click', on: 12, value: null }],
  ['a number as value', { steps: [{ do: 'type', on: 1, value: 42 }] }, { do: 'type', on: 1, value: '42' }],
  ['another word for it', { steps: [{ do: 'fill', on: 1, value: 'x' }] }, { do: 'type', on: 1, value: 'x' }],
  [
    'another spelling',
    { steps: [{ do: 'Double-Click', on: 1 }] },
    { do: 'double_click', on: 1, value: null },
  ],
  ['camel case', { steps: [{ do: 'scrollTo', on: 1 }] }, { do: 'scroll_to', on: 1, value: null }],
  [
    'fields with other names',
    { actions: [{ action: 'type', element: 4, text: 'x' }] },
    { do: 'type', on: 4, value: 'x' },
  ],
  ['an empty note', { note: '', steps: [{ do: 'back' }] }, { do: 'back', on: null, value: null }],
];

for (const [what, json, step] of NEAR_MISSES)
  test(`it is understood with ${what}`, () => {
    expect(steps(json)).toEqual([step]);
  });

const FAULTS: [what: string, json: unknown, fault: string | RegExp][] = [
  ['nothing', {}, 'The answer has no steps.'],
  ['text', 'click 12', 'The answer has no steps.'],
  ['no step', { steps: [] }, 'The list of steps is empty.'],
  ['an action that does not exist', { steps: [{ do: 'teleport', on: 1 }] }, 'There is no step “teleport”.'],
  ['a step without a word', { steps: [{ on: 1 }] }, 'A step does not say what to do.'],
  ['a step that is a word', { steps: ['click'] }, /A step is "click"/],
  ['an element by its name', { steps: [{ do: 'click', on: 'Save' }] }, '“Save” is no number of an element.'],
  ['half a number', { steps: [{ do: 'click', on: 1.5 }] }, '“1.5” is no number of an element.'],
  [
    'more steps than anyone takes',
    { steps: Array.from({ length: 60 }, () => ({ do: 'back' })) },
    'The answer has 60 steps, which is too many.',
  ],
];

for (const [what, json, fault] of FAULTS)
  test(`an answer with ${what} is a fault that says what is wrong`, () => {
    const said = steps(json);
    expect(typeof said).toBe('string');
    if (typeof fault === 'string') expect(said).toBe(fault);
    else expect(said).toMatch(fault);
  });
