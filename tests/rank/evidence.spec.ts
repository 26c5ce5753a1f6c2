import { expect, test } from '@playwright/test';

import type { Candidate } from '../../src/contract/index.js';
import { EVIDENCE, gather, gatherInSlices, restOf, type EvidenceKind } from '../../src/rank/evidence.js';
import { candidate, observation } from '../support/candidates.js';

type Given = Parameters<typeof candidate>[0];

const link = (name: string, given: Given = {}): Candidate => candidate({ role: 'link', name, ...given });
const button = (name: string, given: Given = {}): Candidate => candidate({ name, ...given });
const field = (name: string, given: Given = {}): Candidate =>
  candidate({
    role: 'textbox',
    name,
    text: '',
    states: { editable: true },
    document: `text field | ${name}`,
    ...given,
  });
const text = (words: string, given: Given = {}): Candidate =>
  candidate({
    role: 'generic',
    tag: 'div',
    text: words,
    interactive: false,
    document: `div | ${words}`,
    ...given,
  });

/** One kind of evidence for each of the candidates. */
function evidence(kind: EvidenceKind, query: string, candidates: Candidate[]): number[] {
  return [...gather(query, observation(candidates), null)[kind]];
}

interface Case {
  kind: EvidenceKind;
  query: string;
  /** Has more of it than any of the others. */
  most: () => Candidate;
  others: () => Candidate[];
}

const away = { x: 900, y: 700, width: 60, height: 20 };

const MAX_COUNT: Case[] = [
  {
    kind: 'words',
    query: 'pricing',
    most: () => link('Pricing'),
    others: () => [link('Home'), link('Docs')],
  },
  {
    kind: 'share',
    query: 'pricing',
    most: () => link('Pricing'),
    others: () => [link('Pricing of old plans')],
  },
  { kind: 'interactive', query: 'save', most: () => button('Save'), others: () => [text('Save')] },
  {
    kind: 'state',
    query: 'the selected colour',
    most: () => button('Red', { states: { selected: true } }),
    others: () => [button('Blue', { states: { selected: false } })],
  },
  { kind: 'verb', query: 'type hello', most: () => field('Message'), others: () => [button('Hello')] },
  { kind: 'noun', query: 'the help link', most: () => link('Help'), others: () => [button('Help')] },
  {
    kind: 'named',
    query: 'click Save',
    most: () => button('Save'),
    others: () => [button('Save as draft'), button('Close')],
  },
  {
    kind: 'caption',
    query: 'set the volume to 3',
    most: () => text('Volume'),
    others: () => [field('Volume')],
  },
  {
    kind: 'caption',
    query: 'was it helpful? no',
    most: () => text('Was it helpful?'),
    others: () => [button('Yes'), button('No')],
  },
  {
    kind: 'denied',
    query: 'do not remove it',
    most: () => button('Remove'),
    others: () => [button('Keep'), button('Help')],
  },
  {
    kind: 'inView',
    query: 'save',
    most: () => button('Save'),
    others: () => [button('Save', { inViewport: false })],
  },
  {
    kind: 'barred',
    query: 'save',
    most: () => button('Save', { behindModal: true }),
    others: () => [button('Save')],
  },
  {
    kind: 'barred',
    query: 'save',
    most: () => button('Save', { states: { disabled: true } }),
    others: () => [button('Save')],
  },
  {
    kind: 'landmark',
    query: 'imprint in the footer',
    most: () => link('Imprint', { landmark: 'footer' }),
    others: () => [link('Imprint', { landmark: 'main' })],
  },
  {
    kind: 'landmark',
    query: 'imprint in the footer',
    most: () => link('Imprint', { attributes: { class: 'site-footer-link' } }),
    others: () => [link('Imprint', { attributes: { class: 'card' } })],
  },
  {
    kind: 'landmark',
    query: 'imprint in the footer',
    most: () => link('Imprint', { box: { x: 0, y: 780, width: 60, height: 15 } }),
    others: () => [link('Imprint', { box: { x: 0, y: 20, width: 60, height: 15 } })],
  },
  {
    kind: 'side',
    query: 'the menu at the bottom right',
    most: () => button('Menu', { box: { x: 1200, y: 770, width: 60, height: 20 } }),
    others: () => [button('Menu', { box: { x: 0, y: 0, width: 60, height: 20 } })],
  },
  {
    kind: 'relation',
    query: 'the button next to the price',
    most: () => button('Buy', { box: { x: 110, y: 300, width: 60, height: 20 } }),
    others: () => [
      text('Price', { box: { x: 40, y: 300, width: 60, height: 20 } }),
      button('Help', { box: away }),
    ],
  },
  {
    kind: 'relation',
    query: 'the new card in Backlog',
    most: () => button('Add a card', { section: 'Backlog' }),
    others: () => [button('Add a card', { section: 'Done' })],
  },
  { kind: 'long', query: 'save', most: () => text('Save '.repeat(30)), others: () => [button('Save')] },
];
for (const { kind, query, most, others } of MAX_COUNT)
  // A caption stands before what it names; everything else may stand anywhere.
  for (const last of kind === 'caption' ? [false] : [false, true])
    test(`${kind}: "${query}" ${others().length > 1 ? 'of several' : ''} (${last ? 'last' : 'first'} on the page, ${MAX_COUNT.findIndex((one) => one.most === most)})`, () => {
      const [one, more] = [most(), others()];
      const candidates = last ? [...more, one] : [one, ...more];
      const values = evidence(kind, query, candidates);
      const right = values[candidates.indexOf(one)]!;
      for (const other of more) expect(right).toBeGreaterThan(values[candidates.indexOf(other)]!);
    });

