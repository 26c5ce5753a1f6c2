import { expect, test } from '@playwright/test';

import {
  isBlank,
  formatNumber,
  repr,
  formatRounded,
  shorten,
  shortenAtCenter,
  strip,
  WholeFloat,
} from '../../src/python/index.js';
import { goldenData } from '../support/golden.js';

// Printed by Python 3.
const FURTHER_REPRS: [string, string][] = [
  ['\u{e0001}\u{10ffff}', "'\\U000e0001\\U0010ffff'"],
  ['\u{1f468}\u200d\u{1f469}', "'\u{1f468}\\u200d\u{1f469}'"],
  ['\u3000 \u202f', "'\\u3000 \\u202f'"],
  ['\x00\x1f\x85', "'\\x00\\x1f\\x85'"],
  ['\ufeffa\\n', "'\\ufeffa\\\\n'"],
];
test('repr quotes and escapes as Python does', () => {
  const goldenRows = goldenData.py_repr.map((row): [string, string] => [row.s, row.repr]);
  for (const [text, expected] of [...goldenRows, ...FURTHER_REPRS])
    expect.soft(repr(text), JSON.stringify(text)).toBe(expected);
});

const FURTHER_NUMBERS: [number | WholeFloat, string][] = [
  [-996, '-996'],
  [-0, '0'],
  [new WholeFloat(-0), '-0.0'],
  [new WholeFloat(-12), '-12.0'],
  [-1.25, '-1.2'],
  [-1.75, '-1.8'],
  [1234567.25, '1234567.2'],
  [1e-9, '0.0'],
  [new WholeFloat(1e16), '1e+16'],
];
test('round1 rounds to one decimal as Python does', () => {
  for (const { json, out } of goldenData.round1) {
    const number = Number(json);
    const isFloat = json.includes('.') && Number.isInteger(number);
    expect.soft(formatRounded(isFloat ? new WholeFloat(number) : number), json).toBe(out);
  }
  for (const [number, expected] of FURTHER_NUMBERS)
    expect.soft(formatRounded(number), JSON.stringify(number)).toBe(expected);
});

test('numbers are formatted as in Python', () => {
  expect([746, 0, -1, 1.5, 0.0001, 0.00001, 1.5e-7, 2 ** 53, -0].map(formatNumber)).toEqual([
    '746',
    '0',
    '-1',
    '1.5',
    '0.0001',
    '1e-05',
    '1.5e-07',
    '9007199254740992',
    '0',
  ]);
});

test('shortenAtCenter keeps both ends of the text', () => {
  for (const { len, max, out } of goldenData.shorten_center) {
    const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(10).slice(0, len);
    expect.soft(shortenAtCenter(text, max), `${len} characters to ${max}`).toBe(out);
  }
});

test('characters outside the BMP count as one and are never split', () => {
  const faces = '\u{1f600}'.repeat(10);
  expect(shortenAtCenter(faces, 10)).toBe(faces);
  expect(shortenAtCenter(`${faces}a`, 10)).toBe(`${'\u{1f600}'.repeat(3)}...${'\u{1f600}'.repeat(3)}a`);
  expect(shortenAtCenter(`a${faces}`, 10)).toBe(`a\u{1f600}\u{1f600}...${'\u{1f600}'.repeat(4)}`);
  expect(shorten(faces, 10)).toBe(faces);
  expect(shorten(faces, 9)).toBe(`${'\u{1f600}'.repeat(6)}...`);
  expect(shorten(faces, 3)).toBe('\u{1f600}'.repeat(3));
  expect(shorten('abcd', 4)).toBe('abcd');
});

test('white space is defined as in Python', () => {
  expect(strip('\x1c\x85\u3000 a \t b\u00a0\x1f\n')).toBe('a \t b');
  // JavaScript's trim would remove the byte order mark.
  expect(strip('\ufeffa\ufeff')).toBe('\ufeffa\ufeff');
  expect(strip(' \n ')).toBe('');
  expect(isBlank('\x1d\u2029')).toBe(true);
  expect(isBlank('\u200b')).toBe(false);
});
