/** Finding elements by the words of their row. */
import { expect, test } from '@playwright/test';

import type { Candidate } from '../../../src/contract/index.js';
import { keepBestPlacedElements } from '../../../src/navigator/direct/ground/places.js';
import { createView } from '../../../src/navigator/direct/ground/view.js';
import { findElementInRow, findTickableInRow } from '../../../src/navigator/direct/run/rows.js';
import { createCandidate, createObservation } from '../../support/candidates.js';

/** A table of people. Each row has a checkbox and a button with the same names as in the other rows. */
function createPeopleTable(...names: string[]): {
  candidates: Candidate[];
  checkboxes: Candidate[];
  buttons: Candidate[];
} {
  const rows = names.map((name) => {
    const row = createCandidate({
      role: 'row',
      tag: 'tr',
      name: '',
      text: `${name} Active Edit`,
      interactive: false,
    });
    const checkbox = createCandidate({
      role: 'checkbox',
      name: 'Select row',
      parent: row.uid,
      states: { checked: false },
    });
    const button = createCandidate({ role: 'button', name: 'Edit', parent: row.uid });
    return { row, checkbox, button };
  });
  return {
    candidates: rows.flatMap(({ row, checkbox, button }) => [row, checkbox, button]),
    checkboxes: rows.map(({ checkbox }) => checkbox),
    buttons: rows.map(({ button }) => button),
  };
}

test('a checkbox with the same name in each row is found by the words of its row', () => {
  const { candidates, checkboxes } = createPeopleTable('Mark Kim', 'Ada Moe', 'Mark Lee');
  const view = createView(createObservation(candidates));
  expect(findTickableInRow('Mark Kim', view)?.uid).toBe(checkboxes[0]!.uid);
  expect(findTickableInRow('Ada', view)?.uid).toBe(checkboxes[1]!.uid);
});

test('words that match two rows or no row select nothing', () => {
  const { candidates, buttons } = createPeopleTable('Mark Kim', 'Mark Lee');
  const view = createView(createObservation(candidates));
  expect(findElementInRow('Mark', buttons, view)).toBeNull();
  expect(findElementInRow('Zoe', buttons, view)).toBeNull();
});

test('an exact heading is preferred to a longer one', () => {
  const exactMatch = createCandidate({ name: 'Item', section: 'Slide Right' });
  const longerMatch = createCandidate({ name: 'Item', section: 'Slide Right Small' });
  const place = { relation: 'in' as const, words: 'Slide Right' };
  expect(keepBestPlacedElements([exactMatch, longerMatch], place as never)).toEqual([exactMatch]);
});
