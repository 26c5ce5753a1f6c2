// Unused words of a line: words that are not grammar words and do not occur around the element that was used.
import { expect, test } from '@playwright/test';

import type { PerformedAction } from '../../../src/navigator/direct/run/performed-actions.js';
import { findUnusedWords } from '../../../src/navigator/direct/run/unused-words.js';

/** Creates a click on “Approve” with this text around it. */
const createClickAction = (surroundingText: string): Partial<PerformedAction> => ({
  description: '“Approve”',
  surroundingText,
  pageAction: { intent: 'click', uid: 'a' },
  stateBefore: { kind: 'none' },
});
const approval = createClickAction('Comment by Jonas: Nice recipe | Approve');
const guests: Partial<PerformedAction> = {
  description: 'the “Guests” field',
  surroundingText: 'Guests',
  pageAction: { intent: 'change', uid: 'g', value: '3' },
  stateBefore: { kind: 'value', value: '2' },
};

const CASES: [line: string, action: Partial<PerformedAction>, unused: string[]][] = [
  ['approve the first comment', approval, []],
  ['please click on Approve at the top of the page', approval, []],
  ['could you aprove the comment by jonas for me', approval, []],
  ['change the guests from 2 to 3', guests, []],
  ['approve the first comment, so that I hear of changes', approval, []],
  ['approve the comment by Priya', approval, ['Priya']],
  ['approve the pending comment by Priya Nair', approval, ['pending', 'Priya Nair']],
  ['set the guests to 3 for the garden table', guests, ['garden']],
];

test('words that should identify the target count as unused if neither the element nor its row contains them', () => {
  for (const [line, action, unused] of CASES)
    expect.soft(findUnusedWords(line, [action as PerformedAction], ['Recipes']), line).toEqual(unused);
});
