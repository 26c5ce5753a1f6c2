// Questions that name nothing are about the one thing that is open; numbers find the line that has them.
import { expect, test } from '@playwright/test';

import type { TextBlock } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { block, look, Talk } from './page.js';

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
  return (await new Talk(createDirectNavigator(), look([], { text })).say(question)).text;
}

for (const [text, question, told] of [
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
  test(`${question} ${told}`, async () => {
    expect(await answer([...text], question)).toBe(told);
  });

test('two things with a date of their own are not mixed up', async () => {
  const two = [block('term', 'Date: 1 May', 'Haircut'), block('term', 'Date: 2 May', 'Dentist')];
  expect(await answer(two, 'When is it?')).toContain("can't find that");
});
