/** The joints of the language half, each alone. */
import { expect, test } from '@playwright/test';
import { isRemark, withoutAsides } from '../../../../src/navigator/direct/language/asides.js';
import { mended } from '../../../../src/navigator/direct/language/mending.js';
import { readMoment } from '../../../../src/navigator/direct/language/moments.js';
import { readNumber } from '../../../../src/navigator/direct/language/numbers.js';
import { inOrder } from '../../../../src/navigator/direct/language/ordering.js';
import { parseLine } from '../../../../src/navigator/direct/language/parse.js';
import { readThing } from '../../../../src/navigator/direct/language/thing.js';
import { fromGerund, fromParticiple } from '../../../../src/navigator/direct/language/verb-forms.js';

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
for (const [said, number] of NUMBERS) test(`number: ${said}`, () => expect(readNumber(said)).toBe(number));

const MOMENTS: [said: string, moment: string | null, about?: string][] = [
  ['next Monday', '2026-11-23'],
  ['two weeks from today', '2026-12-04'],
  ['the 15th of next month', '2026-12-15'],
  ['tomorrow at 9 am', '2026-11-21 09:00'],
  ['9 am on 3 March', '2027-03-03 09:00'],
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
for (const [said, moment, about] of MOMENTS)
  test(`moment: ${said}${about ? ` (${about})` : ''}`, () =>
    expect(readMoment(said, FRIDAY, about)).toBe(moment));

const REMARKS: [string, boolean][] = [
  ["I don't mind which", true],
  ['my parents are coming too', true],
  ["it's in the way", true],
  ['whichever is there', true],
  ['I want you to click Save', false],
  ['the email is a@b.com', false],
  ['then click Save', false],
];
for (const [said, remark] of REMARKS)
  test(`${remark ? 'remark' : 'no remark'}: ${said}`, () => expect(isRemark(said)).toBe(remark));

test('a line that is nothing but a remark stays', () =>
  expect(withoutAsides('I get way too many')).toBe('I get way too many'));

const ORDERS: [string, string][] = [
  ['Before you click Submit, tick the box', 'tick the box, then click Submit'],
  [
    'Click Publish after you have typed Hello in the title field',
    'type Hello in the title field, then Click Publish',
  ],
  ['After choosing Economy, hit Continue', 'choose Economy, then hit Continue'],
  ['Click Before and after', 'Click Before and after'],
];
for (const [said, order] of ORDERS) test(`in order: ${said}`, () => expect(inOrder(said)).toBe(order));

const MENDED: [string, string][] = [
  ['Click Save, no wait, Cancel', 'Click Cancel'],
  ['Open the menu and click Save, sorry, Print', 'Open the menu and click Print'],
  ['Set the time to 7 pm, no, 8 pm', 'Set the time to 8 pm'],
  ['Click Save, no thanks', 'Click Save, no thanks'],
];
for (const [said, meant] of MENDED) test(`mended: ${said}`, () => expect(mended(said)).toBe(meant));

test('verbs of every form come back to the order', () => {
  expect(['clicking', 'typing', 'setting', 'opening', 'copying'].map(fromGerund)).toEqual([
    'click',
    'type',
    'set',
    'open',
    'copy',
  ]);
  expect(['chosen', 'typed', 'applied', 'submitted'].map(fromParticiple)).toEqual([
    'choose',
    'type',
    'apply',
    'submit',
  ]);
  expect(fromGerund('bring')).toBeNull();
});

test('a thing is told by name, kind, order and place', () => {
  expect(readThing('the second Edit button next to Anna Berg', [])).toEqual({
    name: 'Edit',
    kind: 'button',
    nth: 2,
    spots: [{ spot: 'near', words: 'Anna Berg' }],
  });
  expect(readThing('Sign in', [])).toEqual({ name: 'Sign in', kind: null, nth: null, spots: [] });
});

test('a verb is the name of a field in a list of what a new thing has', () => {
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
