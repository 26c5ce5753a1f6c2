// The prompt benchmark: which elements an answer can name, and whether a text contains what a goal needs.

import { expect, test } from '@playwright/test';

import { type BudgetResult, summariseBudgets } from '../../bench/lib/prompt-budgets.js';
import { listAddressableElements, containsNeed } from '../../bench/lib/prompt-content.js';

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
    title: 'indented text below an element belongs to it, other text does not',
    text: '[7]<a />\n\tBlue mug\n12.90\n[9]<button />\n\tAdd',
    id: INDEX,
    elements: ['[7]<a />\n\tBlue mug', '[9]<button />\n\tAdd'],
  },
  {
    title: 'text after a nested element belongs to the outer element',
    text: '[1]<label />\n\t[2]<input />\n\t\thint\n\tPick up',
    id: INDEX,
    elements: ['[1]<label />\n\tPick up', '\t[2]<input />\n\t\thint'],
  },
  {
    title: 'elements in a container with a reference are listed separately',
    text: '- list [ref=e1]:\n  - link "Blue mug" [ref=e2]:\n    - /url: /mug\n  - text: 12.90',
    id: REF,
    elements: ['- list [ref=e1]:\n  - text: 12.90', '  - link "Blue mug" [ref=e2]:\n    - /url: /mug'],
  },
  { title: 'text without references', text: '# "Mugs"\n"12.90"', id: NUMBER, elements: [] },
];

for (const { title, text, id, elements } of CASES)
  test(`addressable elements: ${title}`, () => {
    expect(listAddressableElements(text, id)).toEqual(elements);
  });

test('a needed element counts only if it can be referred to; a needed fact counts anywhere in the text', () => {
  const text = '[3] button "Duplicate Dentist"\n"Dentist, 08:20"';
  expect(containsNeed(text, NUMBER, { element: /(?<!Duplicate )Dentist/ })).toBe(false);
  expect(containsNeed(text, NUMBER, { element: /Duplicate/ })).toBe(true);
  expect(containsNeed(text, NUMBER, { fact: /08:20/ })).toBe(true);
  expect(containsNeed(text, NUMBER, { fact: /09:30/ })).toBe(false);
});

test('the results are summarised for each budget, and truncated pages are counted separately', () => {
  const createBudgetUse = (
    budget: number,
    tokens: number,
    contained: boolean,
    complete: boolean,
  ): BudgetResult => ({
    id: 'x',
    budget,
    tokens,
    containsTarget: contained,
    isComplete: complete,
    rank: 1,
  });
  const uses = [
    createBudgetUse(900, 800, true, true),
    createBudgetUse(900, 850, true, false),
    createBudgetUse(90, 80, true, false),
    createBudgetUse(90, 85, false, false),
  ];
  expect(summariseBudgets(uses)).toEqual([
    {
      budget: 900,
      instructionCount: 2,
      containedCount: 2,
      truncatedCount: 1,
      truncatedContainedCount: 1,
      tokens: [800, 850],
    },
    {
      budget: 90,
      instructionCount: 2,
      containedCount: 1,
      truncatedCount: 2,
      truncatedContainedCount: 1,
      tokens: [80, 85],
    },
  ]);
});