test('container: what is not acted on and holds something that says as much', () => {
  const outer = text('Account settings');
  const inner = link('Account settings', { parent: outer.uid });
  expect(evidence('container', 'account settings', [outer, inner])).toEqual([1, 0]);
});

test('holder: what is acted on and holds other controls', () => {
  const card = candidate({ role: 'article', text: 'Fix it Edit Delete' });
  const inner = ['Edit', 'Delete', 'Move'].map((name) => button(name, { parent: card.uid }));
  expect(evidence('holder', 'fix it', [card, ...inner])).toEqual([2, 0, 0, 0]);
});

test('around: identical buttons are told apart by the row they stand in', () => {
  const row = (who: string): Candidate[] => {
    const whole = text(`${who} Delete`);
    return [whole, text(who, { parent: whole.uid }), button('Delete', { parent: whole.uid })];
  };
  const candidates = [...row('Ana'), ...row('Ben')];
  const values = evidence('around', 'delete Ben', candidates);
  expect(values[5]!).toBeGreaterThan(values[2]!);
});

test('around: identical links are told apart by the heading above', () => {
  const candidates = [link('More', { section: 'Sport' }), link('More', { section: 'Weather' })];
  const [sport, weather] = evidence('around', 'more weather', candidates);
  expect(weather!).toBeGreaterThan(sport!);
});

test('what cannot be used is not barred for who asks for it', () => {
  const grey = button('Export', { states: { disabled: true } });
  expect(evidence('barred', 'the disabled button', [grey])).toEqual([0]);
});

test('a sign is called by what it looks like', () => {
  expect(evidence('named', 'the question mark', [button('?'), button('Pay')])).toEqual([1, 0]);
});

test('a state that is all that is said weighs more, and goes to the kind that is named', () => {
  const tab = candidate({ role: 'tab', name: 'Week', states: { selected: true } });
  const box = candidate({ role: 'checkbox', name: 'Travel', states: { checked: true } });
  const [only] = evidence('state', 'the selected tab', [tab, box]);
  expect(evidence('state', 'the selected tab', [tab, box])).toEqual([only, 0]);
  expect(only!).toBeGreaterThan(evidence('state', 'the selected travel dates', [tab, box])[0]!);
});

test('a noun whose role is nowhere on the page goes to what works like it, and weighs less', () => {
  expect(evidence('noun', 'the week tab', [link('Week'), field('Week')])).toEqual([0.6, 0]);
  const tab = candidate({ role: 'tab', name: 'Week' });
  expect(evidence('noun', 'the week tab', [link('Week'), tab])).toEqual([0, 1]);
});

test('a number that is part of a name on the page counts nothing', () => {
  const candidates = [link('Name'), link('Last updated'), link('Size')];
  expect(evidence('ordinal', 'sort by last updated', candidates)).toEqual([0, 0, 0]);
});

test('meaning: standardised over what was compared, the rest lies below; without an encoder it says nothing', () => {
  const seen = observation([link('A'), link('B'), link('C')]);
  const whole = Float32Array.from([0.9, 0.1, Number.NaN]);
  const { meaning } = gather('x', seen, { whole, rest: null });
  expect([...meaning]).toEqual([expect.closeTo(1), expect.closeTo(-1), -1]);
  expect([...gather('x', seen, null).meaning]).toEqual([0, 0, 0]);
});

test('meaning: what is asked for counts as much as where it is', () => {
  const seen = observation([link('A'), link('B')]);
  const cosines = { whole: Float32Array.from([0.9, 0.1]), rest: Float32Array.from([0.1, 0.9]) };
  expect([...gather('x', seen, cosines).meaning]).toEqual([expect.closeTo(0), expect.closeTo(0)]);
});

test('outer: the best meaning of the small containers around, none of a part of the page', () => {
  const row = text('Row');
  const part = text('Part');
  const inRow = button('A', { parent: row.uid });
  const many = Array.from({ length: 13 }, (_, i) => button(`B${i}`, { parent: part.uid }));
  const all = [row, inRow, part, ...many];
  const whole = Float32Array.from(all, (one) => (one === row || one === part ? 1 : 0));
  const { outer } = gather('x', observation(all), { whole, rest: null });
  expect(outer[1]!).toBeGreaterThan(0);
  expect(outer[3]).toBe(0);
});

test('what is asked for is compared without its place, where it has one', () => {
  expect(restOf('the link right below Venus')).toBe('the link');
  expect(restOf('imprint in the footer')).toBe('imprint');
  expect(restOf('open the pricing page')).toBeNull();
  expect(restOf('click on the Products tab')).toBeNull();
});

test('in slices the same comes out as at once, and an abort ends it', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => link(`Row ${i}`, { section: `Part ${i % 7}` }));
  const seen = observation(rows);
  const query = 'the third link next to row 8 in the footer';
  const slices = await gatherInSlices(query, seen, null);
  const once = gather(query, seen, null);
  for (const kind of EVIDENCE) expect([...slices[kind]], kind).toEqual([...once[kind]]);
});

test('other work gets its turn while a large look is read', async () => {
  const rows = Array.from({ length: 12_000 }, (_, i) =>
    link(`Row ${i} of many`, { text: `${i} ${'some words of a long text '.repeat(8)}${i}` }),
  );
  let turns = 0;
  const count = setInterval(() => turns++, 1);
  await gatherInSlices('row 8', observation(rows), null);
  clearInterval(count);
  expect(turns).toBeGreaterThan(0);
  const stopped = AbortSignal.abort(new Error('stop'));
  await expect(gatherInSlices('row 8', observation([...rows]), null, stopped)).rejects.toThrow('stop');
});

test('no candidates, no evidence', () => {
  for (const kind of EVIDENCE) expect(evidence(kind, 'the first link in the footer', [])).toEqual([]);
});
