import { expect, test } from '@playwright/test';

import { positionOf, related, sided } from '../../src/rank/positions.js';
import { candidate } from '../support/candidates.js';

const LANDMARKS: [query: string, landmark: string, rest: string][] = [
  ['the privacy link in the footer', 'footer', 'the privacy link'],
  ['sign in at the top bar', 'header', 'sign in'],
  ['Sport in the navigation', 'nav', 'sport'],
  ['archive in the side bar', 'aside', 'archive'],
  ['Cancel in the dialog', 'dialog', 'cancel'],
  ['the envelope in the toolbar', 'toolbar', 'the envelope'],
];
for (const [query, landmark, rest] of LANDMARKS)
  test(`"${query}" names a part of the page`, () => {
    const found = positionOf(query);
    expect(found.landmarks).toContain(landmark);
    expect(found).toMatchObject({ rest, relation: null });
  });

const SIDES: [query: string, sides: string[]][] = [
  ['the button at the top right', ['top', 'right']],
  ['the menu in the upper left corner', ['top', 'left']],
  ['the chat on the lower right-hand side', ['bottom', 'right']],
  ['save at the bottom of the page', ['bottom']],
  ['the list on the left', ['left']],
];
for (const [query, sides] of SIDES)
  test(`"${query}" names a side`, () => {
    expect(positionOf(query).sides).toEqual(sides);
  });

const RELATIONS: [query: string, kind: string, anchor: string, rest: string][] = [
  ['the button next to the price', 'near', 'price', 'the button'],
  ['the link right below Venus', 'below', 'venus', 'the link'],
  ['the box under the heading Notes', 'below', 'notes', 'the box'],
  ['the picture above the title', 'above', 'title', 'the picture'],
  ['the arrow to the left of the date', 'left-of', 'date', 'the arrow'],
  ['delete in the Maria row', 'within', 'maria', 'delete'],
  ['an entry of the Explore menu', 'within', 'explore', 'an entry'],
  ['the link in section 2', 'within', 'section 2', 'the link'],
  ['an item of the open menu', 'within', 'open', 'an item'],
];
for (const [query, kind, anchor, rest] of RELATIONS)
  test(`"${query}" stands to something`, () => {
    expect(positionOf(query)).toMatchObject({ relation: { kind, anchor }, rest });
  });

const LOOSE: [query: string, loose: string | null][] = [
  ['the new card in Backlog', 'backlog'],
  ['show all from Today', 'today'],
  // Nothing is asked for before the "on" or "in": what follows is it.
  ['click on the Sign in button', null],
  ['type 5 in Quantity', null],
  ['click on "My account"', null],
  ['sign in', null],
];
for (const [query, loose] of LOOSE)
  test(`"${query}" ends in ${loose ? `what may be a place` : 'no place'}`, () => {
    const found = positionOf(query);
    expect(found.loose).toBe(loose);
    expect(found.rest).toBe(query.toLowerCase());
  });

test('a query without a place is left as it is', () => {
  expect(positionOf('open the pricing page')).toEqual({
    landmarks: [],
    sides: [],
    relation: null,
    loose: null,
    rest: 'open the pricing page',
  });
});

const VIEW = { width: 1000, height: 500, scrollX: 0, scrollY: 0, scrollWidth: 1000, scrollHeight: 2000 };
const at = (x: number, y: number): ReturnType<typeof candidate> =>
  candidate({ box: { x, y, width: 20, height: 20 } });

test('the nearer to the corner, the better an element stands there', () => {
  const corner = sided(at(980, 0), ['top', 'right'], VIEW);
  const middle = sided(at(500, 0), ['top', 'right'], VIEW);
  const end = sided(at(980, 1980), ['top', 'right'], VIEW);
  expect(corner).toBeGreaterThan(0.9);
  expect(middle).toBeLessThan(0.5);
  expect(end).toBeLessThan(0.1);
  expect(sided(at(0, 0), [], VIEW)).toBe(0);
});

test('the end of the page is its bottom, and so is the lower edge of the window', () => {
  const end = sided(at(0, 1980), ['bottom'], VIEW);
  const edge = sided(at(0, 470), ['bottom'], VIEW);
  const middle = sided(at(0, 1000), ['bottom'], VIEW);
  expect(end).toBeGreaterThan(edge);
  expect(edge).toBeGreaterThan(middle);
});

const box = (
  x: number,
  y: number,
  width = 20,
  height = 20,
): { x: number; y: number; width: number; height: number } => ({ x, y, width, height });
const ANCHOR = box(100, 100);
const STANDS = {
  near: { good: box(125, 100), bad: box(400, 400) },
  below: { good: box(100, 125), bad: box(100, 70) },
  above: { good: box(100, 70), bad: box(100, 125) },
  'left-of': { good: box(70, 100), bad: box(130, 100) },
  'right-of': { good: box(130, 100), bad: box(70, 100) },
  within: { good: box(105, 105, 5, 5), bad: box(300, 300) },
} as const;
for (const [kind, { good, bad }] of Object.entries(STANDS))
  test(`${kind}: what stands so comes before what does not`, () => {
    expect(related(kind as keyof typeof STANDS, good, ANCHOR)).toBeGreaterThan(0.5);
    expect(related(kind as keyof typeof STANDS, bad, ANCHOR)).toBeLessThan(0.1);
  });

test('of two equally near the one in the same line is nearer', () => {
  expect(related('near', box(150, 100), ANCHOR)).toBeGreaterThan(related('near', box(100, 150), ANCHOR));
});
