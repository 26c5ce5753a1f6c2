import { expect, test } from '@playwright/test';

import type { Candidate, Observation } from '../../../src/contract/index.js';
import { findOption } from '../../../src/navigator/chat/find-option.js';
import type { ModelStep } from '../../../src/navigator/chat/decision.js';
import { interpretSteps, type StepsResult } from '../../../src/navigator/chat/interpret-steps.js';
import { numberElements } from '../../../src/prompt/index.js';
import { createCandidate, createObservation } from '../../support/candidates.js';

const editableStates = { editable: true } as const;
const createOption = (label: string, disabled = false): NonNullable<Candidate['options']>[number] => ({
  value: label.toLowerCase().slice(0, 2),
  label,
  selected: false,
  disabled,
});

const ELEMENTS = [
  createCandidate({ name: 'Save' }), // 1
  createCandidate({ role: 'textbox', name: 'E-mail', states: editableStates, value: '' }), // 2
  createCandidate({
    role: 'combobox',
    tag: 'select',
    name: 'Country',
    options: [createOption('Norway'), createOption('Sweden'), createOption('Mars', true)],
  }), // 3
  createCandidate({ role: 'checkbox', tag: 'input', name: 'Gift', states: { checked: false } }), // 4
  createCandidate({ role: 'radio', tag: 'input', name: 'Express', states: { checked: false } }), // 5
  createCandidate({
    role: 'region',
    tag: 'div',
    name: 'Log',
    scroll: { x: 0, y: 100, maxX: 0, maxY: 900 },
    box: { x: 0, y: 0, width: 300, height: 200 },
  }), // 6
  createCandidate({
    role: 'textbox',
    tag: 'input',
    name: 'Date',
    inputType: 'date',
    states: editableStates,
    value: '',
  }), // 7
  createCandidate({ name: 'Never shown' }), // 8
];
const getUid = (number: number): string => ELEMENTS[number - 1]!.uid;
const LONG_PAGE_VIEWPORT = {
  width: 1000,
  height: 500,
  scrollX: 0,
  scrollY: 600,
  scrollWidth: 1000,
  scrollHeight: 2000,
};

function interpret(
  partialSteps: Partial<ModelStep> | Partial<ModelStep>[],
  observationOverrides: Partial<Observation> = {},
  instructorText = '',
  unseenCharCount = 0,
): StepsResult {
  const steps: ModelStep[] = [partialSteps]
    .flat()
    .map((step) => ({ do: 'click', on: null, value: null, ...step }));
  return interpretSteps(steps, {
    observation: createObservation(ELEMENTS, { viewport: LONG_PAGE_VIEWPORT, ...observationOverrides }),
    numbers: numberElements(ELEMENTS),
    shownNumbers: new Set([1, 2, 3, 4, 5, 6, 7]),
    instructions: instructorText,
    countUnseenChars: () => unseenCharCount,
  });
}

