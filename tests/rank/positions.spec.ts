import { expect, test } from '@playwright/test';

import { parsePosition, scoreSpatialRelation, scoreSides } from '../../src/rank/positions.js';
import { createCandidate } from '../support/candidates.js';

const LANDMARKS: [query: string, landmark: string, rest: string][] = [
  ['the privacy link in the footer', 'footer', 'the privacy link'],
  ['sign in at the top bar', 'header', 'sign in'],
  ['Sport in the navigation', 'nav', 'sport'],
  ['archive in the side bar', 'aside', 'archive'],
  ['Cancel in the dialog', 'dialog', 'cancel'],
  ['the envelope in the toolbar', 'toolbar', 'the envelope'],
];
test('parsePosition reads landmarks', () => {
  for (const [query, landmark, rest] of LANDMARKS) {
    const position = parsePosition(query);
    expect.soft(position.landmarks, query).toContain(landmark);
    expect.soft(position, query).toMatchObject({ rest, relation: null });
  }
});

const SIDES: [query: string, sides: string[]][] = [
  ['the button at the top right', ['top', 'right']],
  ['the menu in the upper left corner', ['top', 'left']],
  ['the chat on the lower right-hand side', ['bottom', 'right']],
  ['save at the bottom of the page', ['bottom']],
  ['the list on the left', ['left']],
];
test('parsePosition reads sides of the page', () => {
  for (const [query, sides] of SIDES) expect.soft(parsePosition(query).sides, query).toEqual(sides);
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
test('parsePosition reads relations to another element', () => {
  for (const [query, kind, anchor, rest] of RELATIONS)
    expect.soft(parsePosition(query), query).toMatchObject({ relation: { kind, anchor }, rest });
});

const POSSIBLE_PLACES: [query: string, possiblePlace: string | null][] = [
  ['the new card in Backlog', 'backlog'],
  ['show all from Today', 'today'],
  // No element is named before "on" or "in", so the words after it name the element.
  ['click on the Sign in button', null],
  ['type 5 in Quantity', null],
  ['click on "My account"', null],
  ['sign in', null],
];
test('if the end of the query may be a position, parsePosition reports it and keeps it in the rest of the query', () => {
  for (const [query, possiblePlace] of POSSIBLE_PLACES)
    expect.soft(parsePosition(query), query).toMatchObject({ possiblePlace, rest: query.toLowerCase() });
});

test('a query without a position is unchanged', () => {
  expect(parsePosition('open the pricing page')).toEqual({
    landmarks: [],
    sides: [],
    relation: null,
    possiblePlace: null,
    rest: 'open the pricing page',
  });
});

const VIEW = { width: 1000, height: 500, scrollX: 0, scrollY: 0, scrollWidth: 1000, scrollHeight: 2000 };
const candidateAt = (x: number, y: number): ReturnType<typeof createCandidate> =>
  createCandidate({ box: { x, y, width: 20, height: 20 } });

test('the closer an element is to the named corner, the higher it scores', () => {
  const corner = scoreSides(candidateAt(980, 0), ['top', 'right'], VIEW);
  const middle = scoreSides(candidateAt(500, 0), ['top', 'right'], VIEW);
  const end = scoreSides(candidateAt(980, 1980), ['top', 'right'], VIEW);
  expect(corner).toBeGreaterThan(0.9);
  expect(middle).toBeLessThan(0.5);
  expect(end).toBeLessThan(0.1);
  expect(scoreSides(candidateAt(0, 0), [], VIEW)).toBe(0);
});

test('for "bottom", the end of the page scores highest, followed by the lower edge of the viewport', () => {
  const end = scoreSides(candidateAt(0, 1980), ['bottom'], VIEW);
  const edge = scoreSides(candidateAt(0, 470), ['bottom'], VIEW);
  const middle = scoreSides(candidateAt(0, 1000), ['bottom'], VIEW);
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
const RELATION_BOXES = {
  near: { good: box(125, 100), bad: box(400, 400) },
  below: { good: box(100, 125), bad: box(100, 70) },
  above: { good: box(100, 70), bad: box(100, 125) },
  'left-of': { good: box(70, 100), bad: box(130, 100) },
  'right-of': { good: box(130, 100), bad: box(70, 100) },
  within: { good: box(105, 105, 5, 5), bad: box(300, 300) },
} as const;
test('a box in the named relation to the anchor scores high; other boxes score low', () => {
  for (const [name, { good, bad }] of Object.entries(RELATION_BOXES)) {
    const kind = name as keyof typeof RELATION_BOXES;
    expect.soft(scoreSpatialRelation(kind, good, ANCHOR), kind).toBeGreaterThan(0.5);
    expect.soft(scoreSpatialRelation(kind, bad, ANCHOR), kind).toBeLessThan(0.1);
  }
});

test('near: of two boxes at the same distance, the one on the same line scores higher', () => {
  expect(scoreSpatialRelation('near', box(150, 100), ANCHOR)).toBeGreaterThan(
    scoreSpatialRelation('near', box(100, 150), ANCHOR),
  );
});
