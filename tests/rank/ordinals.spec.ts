import { expect, test } from '@playwright/test';

import { parseOrdinal } from '../../src/rank/ordinals.js';

const ORDINALS: [query: string, number: number, rest: string][] = [
  ['open the second result', 2, 'open   result'],
  ['the 3rd Add to cart button', 3, 'add to cart button'],
  ['last link in the footer', -1, 'link in the footer'],
  ['most read, number 2', 2, 'most read,'],
  ['the bottommost entry', -1, 'entry'],
  ['the topmost message', 1, 'message'],
  ['item #4', 4, 'item'],
];
test('parseOrdinal reads the number and the rest of the query', () => {
  for (const [query, number, rest] of ORDINALS)
    expect.soft(parseOrdinal(query), query).toMatchObject({ number, rest, container: null });
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
test('parseOrdinal ignores numbers that do not select an element', () => {
  for (const query of NONE) expect.soft(parseOrdinal(query), query).toBeNull();
});

test('if the query asks for something inside the row or item that an ordinal selects, the row or item is the container', () => {
  expect(parseOrdinal('delete in the second row')).toMatchObject({
    number: 2,
    rest: 'delete',
    container: 'row',
  });
  expect(parseOrdinal('the price of the third item')).toMatchObject({ rest: 'the price', container: 'item' });
});

test('if the query asks to click or fill in the element that the ordinal selects, there is no container', () => {
  expect(parseOrdinal('click on the second row')).toMatchObject({ container: null });
  expect(parseOrdinal('enter your e-mail address into the first field')).toMatchObject({
    number: 1,
    container: null,
  });
});