const ACTIONS: [name: string, step: Partial<ModelStep>, action: object][] = [
  ['a click', { do: 'click', on: 1 }, { intent: 'click', uid: getUid(1) }],
  ['a double click', { do: 'double_click', on: 1 }, { intent: 'doubleClick', uid: getUid(1) }],
  ['typing', { do: 'type', on: 2, value: 'a@b.c' }, { intent: 'textInput', uid: getUid(2), text: 'a@b.c' }],
  ['clearing', { do: 'type', on: 2, value: '' }, { intent: 'textInput', uid: getUid(2), text: '' }],
  [
    'choosing by label',
    { do: 'choose', on: 3, value: 'Sweden' },
    { intent: 'change', uid: getUid(3), value: 'Sweden' },
  ],
  [
    'choosing by label, ignoring case',
    { do: 'choose', on: 3, value: 'sweden ' },
    { intent: 'change', uid: getUid(3), value: 'Sweden' },
  ],
  [
    'typing into a select',
    { do: 'type', on: 3, value: 'Norway' },
    { intent: 'change', uid: getUid(3), value: 'Norway' },
  ],
  [
    'adding text at the end of a field',
    { do: 'append', on: 2, value: ' x' },
    { intent: 'textInput', uid: getUid(2), text: ' x', edit: { at: 'end' } },
  ],
  [
    'inserting text at the caret',
    { do: 'insert', on: 2, value: 'x' },
    { intent: 'textInput', uid: getUid(2), text: 'x', edit: { at: 'caret' } },
  ],
  [
    'replacing a passage',
    { do: 'replace', on: 2, old: 'grey', value: 'gray' },
    { intent: 'textInput', uid: getUid(2), text: 'gray', edit: { passage: 'grey' } },
  ],
  [
    'typing into the focused element',
    { do: 'press', value: '=A1+B1' },
    { intent: 'textInput', text: '=A1+B1', edit: { at: 'caret' } },
  ],
  ['checking', { do: 'check', on: 4 }, { intent: 'change', uid: getUid(4), value: 'true' }],
  ['unchecking', { do: 'uncheck', on: 4 }, { intent: 'change', uid: getUid(4), value: 'false' }],
  [
    'choosing a radio button',
    { do: 'choose', on: 5, value: 'Express' },
    { intent: 'change', uid: getUid(5), value: 'true' },
  ],
  [
    'choosing in a text field',
    { do: 'choose', on: 2, value: 'x' },
    { intent: 'textInput', uid: getUid(2), text: 'x' },
  ],
  [
    'choosing a date',
    { do: 'choose', on: 7, value: '2026-11-27' },
    { intent: 'change', uid: getUid(7), value: '2026-11-27' },
  ],
  ['a key', { do: 'press', value: 'enter' }, { intent: 'press', key: 'Enter' }],
  [
    'a chord in a field',
    { do: 'press', on: 2, value: 'ctrl + a' },
    { intent: 'press', key: 'Control+a', uid: getUid(2) },
  ],
  ['scrolling down', { do: 'scroll', value: 'down' }, { intent: 'scroll', x: 0, y: 1000 }],
  [
    'scrolling to the end of the page',
    { do: 'scroll', value: 'bottom' },
    { intent: 'scroll', x: 0, y: 1500 },
  ],
  [
    'scrolling an element',
    { do: 'scroll', on: 6, value: 'up' },
    { intent: 'scroll', uid: getUid(6), x: 0, y: 0 },
  ],
  [
    'dragging onto an element',
    { do: 'drag', on: 1, value: '[4]' },
    { intent: 'drag', uid: getUid(1), to: { uid: getUid(4) } },
  ],
  [
    'dragging by a distance',
    { do: 'drag', on: 1, value: '-20, 5' },
    { intent: 'drag', uid: getUid(1), to: { dx: -20, dy: 5 } },
  ],
  [
    'an address without a scheme',
    { do: 'open', value: 'example.org/a' },
    { intent: 'load', url: 'https://example.org/a' },
  ],
  ['a relative address', { do: 'open', value: '/cart' }, { intent: 'load', url: 'http://127.0.0.1/cart' }],
  ['waiting, capped at 20 s', { do: 'wait', value: '900' }, { intent: 'wait', ms: 20_000 }],
  ['closing a tab', { do: 'close_tab' }, { intent: 'tabremove' }],
  ['a question', { do: 'ask', value: 'Which?' }, { intent: 'say', kind: 'ask', text: 'Which?' }],
  ['giving up', { do: 'give_up', value: 'No way.' }, { intent: 'say', kind: 'unfinished', text: 'No way.' }],
];

test('each step is converted to an action', () => {
  for (const [name, step, action] of ACTIONS)
    expect.soft(interpret(step), name).toMatchObject({ kind: 'actions', actions: [action] });
});

