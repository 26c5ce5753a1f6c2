import { expect, test } from '@playwright/test';

import {
  fold,
  foldCase,
  PHRASES,
  RELATED_WORDS,
  stem,
  stripTerminalControls,
  stripPluralS,
  SYNONYMS,
} from '../../src/text/index.js';

test('fold removes case, diacritics, typography and invisible characters', () => {
  const rows: [text: string, folded: string][] = [
    ['  Sign\n IN ', 'sign in'],
    ['Café', 'cafe'],
    ['Große Straße', 'grosse strasse'],
    ['Łódź, Tromsø', 'lodz, tromso'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['it’s', "it's"],
    ['“quoted”', '"quoted"'],
    ['6′ 2″', '6\' 2"'],
    ['1914–1918', '1914-1918'],
    ['−5', '-5'],
    ['so\u00adft', 'soft'],
    ['✖\ufe0f', '✖'],
    ['» next', '» next'],
    ['한국어', '한국어'],
    ['ไทย', 'ไทย'],
    ['हिन्दी', 'हिन्दी'],
  ];
  for (const [text, foldedText] of rows) expect.soft(fold(text), text).toBe(foldedText);
});

test('foldCase keeps diacritics', () => {
  expect(foldCase(' Müller\u00a0AG ')).toBe('müller ag');
  expect(foldCase('ﬁle')).toBe('file');
});

test('all inflected forms of a word have the same stem', () => {
  const rows: [one: string, other: string][] = [
    ['categories', 'category'],
    ['boxes', 'box'],
    ['filtering', 'filter'],
    ['planned', 'plan'],
    ['saves', 'save'],
  ];
  for (const [word, otherWord] of rows)
    expect.soft(stem(word), `${word}, ${otherWord}`).toBe(stem(otherWord));
  expect(stem('address')).toBe(stem('addresses'));
  expect(stripPluralS('orders')).toBe('order');
  expect(stripPluralS('bus')).toBe('bus');
});

test('each list of synonyms is folded and has no duplicates', () => {
  const lists = [...SYNONYMS, ...RELATED_WORDS, ...PHRASES.map(([, phrases]) => phrases)];
  for (const words of lists) {
    expect.soft(words.map(fold), words.join(', ')).toEqual([...words]);
    expect.soft(new Set(words).size, words.join(', ')).toBe(words.length);
  }
});

test('stripTerminalControls keeps readable text and removes control sequences', () => {
  const rows: [text: string, stripped: string][] = [
    ['Größe: 5\t“ok”\nпривет 한국어', 'Größe: 5\t“ok”\nпривет 한국어'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007', ' ]0;title '],
    ['\u202eyaP\u202c \u2066x\u2069', 'yaP x'],
    ['Pa\u200by\ufeff\u00ad', 'Pay'],
    ['a\u{e0041}b', 'ab'],
  ];
  for (const [text, strippedText] of rows) expect.soft(stripTerminalControls(text), text).toBe(strippedText);
});
