import { expect, test } from '@playwright/test';

import type { Candidate } from '../../src/contract/index.js';
import {
  EVIDENCE,
  gatherEvidence,
  gatherEvidenceInSlices,
  removePosition,
  type EvidenceKind,
} from '../../src/rank/evidence.js';
import { createCandidate, createObservation } from '../support/candidates.js';

type CandidateOverrides = Parameters<typeof createCandidate>[0];

const link = (name: string, overrides: CandidateOverrides = {}): Candidate =>
  createCandidate({ role: 'link', name, ...overrides });
const button = (name: string, overrides: CandidateOverrides = {}): Candidate =>
  createCandidate({ name, ...overrides });
const field = (name: string, overrides: CandidateOverrides = {}): Candidate =>
  createCandidate({
    role: 'textbox',
    name,
    text: '',
    states: { editable: true },
    document: `text field | ${name}`,
    ...overrides,
  });
const text = (words: string, overrides: CandidateOverrides = {}): Candidate =>
  createCandidate({
    role: 'generic',
    tag: 'div',
    text: words,
    interactive: false,
    document: `div | ${words}`,
    ...overrides,
  });

/** Scores of one kind of evidence, one per candidate. */
function evidence(kind: EvidenceKind, query: string, candidates: Candidate[]): number[] {
  return [...gatherEvidence(query, createObservation(candidates), null)[kind]];
}

interface Case {
  kind: EvidenceKind;
  query: string;
  /** Creates the candidate that scores higher than all others. */
  winner: () => Candidate;
  others: () => Candidate[];
}

const FAR_AWAY = { x: 900, y: 700, width: 60, height: 20 };

const CASES: Case[] = [
  {
    kind: 'words',
    query: 'pricing',
    winner: () => link('Pricing'),
    others: () => [link('Home'), link('Docs')],
  },
  {
    kind: 'wordShare',
    query: 'pricing',
    winner: () => link('Pricing'),
    others: () => [link('Pricing of old plans')],
  },
  { kind: 'interactive', query: 'save', winner: () => button('Save'), others: () => [text('Save')] },
  {
    kind: 'state',
    query: 'the selected colour',
    winner: () => button('Red', { states: { selected: true } }),
    others: () => [button('Blue', { states: { selected: false } })],
  },
  { kind: 'verb', query: 'type hello', winner: () => field('Message'), others: () => [button('Hello')] },
  { kind: 'noun', query: 'the help link', winner: () => link('Help'), others: () => [button('Help')] },
  {
    kind: 'nameCoverage',
    query: 'click Save',
    winner: () => button('Save'),
    others: () => [button('Save as draft'), button('Close')],
  },
  {
    kind: 'caption',
    query: 'set the volume to 3',
    winner: () => text('Volume'),
    others: () => [field('Volume')],
  },
  {
    kind: 'caption',
    query: 'was it helpful? no',
    winner: () => text('Was it helpful?'),
    others: () => [button('Yes'), button('No')],
  },
  {
    kind: 'excluded',
    query: 'do not remove it',
    winner: () => button('Remove'),
    others: () => [button('Keep'), button('Help')],
  },
  {
    kind: 'inView',
    query: 'save',
    winner: () => button('Save'),
    others: () => [button('Save', { inViewport: false })],
  },
  {
    kind: 'unavailable',
    query: 'save',
    winner: () => button('Save', { behindModal: true }),
    others: () => [button('Save')],
  },
  {
    kind: 'unavailable',
    query: 'save',
    winner: () => button('Save', { states: { disabled: true } }),
    others: () => [button('Save')],
  },
  {
    kind: 'landmark',
    query: 'imprint in the footer',
    winner: () => link('Imprint', { landmark: 'footer' }),
    others: () => [link('Imprint', { landmark: 'main' })],
  },
  {
    kind: 'landmark',
    query: 'imprint in the footer',
    winner: () => link('Imprint', { attributes: { class: 'site-footer-link' } }),
    others: () => [link('Imprint', { attributes: { class: 'card' } })],
  },
  {
    kind: 'landmark',
    query: 'imprint in the footer',
    winner: () => link('Imprint', { box: { x: 0, y: 780, width: 60, height: 15 } }),
    others: () => [link('Imprint', { box: { x: 0, y: 20, width: 60, height: 15 } })],
  },
  {
    kind: 'side',
    query: 'the menu at the bottom right',
    winner: () => button('Menu', { box: { x: 1200, y: 770, width: 60, height: 20 } }),
    others: () => [button('Menu', { box: { x: 0, y: 0, width: 60, height: 20 } })],
  },
  {
    kind: 'relation',
    query: 'the button next to the price',
    winner: () => button('Buy', { box: { x: 110, y: 300, width: 60, height: 20 } }),
    others: () => [
      text('Price', { box: { x: 40, y: 300, width: 60, height: 20 } }),
      button('Help', { box: FAR_AWAY }),
    ],
  },
  {
    kind: 'relation',
    query: 'the new card in Backlog',
    winner: () => button('Add a card', { section: 'Backlog' }),
    others: () => [button('Add a card', { section: 'Done' })],
  },
  {
    kind: 'textLength',
    query: 'save',
    winner: () => text('Save '.repeat(30)),
    others: () => [button('Save')],
  },
];
test('each kind of evidence scores the matching candidate highest, whether it is first or last on the page', () => {
  for (const [row, { kind, query, winner, others }] of CASES.entries())
    // A caption comes before the element that it names; all other candidates may have any position.
    for (const last of kind === 'caption' ? [false] : [false, true]) {
      const [expected, rest] = [winner(), others()];
      const candidates = last ? [...rest, expected] : [expected, ...rest];
      const values = evidence(kind, query, candidates);
      const expectedScore = values[candidates.indexOf(expected)]!;
      for (const other of rest)
        expect
          .soft(expectedScore, `row ${row}, ${kind}: "${query}" (${last ? 'last' : 'first'} on the page)`)
          .toBeGreaterThan(values[candidates.indexOf(other)]!);
    }
});