const FAULTS: [name: string, step: Partial<ModelStep>, fault: string, advice: string][] = [
  ['an element that does not exist', { do: 'click', on: 99 }, 'You were not shown an element [99].', '1-7'],
  ['an element that was never shown', { do: 'click', on: 8 }, 'You were not shown an element [8].', '1-7'],
  ['no element', { do: 'click' }, 'The step names no element.', '1-7'],
  [
    'an unknown option',
    { do: 'choose', on: 3, value: 'Denmark' },
    '[3] has no option “Denmark”.',
    '"Norway"',
  ],
  [
    'an option that is disabled',
    { do: 'choose', on: 3, value: 'Mars' },
    '[3] has no option “Mars”.',
    '"Norway"',
  ],
  ['no text to type', { do: 'type', on: 2 }, '`type` requires the text in `value`.', 'string'],
  [
    'a replacement without a passage',
    { do: 'replace', on: 2, value: 'x' },
    '`replace` requires `old`: the passage to replace.',
    'value',
  ],
  ['an unknown key', { do: 'press', value: 'AnyKey' }, '“AnyKey” is not a key.', 'Enter'],
  [
    'nothing to say',
    { do: 'report', value: ' ' },
    '`report` requires `value`: the sentence to say.',
    'sentence',
  ],
  ['a dialog that is not open', { do: 'accept' }, 'No dialog is open.', 'use `click`'],
  ['an unknown tab', { do: 'switch_tab', value: '9' }, 'There is no tab “9”.', 'Tabs: 1.'],
  ['not a URL', { do: 'open', value: 'the start page' }, '“the start page” is not a URL.', 'https://'],
  [
    'a script instead of an address',
    { do: 'open', value: 'javascript:alert(1)' },
    '“javascript:alert(1)” is not a URL.',
    'https://',
  ],
  ['an unknown direction', { do: 'scroll', value: 'sideways' }, '“sideways” is not a direction.', 'up, down'],
  [
    'scrolling an element that does not scroll',
    { do: 'scroll', on: 1, value: 'down' },
    '[1] does not scroll.',
    'scroll_to',
  ],
  [
    'a file that the instructor did not name',
    { do: 'upload', on: 1, value: '/etc/passwd' },
    'The instructor named no file “/etc/passwd”.',
    'ask',
  ],
];

test('an invalid step is rejected with advice', () => {
  for (const [name, step, fault, advice] of FAULTS)
    expect
      .soft(interpret(step), name)
      .toMatchObject({ kind: 'fault', fault, advice: expect.stringContaining(advice) });
});

test('a field is not overwritten if the model has not seen more than 200 of its characters', () => {
  expect(interpret({ do: 'type', on: 2, value: 'x' }, {}, '', 201)).toMatchObject({
    kind: 'fault',
    fault: '[2] contains 201 characters that you have not seen, and `type` would replace them.',
    advice: expect.stringContaining('`read` with `on` 2'),
  });
  expect(interpret({ do: 'type', on: 2, value: 'x' }, {}, '', 200)).toMatchObject({ kind: 'actions' });
  expect(interpret({ do: 'append', on: 2, value: 'x' }, {}, '', 5_000)).toMatchObject({ kind: 'actions' });
});

test('an option is found by its label, a shortened label or its value, and returned by value if its label is ambiguous', () => {
  const createLongLabel = (end: string): string => `Administration | log entry | a permission to ${end}`;
  const options = [
    { value: '1', label: createLongLabel('add'), selected: false, disabled: false },
    { value: '2', label: createLongLabel('delete'), selected: false, disabled: false },
    { value: '3', label: 'Twice', selected: false, disabled: false },
    { value: '4', label: 'Twice', selected: false, disabled: false },
    { value: '5', label: '3', selected: false, disabled: false },
  ];
  expect(findOption(options, 'Administration | log e…ermission to delete')).toBe(createLongLabel('delete'));
  expect(findOption(options, 'Administration | log entry…')).toBeNull();
  expect(findOption(options, 'Twice')).toBe('3');
  expect(findOption(options, '4')).toBe('4');
  expect(findOption(options, '3')).toBe('5');
});

test('a file that the instructor named is uploaded', () => {
  const result = interpret({ do: 'upload', on: 1, value: './cv.pdf' }, {}, 'attach ./cv.pdf please');
  expect(result).toMatchObject({ kind: 'actions', actions: [{ intent: 'upload', files: ['./cv.pdf'] }] });
});

