// What the prompt benchmark says of a text: which elements an answer can name, and whether the one that counts is there.

import { expect, test } from '@playwright/test';

import { type RoomUse, sumOfRooms } from '../../bench/lib/prompt-rooms.js';
import { namedElements, shows } from '../../bench/lib/prompt-shows.js';

const REF = /\[ref=\w+\]/;
const INDEX = /\[\d+\]</;
const NUMBER = /^\[\d+\]\*? /;

const CASES: { title: string; text: string; id: RegExp; elements: string[] }[] = [
  {
    title: 'lines without children',
    text: '# "Mugs"\n[4] link "Blue mug"\n"12.90"\n[6]* button "Add"',
    id: NUMBER,
    elements: ['[4] link "Blue mug"', '[6]* button "Add"'],
  },
  {
    title: 'text below an element belongs to it, what is no deeper does not',
    text: '[7]<a />\n\tBlue mug\n12.90\n[9]<button />\n\tAdd',
    id: INDEX,
    elements: ['[7]<a />\n\tBlue mug', '[9]<button />\n\tAdd'],
  },
  {
    title: 'a nested element is its own, and what follows it is the outer one’s',
    text: '[1]<label />\n\t[2]<input />\n\t\thint\n\tPick up',
    id: INDEX,
    elements: ['[1]<label />\n\tPick up', '\t[2]<input />\n\t\thint'],
  },
  {
    title: 'containers that can be named do not swallow what can be named in them',
    text: '- list [ref=e1]:\n  - link "Blue mug" [ref=e2]:\n    - /url: /mug\n  - text: 12.90',
    id: REF,
    elements: ['- list [ref=e1]:\n  - text: 12.90', '  - link "Blue mug" [ref=e2]:\n    - /url: /mug'],
  },
  { title: 'nothing that can be named', text: '# "Mugs"\n"12.90"', id: NUMBER, elements: [] },
];

for (const { title, text, id, elements } of CASES)
  test(`named elements: ${title}`, () => {
    expect(namedElements(text, id)).toEqual(elements);
  });

test('an element is there only where it can be named, a fact wherever it stands', () => {
  const text = '[3] button "Duplicate Dentist"\n"Dentist, 08:20"';
  expect(shows(text, NUMBER, { element: /(?<!Duplicate )Dentist/ })).toBe(false);
  expect(shows(text, NUMBER, { element: /Duplicate/ })).toBe(true);
  expect(shows(text, NUMBER, { fact: /08:20/ })).toBe(true);
  expect(shows(text, NUMBER, { fact: /09:30/ })).toBe(false);
});

test('rooms are summed up one by one, and pages that were cut are counted apart', () => {
  const use = (room: number, tokens: number, holds: boolean, all: boolean): RoomUse => ({
    id: 'x',
    room,
    tokens,
    holds,
    all,
    rank: 1,
  });
  const uses = [
    use(900, 800, true, true),
    use(900, 850, true, false),
    use(90, 80, true, false),
    use(90, 85, false, false),
  ];
  expect(sumOfRooms(uses)).toEqual([
    { room: 900, instructions: 2, holds: 2, cut: 1, cutHolds: 1, tokens: [800, 850] },
    { room: 90, instructions: 2, holds: 1, cut: 2, cutHolds: 1, tokens: [80, 85] },
  ]);
});
