import { expect, test } from '@playwright/test';

import { ordinalOf } from '../../src/rank/ordinals.js';

const COUNTS: [query: string, n: number, rest: string][] = [
  ['open the second result', 2, 'open   result'],
  ['the 3rd Add to cart button', 3, 'add to cart button'],
  ['last link in the footer', -1, 'link in the footer'],
  ['most read, number 2', 2, 'most read,'],
  ['the bottommost entry', -1, 'entry'],
  ['the topmost message', 1, 'message'],
  ['item #4', 4, 'item'],
];
for (const [query, n, rest] of COUNTS)
  test(`"${query}" counts to ${n}`, () => {
    expect(ordinalOf(query)).toMatchObject({ n, rest, holder: null });
  });

const NONE = [
  'open the calendar',
  'type "the first man" into the search box',
  'enter my first name',
  'my last name is Lind',
  'the events on the 25th',
  'the first of January',
  'see what was on last week',
  'the 0th entry',
];
for (const query of NONE)
  test(`"${query}" counts nothing`, () => {
    expect(ordinalOf(query)).toBeNull();
  });

test('what is counted says only where, when something else is asked for in it', () => {
  expect(ordinalOf('delete in the second row')).toMatchObject({ n: 2, rest: 'delete', holder: 'row' });
  expect(ordinalOf('the price of the third item')).toMatchObject({ rest: 'the price', holder: 'item' });
});

test('pressing or filling the one that is counted asks for nothing else', () => {
  expect(ordinalOf('click on the second row')).toMatchObject({ holder: null });
  expect(ordinalOf('enter your e-mail address into the first field')).toMatchObject({ n: 1, holder: null });
});