test('container: a non-interactive element scores if an element inside it has the same words', () => {
  const outerMeaning = text('Account settings');
  const inner = link('Account settings', { parent: outerMeaning.uid });
  expect(evidence('container', 'account settings', [outerMeaning, inner])).toEqual([1, 0]);
});

test('controlsInside: an interactive element scores if it contains other controls', () => {
  const card = createCandidate({ role: 'article', text: 'Fix it Edit Delete' });
  const inner = ['Edit', 'Delete', 'Move'].map((name) => button(name, { parent: card.uid }));
  expect(evidence('controlsInside', 'fix it', [card, ...inner])).toEqual([2, 0, 0, 0]);
});

test('surroundings: identical buttons are distinguished by the words in their rows', () => {
  const row = (name: string): Candidate[] => {
    const container = text(`${name} Delete`);
    return [container, text(name, { parent: container.uid }), button('Delete', { parent: container.uid })];
  };
  const candidates = [...row('Ana'), ...row('Ben')];
  const values = evidence('surroundings', 'delete Ben', candidates);
  expect(values[5]!).toBeGreaterThan(values[2]!);
});

test('surroundings: identical links are distinguished by the headings above them', () => {
  const candidates = [link('More', { section: 'Sport' }), link('More', { section: 'Weather' })];
  const [sport, weather] = evidence('surroundings', 'more weather', candidates);
  expect(weather!).toBeGreaterThan(sport!);
});

test('unavailable: a disabled button is not penalised if the query asks for a disabled button', () => {
  const disabled = button('Export', { states: { disabled: true } });
  expect(evidence('unavailable', 'the disabled button', [disabled])).toEqual([0]);
});

test('nameCoverage: a symbol’s name matches a button that shows the symbol', () => {
  expect(evidence('nameCoverage', 'the question mark', [button('?'), button('Pay')])).toEqual([1, 0]);
});

test('state: a query that names only a state and a role scores only elements with that role, and scores them higher', () => {
  const tab = createCandidate({ role: 'tab', name: 'Week', states: { selected: true } });
  const box = createCandidate({ role: 'checkbox', name: 'Travel', states: { checked: true } });
  const [tabScore] = evidence('state', 'the selected tab', [tab, box]);
  expect(evidence('state', 'the selected tab', [tab, box])).toEqual([tabScore, 0]);
  expect(tabScore!).toBeGreaterThan(evidence('state', 'the selected travel dates', [tab, box])[0]!);
});

