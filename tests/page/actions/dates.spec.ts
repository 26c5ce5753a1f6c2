import { expect, test } from '@playwright/test';

import { detectDateFormat, formatDay } from '../../../src/page/actions/date-format.js';
import { parseMonth, selectDaysOfMonth, showsDay } from '../../../src/page/actions/dates.js';
import { findOption, parseTimeOfDay } from '../../../src/page/actions/matching.js';
import { findNearestAllowedValue, readNumberRange } from '../../../src/page/actions/native-fields.js';
import { formatTime } from '../../../src/page/actions/time-format.js';

const DAY = { year: 2026, month: 3, day: 5 };

const DATE_HINTS = [
  ['MM/DD/YYYY', 'en', '03/05/2026'],
  ['Date (dd.mm.yyyy)', 'de', '05.03.2026'],
  ['TT.MM.JJJJ', 'de', '05.03.2026'],
  ['jj/mm/aaaa', 'fr', '05/03/2026'],
  ['gg/mm/aaaa', 'it', '05/03/2026'],
  ['dd-mm-jjjj', 'nl', '05-03-2026'],
  ['åååå-mm-dd', 'sv', '2026-03-05'],
  ['pp.kk.vvvv', 'fi', '05.03.2026'],
  ['YYYY/MM/DD', 'ja', '2026/03/05'],
  ['d/m/yy', 'en', '5/3/26'],
  ['DD MMM YYYY', 'en', '05 Mar 2026'],
  ['e.g. 31/12/2025', 'en', '05/03/2026'],
  ['12/31/2025', 'de', '03/05/2026'],
  ['01/02/2025', 'en-GB', '05/03/2026'],
  ['01/02/2025', 'en-US', '03/05/2026'],
  ['\\d{4}-\\d{2}-\\d{2}', 'en', '2026-03-05'],
  ['\\d{2}\\.\\d{2}\\.\\d{4}', 'de', '05.03.2026'],
] as const;

test('dates are formatted as the field’s hint shows', () => {
  for (const [hint, lang, expected] of DATE_HINTS) {
    const format = detectDateFormat([hint], lang);
    expect.soft(format && formatDay(DAY, format, lang), `${hint} (${lang})`).toBe(expected);
  }
});

test('hints that only resemble a date format are not read as one', () => {
  for (const hint of ['Your name', 'a-b-c', 'Street and number', '12-34', '+47 123 45 678'])
    expect(detectDateFormat([hint], 'en')).toBeNull();
});

const MONTH_TEXTS = [
  ['March 2026', 'en', 3],
  ['mars 2026', 'fr', 3],
  ['März 2026', 'de', 3],
  ['марта 2026 г.', 'ru', 3],
  ['Март 2026', 'ru', 3],
  ['2026年3月', 'ja', 3],
  ['Mar 2026', 'de', 3],
  ['2026년 3월', 'ko', 3],
  ['03 / 2026', 'en', 3],
  ['marzo de 2026', 'es', 3],
] as const;

test('months are parsed in many languages', () => {
  for (const [text, lang, month] of MONTH_TEXTS)
    expect.soft(parseMonth(text, lang), `${text} (${lang})`).toEqual({ year: 2026, month });
});

test('showsDay finds a day in text if the month and day match and the text contains no other year', () => {
  for (const text of ['2026-03-05', '5.3.2026', '03/05/26', 'Thu, 5 Mar 2026', 'Thu 5 March', '5. mars 2026'])
    expect(showsDay(text, DAY, 'no'), text).toBe(true);
  for (const text of ['', '2026-03-15', '5 April 2026', '2026-04-05', '5 March 2025', 'March 2026'])
    expect(showsDay(text, DAY, 'en'), text).toBe(false);
});

test('selectDaysOfMonth leaves out days of adjacent months', () => {
  const grid = [23, 24, ...Array.from({ length: 31 }, (_, i) => i + 1), 1, 2, 3].map((n) => ({ day: n }));
  expect(selectDaysOfMonth(grid)).toHaveLength(31);
  expect(selectDaysOfMonth(grid)[0]!.day).toBe(1);
  expect(selectDaysOfMonth([9, 23, 24, 1, 10, 2, 3, 4].map((n) => ({ day: n })))).toHaveLength(4);
});

test('options are found by value, group and label, time, or a unique part of the label', () => {
  const options = [
    { value: 'a', label: 'First class', group: 'Train' },
    { value: 'b', label: 'First class', group: 'Bus' },
    { value: 'c', label: '2:30 PM' },
    { value: 'd', label: 'Second class' },
  ];
  expect(findOption(options, 'b')?.value).toBe('b');
  expect(findOption(options, 'bus: first class')?.value).toBe('b');
  expect(findOption(options, '14:30')?.value).toBe('c');
  expect(findOption(options, 'second')?.value).toBe('d');
  expect(findOption(options, 'class')).toBeNull();
  expect([
    parseTimeOfDay('12 am'),
    parseTimeOfDay('12:05 pm'),
    parseTimeOfDay('9.15'),
    parseTimeOfDay('9'),
    parseTimeOfDay('25:00'),
  ]).toEqual([0, 725, 555, null, null]);
  expect(formatTime('14:30', 870, ['hh:mm AM/PM'])).toBe('02:30 PM');
  expect(formatTime('14:30', 870, ['HH:MM'])).toBe('14:30');
});

test('values are rounded to the nearest step in the range', () => {
  expect(findNearestAllowedValue(37, readNumberRange({ step: '5' }))).toBe(35);
  expect(findNearestAllowedValue(0.31, readNumberRange({ min: '0', max: '1', step: '0.1' }))).toBe(0.3);
  expect(findNearestAllowedValue(99, readNumberRange({ min: '10', max: '99', step: '10' }))).toBe(90);
  expect(findNearestAllowedValue(0.123, readNumberRange({ max: '1', step: 'any' }))).toBe(0.123);
});
