import { expect, test } from '@playwright/test';

import {
  deniedBy,
  lineOf,
  onThisPage,
  queryOf,
  valueOf,
  weighted,
  withoutValue,
} from '../../src/rank/query.js';
import { nameWords } from '../../src/rank/names.js';
import { formsOf, picturedBy, signTest, synonymsOf } from '../../src/rank/synonyms.js';

const page = (words: string): Map<string, unknown> => new Map(words.split(' ').map((word) => [word, 1]));
const found = (query: string, words: string): Record<string, number> =>
  Object.fromEntries(onThisPage(query, weighted(query), page(words)).words);

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
for (const [query, value] of VALUES)
  test(`"${query}" gives ${value ?? 'no value'}`, () => {
    expect(valueOf(query)?.trim() ?? null).toBe(value);
  });

test('a value weighs less than what it is for, and least where it is quoted', () => {
  const quoted = weighted('change the city to "London"');
  const bare = weighted('change the city to London');
  expect(quoted.get('city')).toBe(1);
  expect(bare.get('city')).toBe(1);
  expect(quoted.get('london')!).toBeLessThan(bare.get('london')!);
  expect(bare.get('london')!).toBeLessThan(1);
});

const WITHOUT: [query: string, rest: string | null][] = [
  ['type "London" into the city field', 'type into the city field'],
  ['correct the search to "Kettlewick"', 'correct the search to'],
  ['my surname is Lind', 'my surname is'],
  ['set the view to list', null],
  ['click "Save"', null],
];
for (const [query, rest] of WITHOUT)
  test(`"${query}" ${rest ? 'asks for something without its value' : 'is compared as it is'}`, () => {
    expect(withoutValue(query)).toBe(rest);
  });

const WORDS: [what: string, query: string, page: string, word: string, not: string][] = [
  ['a slip of the keyboard', 'chekout', 'checkout home', 'checkout', 'home'],
  ['swapped letters', 'chagne', 'change charge', 'change', 'home'],
  ['another word for it', 'delete', 'remove save', 'remove', 'save'],
  ['another form of it', 'star', 'starred staff', 'starred', 'staff'],
  ['the usual name of a picture', 'the pencil', 'edit close', 'edit', 'close'],
  ['the usual name of an arrow', 'the left arrow', 'previou next', 'previou', 'next'],
];
for (const [what, query, words, word, not] of WORDS)
  test(`${what} finds what is on the page: "${query}"`, () => {
    const query_ = found(query, words);
    expect(query_[word]).toBeGreaterThan(0);
    expect(query_[word]).toBeLessThan(1);
    expect(query_[not]).toBeUndefined();
  });

test('what is said itself counts more than other words for it', () => {
  const { delete: said, remove } = found('delete it', 'delete remove');
  expect(said).toBe(1);
  expect(remove!).toBeLessThan(said!);
});

test('another letter makes another word of a short one', () => {
  expect(found('more pets', 'move pet')).toEqual({ pet: 1 });
});

test('what is nowhere on the page leaves a part of the query uncovered', () => {
  const said = (query: string, words: string): number => onThisPage(query, weighted(query), page(words)).said;
  expect(said('red shoes', 'red shoe')).toBe(2);
  expect(said('red shoes', 'red')).toBe(1.5);
  expect(said('my avatar', 'profile')).toBe(1);
});

test('words that only say how to act are tried where nothing else is on the page', () => {
  expect(found('click next', 'next back')).toMatchObject({ next: 1 });
  expect(found('click next to Rome', 'next rome')).toEqual({ rome: 1 });
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
for (const [query, name, denied] of DENIED)
  test(`"${query}" ${denied ? 'speaks against' : 'does not speak against'} ${name}`, () => {
    expect(deniedBy(query)?.(nameWords([name])) ?? false).toBe(denied);
  });

test('who takes it back looks for what closes or keeps', () => {
  expect(found('never mind', 'cancel save')).toMatchObject({ cancel: 1 });
  expect(found('do not delete it', 'keep delete')).toEqual({ keep: 1 });
});

test('signs are known by themselves, words with such letters are not', () => {
  expect(signTest('click the x')!('✕')).toBe(true);
  expect(signTest('click the x')!('X')).toBe(true);
  expect(signTest('click the x')!('Close')).toBe(false);
  expect(signTest('the question mark')!('?')).toBe(true);
  expect(signTest('the plus sign')!('+')).toBe(true);
  expect(signTest('the export button')).toBeNull();
  expect(picturedBy('subscribe to the newsletter')).toEqual([]);
});

test('other words are known both ways, as words are counted', () => {
  expect(synonymsOf('remove')).toContain('delete');
  expect(synonymsOf('delete')).toContain('remove');
  expect(synonymsOf('back')).toContain('previou');
  expect(synonymsOf('zebra').size).toBe(0);
});

test('forms of a word go both ways', () => {
  expect(formsOf('pay')).toContain('payment');
  expect(formsOf('payment')).toContain('pay');
  expect(formsOf('saving')).toContain('save');
  expect(formsOf('14')).toEqual([]);
});

test('a line with what went before is read as it is written', () => {
  const query = { text: 'then pay', history: ['clicked Menu', 'typed in E-mail'] };
  expect(queryOf(lineOf(query))).toEqual(query);
  expect(queryOf('then pay')).toEqual({ text: 'then pay', history: [] });
});
