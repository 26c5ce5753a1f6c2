import { expect, test } from '@playwright/test';
import { readDate } from '../../../src/navigator/direct/language/dates.js';
import { readTime } from '../../../src/navigator/direct/language/times.js';
import { dateByHint, valueForType } from '../../../src/navigator/direct/language/values.js';

const FRIDAY = new Date(2026, 10, 20);

const DATES: [string, string | null][] = [
  ['2026-11-24', '2026-11-24'],
  ['24 November 2026', '2026-11-24'],
  ['Nov 24', '2026-11-24'],
  ['November 24th, 2026', '2026-11-24'],
  ['the 3rd of March 2027', '2027-03-03'],
  ['3 March', '2027-03-03'],
  ['24.12.2026', '2026-12-24'],
  ['12/24/2026', '2026-12-24'],
  ['24/12/2026', '2026-12-24'],
  ['today', '2026-11-20'],
  ['tomorrow', '2026-11-21'],
  ['next Friday', '2026-11-27'],
  ['Monday', '2026-11-23'],
  ['in two weeks', '2026-12-04'],
  ['Tuesday, 24 November 2026', '2026-11-24'],
  ['31 February 2026', null],
  ['lunch', null],
];
for (const [said, iso] of DATES) test(`date: ${said}`, () => expect(readDate(said, FRIDAY)).toBe(iso));

const TIMES: [string, string | null][] = [
  ['14:00', '14:00'],
  ['2pm', '14:00'],
  ['2:30 pm', '14:30'],
  ['9 am', '09:00'],
  ['noon', '12:00'],
  ['half past two', '14:30'],
  ['quarter to nine', '08:45'],
  ['12 am', '00:00'],
  ['at 9', '09:00'],
  ['25:00', null],
  ['9', null],
  ['soon', null],
];
for (const [said, iso] of TIMES) test(`time: ${said}`, () => expect(readTime(said)).toBe(iso));

test('values take the form of their field', () => {
  expect(valueForType('24 November 2026 at 2pm', 'datetime-local', FRIDAY)).toBe('2026-11-24T14:00');
  expect(valueForType('about 12 pieces', 'number', FRIDAY)).toBe('12');
  expect(valueForType('someday', 'date', FRIDAY)).toBeNull();
  expect(dateByHint('24 November 2026', 'dd/mm/yyyy', FRIDAY)).toBe('24/11/2026');
});
