import { expect, test } from '@playwright/test';

import type { Candidate, Inspector, TextBlock } from '../../../src/contract/index.js';
import { answer } from '../../../src/navigator/direct/answer/answer.js';
import { mostInPlace } from '../../../src/navigator/direct/ground/places.js';
import { viewOf } from '../../../src/navigator/direct/ground/view.js';
import { inRowOf, tickableInRow } from '../../../src/navigator/direct/run/rows.js';
import { candidate, observation } from '../../support/candidates.js';
import { unusedInspectorMethods } from './simulated-page.js';

/** A table of people; each row has a checkbox without its own name and a button. */
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

test('a checkbox without a name is found by the words of its row', () => {
  const { all, boxes } = people('Mark Kim', 'Ada Moe', 'Mark Lee');
  const view = viewOf(observation(all));
  expect(tickableInRow('Mark Kim', view)?.uid).toBe(boxes[0]!.uid);
  expect(tickableInRow('Ada', view)?.uid).toBe(boxes[1]!.uid);
});

test('words that match two rows or no row select nothing', () => {
  const { all, buttons } = people('Mark Kim', 'Mark Lee');
  const view = viewOf(observation(all));
  expect(inRowOf('Mark', buttons, view)).toBeNull();
  expect(inRowOf('Zoe', buttons, view)).toBeNull();
});

test('an exact heading is preferred to a longer one', () => {
  const right = candidate({ name: 'Item', section: 'Slide Right' });
  const small = candidate({ name: 'Item', section: 'Slide Right Small' });
  const place = { relation: 'in' as const, words: 'Slide Right' };
  expect(mostInPlace([right, small], place as never)).toEqual([right]);
});

const rows = (...texts: string[]): TextBlock[] =>
  texts.map((text) => ({ kind: 'row', text, section: '', order: 0 }));
const inspector: Inspector = {
  rank: async () => [],
  rankPassages: async () => [],
  ...unusedInspectorMethods,
};

async function answerTo(question: string, text: TextBlock[]): Promise<string> {
  const { text: answerText, found } = await answer(question, viewOf(observation([], { text })), inspector);
  return found ? answerText : 'no answer';
}

test('"how many" is answered with the number of rows that have the value in a cell', async () => {
  const cities = rows(
    'Name: Oslo | Country: Norway',
    'Name: Bergen | Country: Norway',
    'Name: Lyon | Country: France',
  );
  expect(await answerTo('How many of the cities are in Norway?', cities)).toBe(
    '2 rows here have “Norway” under “Country”.',
  );
  expect(await answerTo('how many cities are there in Spain?', cities)).toBe('no answer');
});

test('a sentence that lacks the name in the question is not an answer', async () => {
  const text: TextBlock[] = [
    {
      kind: 'paragraph',
      text: 'The default value is taken from the first host, 80 in most set-ups.',
      section: 'Hosts',
      order: 0,
    },
    { kind: 'row', text: 'Default: KeepAliveTimeout 5', section: 'KeepAliveTimeout Directive', order: 0 },
  ];
  expect(await answerTo('What is the default value of KeepAliveTimeout?', text)).toBe(
    'Default: KeepAliveTimeout 5',
  );
  expect(await answerTo('What is the default value of MaxClients?', text)).toBe('no answer');
});
