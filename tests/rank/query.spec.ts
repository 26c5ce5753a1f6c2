import { expect, test } from '@playwright/test';

import {
  createDenialTest,
  formatQuery,
  matchVocabulary,
  parseQuery,
  parseValue,
  weighWords,
  removeValue,
} from '../../src/rank/query.js';
import { splitNames } from '../../src/rank/names.js';
import { deriveForms, findIconNames, createSymbolTest, getSynonyms } from '../../src/rank/synonyms.js';

const createVocabulary = (words: string): Map<string, unknown> =>
  new Map(words.split(' ').map((word) => [word, 1]));
const matchQuery = (query: string, words: string): Record<string, number> =>
  Object.fromEntries(matchVocabulary(query, weighWords(query), createVocabulary(words)).words);

const VALUES: [query: string, value: string | null][] = [
  ['type "London" into the city field', 'London'],
  ['search for "red shoes"', 'red shoes'],
  ['change the title to Team lunch', 'Team lunch'],
  ['correct the search to "Kettlewick"', 'Kettlewick'],
  ['my surname is Lind', 'Lind'],
  ['quiet hours start at 11 pm', '11 pm'],
  ['the place is now Room 4', 'Room 4'],
  ['use the voucher SPRING10', 'SPRING10'],
  ['use my location', null],
  ['click "Save"', null],
  ['go to the settings', null],
];
test('parseValue reads the value to enter', () => {
  for (const [query, value] of VALUES) expect.soft(parseValue(query)?.trim() ?? null, query).toBe(value);
});

test('a value weighs less than the name of its field, and a quoted value weighs least', () => {
  const quoted = weighWords('change the city to "London"');
  const weightsWithoutValue = weighWords('change the city to London');
  expect(quoted.get('city')).toBe(1);
  expect(weightsWithoutValue.get('city')).toBe(1);
  expect(quoted.get('london')!).toBeLessThan(weightsWithoutValue.get('london')!);
  expect(weightsWithoutValue.get('london')!).toBeLessThan(1);
});

const WITHOUT: [query: string, rest: string | null][] = [
  ['type "London" into the city field', 'type into the city field'],
  ['correct the search to "Kettlewick"', 'correct the search to'],
  ['my surname is Lind', 'my surname is'],
  ['set the view to list', null],
  ['click "Save"', null],
];
test('removeValue removes the value and returns null if there is none to remove', () => {
  for (const [query, rest] of WITHOUT) expect.soft(removeValue(query), query).toBe(rest);
});

const WORDS: [description: string, query: string, page: string, matching: string, other: string][] = [
  ['a missing letter', 'chekout', 'checkout home', 'checkout', 'home'],
  ['swapped letters', 'chagne', 'change charge', 'change', 'home'],
  ['a synonym', 'delete', 'remove save', 'remove', 'save'],
  ['another form of the word', 'star', 'starred staff', 'starred', 'staff'],
  ['the meaning of an icon', 'the pencil', 'edit close', 'edit', 'close'],
  ['the meaning of an arrow', 'the left arrow', 'previou next', 'previou', 'next'],
];
test('misspelled and related words match words on the page with a lower weight', () => {
  for (const [description, query, words, matching, other] of WORDS) {
    const weights = matchQuery(query, words);
    expect.soft(weights[matching], description).toBeGreaterThan(0);
    expect.soft(weights[matching], description).toBeLessThan(1);
    expect.soft(weights[other], description).toBeUndefined();
  }
});

test('a word of the query weighs more than its synonyms', () => {
  const { delete: exact, remove } = matchQuery('delete it', 'delete remove');
  expect(exact).toBe(1);
  expect(remove!).toBeLessThan(exact!);
});

test('a short word with one different letter is not a misspelling', () => {
  expect(matchQuery('more pets', 'move pet')).toEqual({ pet: 1 });
});

test('a word that does not occur on the page adds half its weight to the total', () => {
  const totalWeight = (query: string, words: string): number =>
    matchVocabulary(query, weighWords(query), createVocabulary(words)).totalWeight;
  expect(totalWeight('red shoes', 'red shoe')).toBe(2);
  expect(totalWeight('red shoes', 'red')).toBe(1.5);
  expect(totalWeight('my avatar', 'profile')).toBe(1);
});

test('the query’s action words are matched only if none of its other words is on the page', () => {
  expect(matchQuery('click next', 'next back')).toMatchObject({ next: 1 });
  expect(matchQuery('click next to Rome', 'next rome')).toEqual({ rome: 1 });
});

const DENIED: [query: string, name: string, denied: boolean][] = [
  ['do not remove it', 'Remove', true],
  ['do not remove it', 'Delete for good', true],
  ['do not remove it', 'Keep', false],
  ["don't save", 'Save', true],
  ["don't save", "Don't save", false],
  ["don't show this again", 'Show less', false],
  ['remove it', 'Remove', false],
];
test('a negated query rejects elements that would perform the action', () => {
  for (const [query, name, isDenied] of DENIED)
    expect.soft(createDenialTest(query)?.(splitNames([name])) ?? false, `${query}: ${name}`).toBe(isDenied);
});

test('a withdrawn request matches elements that cancel the action or keep the item', () => {
  expect(matchQuery('never mind', 'cancel save')).toMatchObject({ cancel: 1 });
  expect(matchQuery('do not delete it', 'keep delete')).toEqual({ keep: 1 });
});

test('a symbol’s name matches the symbol, but not words that contain the symbol as a letter', () => {
  expect(createSymbolTest('click the x')!('✕')).toBe(true);
  expect(createSymbolTest('click the x')!('X')).toBe(true);
  expect(createSymbolTest('click the x')!('Close')).toBe(false);
  expect(createSymbolTest('the question mark')!('?')).toBe(true);
  expect(createSymbolTest('the plus sign')!('+')).toBe(true);
  expect(createSymbolTest('the export button')).toBeNull();
  expect(findIconNames('subscribe to the newsletter')).toEqual([]);
});

test('synonyms work in both directions and are stemmed', () => {
  expect(getSynonyms('remove')).toContain('delete');
  expect(getSynonyms('delete')).toContain('remove');
  expect(getSynonyms('back')).toContain('previou');
  expect(getSynonyms('zebra').size).toBe(0);
});

test('inflected forms of a word are derived in both directions', () => {
  expect(deriveForms('pay')).toContain('payment');
  expect(deriveForms('payment')).toContain('pay');
  expect(deriveForms('saving')).toContain('save');
  expect(deriveForms('14')).toEqual([]);
});

test('parseQuery can parse the output of formatQuery', () => {
  const query = { text: 'then pay', history: ['clicked Menu', 'typed in E-mail'] };
  expect(parseQuery(formatQuery(query))).toEqual(query);
  expect(parseQuery('then pay')).toEqual({ text: 'then pay', history: [] });
});