test('one decision fills the fields of a form and clicks its button', () => {
  const result = interpret([
    { do: 'type', on: 2, value: 'a@b.c' },
    { do: 'choose', on: 3, value: 'Norway' },
    { do: 'check', on: 4 },
    { do: 'click', on: 1 },
  ]);
  expect(result.kind === 'actions' && result.actions.map(({ intent }) => intent)).toEqual([
    'textInput',
    'change',
    'change',
    'click',
  ]);
  expect(result).toMatchObject({ repairs: [] });
});

test('only the first of two clicks is performed, and a repair note says so', () => {
  const result = interpret([
    { do: 'click', on: 1 },
    { do: 'click', on: 4 },
  ]);
  expect(result).toMatchObject({ kind: 'actions', actions: [{ intent: 'click', uid: getUid(1) }] });
  expect(result.kind === 'actions' && result.actions).toHaveLength(1);
  expect(result.kind === 'actions' && result.repairs).toEqual([
    expect.stringContaining('Only the steps up to click'),
  ]);
});

test('a report in the same decision as an action is dropped, because the outcome is not known yet', () => {
  const result = interpret([
    { do: 'click', on: 1 },
    { do: 'report', value: 'Saved.' },
  ]);
  expect(result.kind === 'actions' && result.actions).toHaveLength(1);
  expect(result.kind === 'actions' && result.repairs).toHaveLength(1);
});

test('one invalid step makes the whole decision invalid', () => {
  const result = interpret([
    { do: 'type', on: 2, value: 'a@b.c' },
    { do: 'choose', on: 3, value: 'Atlantis' },
  ]);
  expect(result.kind).toBe('fault');
});

test('if an answer starts with lookups, only these run', () => {
  expect(
    interpret([
      { do: 'find', value: 'returns' },
      { do: 'click', on: 1 },
    ]),
  ).toMatchObject({
    kind: 'lookups',
    lookups: [{ do: 'find', words: 'returns' }],
    repairs: [expect.stringContaining('dropped')],
  });
  expect(interpret({ do: 'read' })).toMatchObject({
    kind: 'lookups',
    lookups: [{ do: 'read', heading: null }],
  });
  expect(interpret({ do: 'read', on: 4 })).toMatchObject({
    kind: 'lookups',
    lookups: [{ do: 'read', around: 4 }],
  });
  expect(interpret({ do: 'find', value: '' }).kind).toBe('fault');
});

test('while a dialog is open, the only valid steps answer it or ask about it', () => {
  const dialog = { type: 'confirm', message: 'Delete it?', defaultText: '' };
  expect(interpret({ do: 'click', on: 1 }, { dialog })).toMatchObject({
    kind: 'fault',
    advice: 'accept, dismiss or ask.',
  });
  expect(interpret({ do: 'open', value: 'example.org' }, { dialog }).kind).toBe('fault');
  expect(interpret({ do: 'dismiss' }, { dialog })).toMatchObject({
    actions: [{ intent: 'dialog', answer: 'dismiss' }],
  });
  expect(interpret({ do: 'ask', value: 'Really?' }, { dialog }).kind).toBe('actions');
  const prompt = { type: 'prompt', message: 'Name?', defaultText: '' };
  expect(interpret({ do: 'accept', value: 'Ann' }, { dialog: prompt })).toMatchObject({
    actions: [{ intent: 'dialog', answer: 'accept', text: 'Ann' }],
  });
});

test('an element behind a modal dialog has no number', () => {
  const candidateBehindModal = createCandidate({ name: 'Behind', behindModal: true });
  const frontCandidate = createCandidate({ name: 'Front' });
  const numbers = numberElements([candidateBehindModal, frontCandidate]);
  expect(numbers.getNumber(candidateBehindModal.uid)).toBeUndefined();
  expect(numbers.getNumber(frontCandidate.uid)).toBe(1);
});
