/** Converting dates, times and numbers in everyday English to the formats of fields. */
import { expect, test } from '@playwright/test';
import { readDate } from '../../../src/navigator/direct/language/dates.js';
import { readTime } from '../../../src/navigator/direct/language/times.js';
import { reorderDate, convertValue } from '../../../src/navigator/direct/language/values.js';

const FRIDAY = new Date(2026, 10, 20);

const DATES: [phrase: string, iso: string | null][] = [
  ['2026-11-24', '2026-11-24'],
  ['24 November 2026', '2026-11-24'],
  ['Nov 24', '2026-11-24'],
  ['November 24th, 2026', '2026-11-24'],
  ['the 3rd of March 2027', '2027-03-03'],
  ['3 March', '2027-03-03'],
  ['March the 3rd', '2027-03-03'],
  ['20 November', '2026-11-20'],
  ['the first of December', '2026-12-01'],
  ['24.12.2026', '2026-12-24'],
  ['3.4.2026', '2026-04-03'],
  ['24.12.', '2026-12-24'],
  ['12/24/2026', '2026-12-24'],
  ['24/12/2026', '2026-12-24'],
  ['3/4/2026', '2026-03-04'],
  ['today', '2026-11-20'],
  ['tomorrow', '2026-11-21'],
  ['day after tomorrow', '2026-11-22'],
  ['next Friday', '2026-11-27'],
  ['next week', '2026-11-27'],
  ['last Sunday', '2026-11-15'],
  ['Monday', '2026-11-23'],
  ['the Monday', '2026-11-23'],
  ['this coming Monday', '2026-11-23'],
  ['Friday', '2026-11-27'],
  ['this Friday', '2026-11-27'],
  ['in two weeks', '2026-12-04'],
  ['the 15th of next month', '2026-12-15'],
  ['Friday, 27 November 2026', '2026-11-27'],
  ['Tuesday, 24 November 2026', '2026-11-24'],
  ['31 February 2026', null],
  ['lunch', null],
  ['31.02.2026', null],
  ['the weekend', null],
  ['now', null],
  ['tonight', null],
  ['2h 10m', null],
  ['two weeks', null],
  ['1/2', null],
  ['on Friday at', null],
  ['Friday at 9', null],
  ['Monday or Tuesday', null],
];
test('dates are parsed', () => {
  for (const [phrase, iso] of DATES) expect.soft(readDate(phrase, FRIDAY), phrase).toBe(iso);
});

const TIMES: [phrase: string, iso: string | null][] = [
  ['14:00', '14:00'],
  ['2pm', '14:00'],
  ['2:30 pm', '14:30'],
  ['2:30 p.m.', '14:30'],
  ['4.15 pm', '16:15'],
  ['4.15', '04:15'],
  ['9 am', '09:00'],
  ['9 am sharp', '09:00'],
  ['noon', '12:00'],
  ['at noon', '12:00'],
  ['half past two', '14:30'],
  ['quarter to nine', '08:45'],
  ['quarter to one', '12:45'],
  ['twenty-five past six in the morning', '06:25'],
  ['12 am', '00:00'],
  ['at 9', '09:00'],
  ['at seven', '07:00'],
  ["8 o'clock", '08:00'],
  ['nine in the evening', '21:00'],
  ['7 in the afternoon', '19:00'],
  ['two at night', '02:00'],
  ['9 at night', '21:00'],
  ['25:00', null],
  ['9', null],
  ['soon', null],
  ['two hours', null],
  ['9 to 5', null],
  ['March 2026 at 9 am', null],
];
test('times are parsed', () => {
  for (const [phrase, iso] of TIMES) expect.soft(readTime(phrase), phrase).toBe(iso);
});

test('values are converted to the format of their field', () => {
  expect(convertValue('24 November 2026 at 2pm', 'datetime-local', FRIDAY)).toBe('2026-11-24T14:00');
  expect(convertValue('about 12 pieces', 'number', FRIDAY)).toBe('12');
  expect(convertValue('someday', 'date', FRIDAY)).toBeNull();
  expect(reorderDate('24 November 2026', 'dd/mm/yyyy', FRIDAY)).toBe('24/11/2026');
});
