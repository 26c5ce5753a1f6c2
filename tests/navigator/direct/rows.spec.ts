import { expect, test } from '@playwright/test';

import type { Candidate, Inspector, TextBlock } from '../../../src/contract/index.js';
import { answer } from '../../../src/navigator/direct/answer/answer.js';
import { mostInPlace } from '../../../src/navigator/direct/ground/places.js';
import { viewOf } from '../../../src/navigator/direct/ground/view.js';
import { inRowOf, tickableInRow } from '../../../src/navigator/direct/run/rows.js';
import { candidate, observation } from '../../support/candidates.js';
import { unread } from './page.js';

/** A table of people, each row with a nameless box and a button. */
function people(...names: string[]): { all: Candidate[]; boxes: Candidate[]; buttons: Candidate[] } {
  const rows = names.map((name) => {
    const row = candidate({
      role: 'row',
      tag: 'tr',
      name: '',
      text: `${name} Active Edit`,
      interactive: false,
    });
    const box = candidate({
      role: 'checkbox',
      name: 'Select row',
      parent: row.uid,
      states: { checked: false },
    });
    const button = candidate({ role: 'button', name: 'Edit', parent: row.uid });
    return { row, box, button };
  });
  return {
    all: rows.flatMap(({ row, box, button }) => [row, box, button]),
    boxes: rows.map(({ box }) => box),
    buttons: rows.map(({ button }) => button),
  };
}

test('a box without a name is that of the row which says the words', () => {
  const { all, boxes } = people('Mark Kim', 'Ada Moe', 'Mark Lee');
  const view = viewOf(observation(all));
  expect(tickableInRow('Mark Kim', view)?.uid).toBe(boxes[0]!.uid);
  expect(tickableInRow('Ada', view)?.uid).toBe(boxes[1]!.uid);
});

test('words that two rows say as well, or none, choose nothing', () => {
  const { all, buttons } = people('Mark Kim', 'Mark Lee');
  const view = viewOf(observation(all));
  expect(inRowOf('Mark', buttons, view)).toBeNull();
  expect(inRowOf('Zoe', buttons, view)).toBeNull();
});

test('a heading of just that name is meant, not one that goes on', () => {
  const right = candidate({ name: 'Item', section: 'Slide Right' });
  const small = candidate({ name: 'Item', section: 'Slide Right Small' });
  const place = { relation: 'in' as const, words: 'Slide Right' };
  expect(mostInPlace([right, small], place as never)).toEqual([right]);
});

const rows = (...texts: string[]): TextBlock[] =>
  texts.map((text) => ({ kind: 'row', text, section: '', order: 0 }));
const look: Inspector = { rank: async () => [], passages: async () => [], ...unread };

async function told(question: string, text: TextBlock[]): Promise<string> {
  const { text: said, found } = await answer(question, viewOf(observation([], { text })), look);
  return found ? said : 'not told';
}

test('"how many" is answered with a number: rows that have a cell saying just that', async () => {
  const cities = rows(
    'Name: Oslo | Country: Norway',
    'Name: Bergen | Country: Norway',
    'Name: Lyon | Country: France',
  );
  expect(await told('How many of the cities are in Norway?', cities)).toBe(
    '2 rows here have “Norway” under “Country”.',
  );
  expect(await told('how many cities are there in Spain?', cities)).toBe('not told');
});

test('a sentence that fits in everyday words but not in the name asked about is no answer', async () => {
  const text: TextBlock[] = [
    {
      kind: 'paragraph',
      text: 'The default value is taken from the first host, 80 in most set-ups.',
      section: 'Hosts',
      order: 0,
    },
    { kind: 'row', text: 'Default: KeepAliveTimeout 5', section: 'KeepAliveTimeout Directive', order: 0 },
  ];
  expect(await told('What is the default value of KeepAliveTimeout?', text)).toBe(
    'Default: KeepAliveTimeout 5',
  );
  expect(await told('What is the default value of MaxClients?', text)).toBe('not told');
});
