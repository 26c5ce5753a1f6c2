/** Unit tests of the modules that parse instructor lines. */
import { expect, test } from '@playwright/test';
import { isRemark, removeRemarks } from '../../../../src/navigator/direct/language/remarks.js';
import { applyCorrections } from '../../../../src/navigator/direct/language/self-corrections.js';
import { readMoment } from '../../../../src/navigator/direct/language/moments.js';
import { readNumber } from '../../../../src/navigator/direct/language/numbers.js';
import { sortInstructions } from '../../../../src/navigator/direct/language/chronological-order.js';
import { parseLine } from '../../../../src/navigator/direct/language/parse.js';
import { readDescription } from '../../../../src/navigator/direct/language/target-description.js';
import {
  gerundToImperative,
  participleToImperative,
} from '../../../../src/navigator/direct/language/verb-forms.js';

const FRIDAY = new Date(2026, 10, 20);

const NUMBERS: [string, number | null][] = [
  ['seventeen', 17],
  ['twenty-five', 25],
  ['one hundred and twenty', 120],
  ['two thousand five hundred', 2500],
  ['three and a half', 3.5],
  ['a dozen', 12],
  ['minus five', -5],
  ['three point one four', 3.14],
  ['twenty eleven', null],
  ['and', null],
  ['lunch', null],
];
test('numbers in words are parsed', () => {
  for (const [phrase, number] of NUMBERS) expect.soft(readNumber(phrase), phrase).toBe(number);
});

const MOMENTS: [phrase: string, moment: string | null, about?: string][] = [
  ['next Monday', '2026-11-23'],
  ['two weeks from today', '2026-12-04'],
  ['the 15th of next month', '2026-12-15'],
  ['tomorrow at 9 am', '2026-11-21 09:00'],
  ['9 am on 3 March', '2027-03-03 09:00'],
  ['tomorrow at half past two', '2026-11-21 14:30'],
  ['2pm on the 15th of next month', '2026-12-15 14:00'],
  ['Friday at 9', '2026-11-27 09:00'],
  ['9 am on Friday', '2026-11-27 09:00'],
  ['in 3 days', '2026-11-23'],
  ['in 3 days at 9', '2026-11-23 09:00'],
  ['2:30 p.m.', '14:30'],
  ['ten to nine in the morning', '08:50'],
  ["8 o'clock in the evening", '20:00'],
  ['Monday', null],
  ['Monday', '2026-11-23', 'due date'],
  ['9', '09:00', 'start time'],
  ['9', null],
  ['2.50', null],
  ['two hours', null],
  ['lunch with May', null],
];
test('dates and times are parsed', () => {
  for (const [phrase, moment, about] of MOMENTS)
    expect.soft(readMoment(phrase, FRIDAY, about), `${phrase}${about ? ` (${about})` : ''}`).toBe(moment);
});

const REMARKS: [string, boolean][] = [
  ["I don't mind which", true],
  ['my parents are coming too', true],
  ["it's in the way", true],
  ['whichever is there', true],
  ['I want you to click Save', false],
  ['the email is a@b.com', false],
  ['then click Save', false],
];
test('remarks are distinguished from instructions', () => {
  for (const [phrase, remark] of REMARKS) expect.soft(isRemark(phrase), phrase).toBe(remark);
});

test('a line that consists only of a remark is kept', () =>
  expect(removeRemarks('I get way too many')).toBe('I get way too many'));

const SORTED_LINES: [string, string][] = [
  ['Before you click Submit, tick the box', 'tick the box, then click Submit'],
  [
    'Click Publish after you have typed Hello in the title field',
    'type Hello in the title field, then Click Publish',
  ],
  ['After choosing Economy, hit Continue', 'choose Economy, then hit Continue'],
  ['Click Before and after', 'Click Before and after'],
];
test('steps are sorted into the order in which they must be performed', () => {
  for (const [line, ordered] of SORTED_LINES) expect.soft(sortInstructions(line), line).toBe(ordered);
});

const CORRECTED_LINES: [string, string][] = [
  ['Click Save, no wait, Cancel', 'Click Cancel'],
  ['Open the menu and click Save, sorry, Print', 'Open the menu and click Print'],
  ['Set the time to 7 pm, no, 8 pm', 'Set the time to 8 pm'],
  ['Click Save, no thanks', 'Click Save, no thanks'],
];
test('corrections within a line replace the corrected words', () => {
  for (const [line, corrected] of CORRECTED_LINES) expect.soft(applyCorrections(line), line).toBe(corrected);
});

test('gerunds and participles become imperatives', () => {
  expect(['clicking', 'typing', 'setting', 'opening', 'copying'].map(gerundToImperative)).toEqual([
    'click',
    'type',
    'set',
    'open',
    'copy',
  ]);
  expect(['chosen', 'typed', 'applied', 'submitted'].map(participleToImperative)).toEqual([
    'choose',
    'type',
    'apply',
    'submit',
  ]);
  expect(gerundToImperative('bring')).toBeNull();
});

test('a target is parsed into name, kind, ordinal and place', () => {
  expect(readDescription('the second Edit button next to Anna Berg', [])).toEqual({
    name: 'Edit',
    kind: 'button',
    nth: 2,
    spots: [{ spot: 'near', words: 'Anna Berg' }],
  });
  expect(readDescription('Sign in', [])).toEqual({ name: 'Sign in', kind: null, nth: null, spots: [] });
});

test('a verb can be a field name among the values of a new item', () => {
  const fields = (line: string): (string | null)[][] =>
    parseLine(line).map(({ step }) =>
      step.do === 'fill' ? step.fields.map((f) => `${f.field.text}=${f.value ?? ''}`) : [step.do],
    );
  expect(fields('create a ticket called Lamp out, type defect, priority major')).toEqual([
    ['title=Lamp out', 'type=defect', 'priority=major'],
  ]);
  expect(fields('create an event called Lunch, start 12:00, end 13:00')).toEqual([
    ['title=Lunch', 'start=12:00', 'end=13:00'],
  ]);
  expect(fields('create a note called Foo, type Hello into the body')).toEqual([['title=Foo'], ['set']]);
});
