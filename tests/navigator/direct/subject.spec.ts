// Questions without a name refer to the open item; a number in the question finds the line that contains it.
import { expect, test } from '@playwright/test';

import type { TextBlock } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { block, createPage, Conversation } from './simulated-page.js';

const EVENT = [
  block('heading', 'Haircut'),
  block('term', 'Date: Tuesday 17 November 2026', 'Haircut'),
  block('term', 'Time: 16:00 – 16:45', 'Haircut'),
  block('row', 'Where: Salon Brill', 'Haircut'),
];
const LETTER = [block('heading', 'Ann Oak <ann@oak.example>'), block('paragraph', 'Will you come at one?')];
const ARROW = [block('other', 'Ann Oak → Bo Elm · 2026-11-20'), block('paragraph', 'Will you come at one?')];
const ORDERS = [
  block('other', '48190 of May, 20.00 EUR – Arrived'),
  block('other', '48204 of June, 39.90 EUR – In transit'),
];

async function answer(text: TextBlock[], question: string): Promise<string> {
  return (await new Conversation(createDirectNavigator(), createPage([], { text })).say(question)).text;
}

for (const [text, question, expected] of [
  [EVENT, 'When is it?', 'Date: Tuesday 17 November 2026, Time: 16:00 – 16:45.'],
  [EVENT, 'And where is it?', 'Where: Salon Brill.'],
  [LETTER, 'Who is it from?', 'From Ann Oak.'],
  [ARROW, 'Who wrote it?', 'From Ann Oak.'],
  [
    ORDERS,
    'What is the status of order 48204?',
    'About 48204, the page says: “48204 of June, 39.90 EUR – In transit”.',
  ],
] as const)
  test(`${question} ${expected}`, async () => {
    expect(await answer([...text], question)).toBe(expected);
  });

test('with two items on the page, a question without a name is not answered', async () => {
  const two = [block('term', 'Date: 1 May', 'Haircut'), block('term', 'Date: 2 May', 'Dentist')];
  expect(await answer(two, 'When is it?')).toContain("can't find that");
});
