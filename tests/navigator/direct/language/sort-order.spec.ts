import { expect, test } from '@playwright/test';

import { parseSortPhrase, scoreColumnMatch } from '../../../../src/navigator/direct/language/sort-order.js';

const PHRASES: [text: string, order: string | null, column: string, impliedMeasure: string | null][] = [
  ['price, cheapest first', 'ascending', 'price', 'price'],
  ['price from high to low', 'descending', 'price', null],
  ['from cheap to expensive', 'ascending', '', 'price'],
  ['the least expensive', 'ascending', '', 'price'],
  ['most expensive to cheapest', 'descending', '', 'price'],
  ['rating, best first', 'descending', 'rating', null],
  ['in reverse alphabetical order', 'descending', '', 'name'],
  ['alphabetically', 'ascending', '', 'name'],
  ['Price: low to high', 'ascending', 'Price', null],
  ['Name (Z–A)', 'descending', 'Name', 'name'],
  ['Alphabetically, Z-A', 'descending', '', 'name'],
  ['Newest arrivals', 'descending', 'arrivals', 'date'],
  ['Date ↓', 'descending', 'Date', null],
  ['Avg. customer rating', null, 'Avg. customer rating', null],
  ['Featured', null, 'Featured', null],
];

test('the order, the column and the implied measure are read from requests and from labels', () => {
  for (const [text, order, column, impliedMeasure] of PHRASES)
    expect.soft(parseSortPhrase(text), text).toMatchObject({ order, column, impliedMeasure });
});

test('a request and a label match if they name the same column by a word, a synonym, or an order that implies it', () => {
  const isSame = (request: string, label: string): boolean =>
    scoreColumnMatch(parseSortPhrase(request), parseSortPhrase(label)) >= 0.9;
  for (const [request, label] of [
    ['price, cheapest first', 'Price: low to high'],
    ['cheapest first', 'Lowest cost'],
    ['price, lowest first', 'Cheapest first'],
    ['newest first', 'Date added (newest)'],
    ['alphabetically', 'Title, A to Z'],
    ['rating, best first', 'Avg. customer rating'],
  ] as const)
    expect.soft(isSame(request, label), `${request} – ${label}`).toBe(true);
  for (const [request, label] of [
    ['price, cheapest first', 'Shortest first'],
    ['departure date, earliest first', 'Arrival date, earliest'],
    ['rating, best first', 'Newest first'],
    ['newest first', 'Lowest price'],
    ['alphabetically', 'Oldest first'],
  ] as const)
    expect.soft(isSame(request, label), `${request} – ${label}`).toBe(false);
});