test('noun: if no element has the named role, elements with a similar role get a lower score', () => {
  expect(evidence('noun', 'the week tab', [link('Week'), field('Week')])).toEqual([0.6, 0]);
  const tab = createCandidate({ role: 'tab', name: 'Week' });
  expect(evidence('noun', 'the week tab', [link('Week'), tab])).toEqual([0, 1]);
});

test('ordinal: an ordinal word inside an element’s name is ignored', () => {
  const candidates = [link('Name'), link('Last updated'), link('Size')];
  expect(evidence('ordinal', 'sort by last updated', candidates)).toEqual([0, 0, 0]);
});

test('meaning: scores are standardised, candidates that were not compared score low, and without an encoder all scores are zero', () => {
  const page = createObservation([link('A'), link('B'), link('C')]);
  const whole = Float32Array.from([0.9, 0.1, Number.NaN]);
  const { meaning } = gatherEvidence('x', page, { fullQuery: whole, withoutPosition: null });
  expect([...meaning]).toEqual([expect.closeTo(1), expect.closeTo(-1), -1]);
  expect([...gatherEvidence('x', page, null).meaning]).toEqual([0, 0, 0]);
});

test('meaning: the whole query and the query without its position count equally', () => {
  const page = createObservation([link('A'), link('B')]);
  const cosines = {
    fullQuery: Float32Array.from([0.9, 0.1]),
    withoutPosition: Float32Array.from([0.1, 0.9]),
  };
  expect([...gatherEvidence('x', page, cosines).meaning]).toEqual([expect.closeTo(0), expect.closeTo(0)]);
});

test('outerMeaning: an element gets the best meaning score of its small containers, but not of large ones', () => {
  const row = text('Row');
  const largeContainer = text('Part');
  const inRow = button('A', { parent: row.uid });
  const manyButtons = Array.from({ length: 13 }, (_, i) => button(`B${i}`, { parent: largeContainer.uid }));
  const all = [row, inRow, largeContainer, ...manyButtons];
  const whole = Float32Array.from(all, (one) => (one === row || one === largeContainer ? 1 : 0));
  const { outerMeaning } = gatherEvidence('x', createObservation(all), {
    fullQuery: whole,
    withoutPosition: null,
  });
  expect(outerMeaning[1]!).toBeGreaterThan(0);
  expect(outerMeaning[3]).toBe(0);
});

test('removePosition removes the position from a query and returns null if there is none', () => {
  expect(removePosition('the link right below Venus')).toBe('the link');
  expect(removePosition('imprint in the footer')).toBe('imprint');
  expect(removePosition('open the pricing page')).toBeNull();
  expect(removePosition('click on the Products tab')).toBeNull();
});

test('evidence gathered in slices equals evidence gathered at once', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => link(`Row ${i}`, { section: `Part ${i % 7}` }));
  const page = createObservation(rows);
  const query = 'the third link next to row 8 in the footer';
  const slices = await gatherEvidenceInSlices(query, page, null);
  const evidenceAtOnce = gatherEvidence(query, page, null);
  for (const kind of EVIDENCE) expect([...slices[kind]], kind).toEqual([...evidenceAtOnce[kind]]);
});

test('while evidence is gathered on a large page, other tasks can run, and it can be aborted', async () => {
  const rows = Array.from({ length: 12_000 }, (_, i) =>
    link(`Row ${i} of many`, { text: `${i} ${'some words of a long text '.repeat(8)}${i}` }),
  );
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await gatherEvidenceInSlices('row 8', createObservation(rows), null);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(0);
  const aborted = AbortSignal.abort(new Error('stop'));
  await expect(gatherEvidenceInSlices('row 8', createObservation([...rows]), null, aborted)).rejects.toThrow(
    'stop',
  );
});

test('a page without candidates provides no evidence', () => {
  for (const kind of EVIDENCE) expect(evidence(kind, 'the first link in the footer', [])).toEqual([]);
});
