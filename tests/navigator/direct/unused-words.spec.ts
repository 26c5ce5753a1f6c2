// A report names words of the line that neither the grammar nor the page accounts for.
import { expect, test } from '@playwright/test';

import type { PerformedAction } from '../../../src/navigator/direct/run/performed-actions.js';
import { findUnusedWords } from '../../../src/navigator/direct/run/unused-words.js';

/** A click on “Approve” beside a comment, or a new value of a field. */
const click = (around: string): Partial<PerformedAction> => ({
  description: '“Approve”',
  surroundingText: around,
  act: { intent: 'click', uid: 'a' },
  before: { kind: 'none' },
});
const comment = click('Comment by Jonas: Nice recipe | Approve');
const guests: Partial<PerformedAction> = {
  description: 'the “Guests” field',
  surroundingText: 'Guests',
  act: { intent: 'change', uid: 'g', value: '3' },
  before: { kind: 'value', value: '2' },
};

const ROWS: [line: string, action: Partial<PerformedAction>, unused: string[]][] = [
  ['approve the first comment', comment, []],
  ['please click on Approve at the top of the page', comment, []],
  ['could you aprove the comment by jonas for me', comment, []],
  ['change the guests from 2 to 3', guests, []],
  ['approve the comment by Priya', comment, ['Priya']],
  ['approve the pending comment by Priya Nair', comment, ['pending', 'Priya Nair']],
  ['set the guests to 3 for the garden table', guests, ['garden']],
];

test('words that say which one is meant are unused if neither element nor row shows them', () => {
  for (const [line, action, unused] of ROWS)
    expect.soft(findUnusedWords(line, [action as PerformedAction], ['Recipes']), line).toEqual(unused);
});
