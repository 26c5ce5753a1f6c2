import { expect, test } from '@playwright/test';

import { createLexicalRanker } from '../../src/rank/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

const ranker = createLexicalRanker();

async function findBestName(
  query: string,
  ...candidates: ReturnType<typeof createCandidate>[]
): Promise<string> {
  const { best: bestCandidates } = await ranker.rank(
    { text: query, history: [] },
    createObservation(candidates),
    1,
  );
  return bestCandidates[0]!.candidate.document;
}

const link = (name: string, more = ''): ReturnType<typeof createCandidate> =>
  createCandidate({ role: 'link', name, document: `link | ${name}${more}` });
const text = (name: string): ReturnType<typeof createCandidate> =>
  createCandidate({
    role: 'generic',
    tag: 'div',
    name: '',
    text: name,
    interactive: false,
    document: `div | ${name}`,
  });

test('the element with the query’s words is ranked first, wherever it is on the page', async () => {
  expect(await findBestName('open the pricing page', link('Home'), link('Docs'), link('Pricing'))).toBe(
    'link | Pricing',
  );
});

test('an interactive element is ranked above text with the same words', async () => {
  expect(await findBestName('shipping address', text('Shipping address'), link('Shipping address'))).toBe(
    'link | Shipping address',
  );
});

test('an exact name is ranked above a longer name that contains it', async () => {
  expect(await findBestName('click Save', link('Save as draft and close'), link('Save'))).toBe('link | Save');
});

test('"type" prefers text fields and "tick" prefers checkboxes', async () => {
  const field = createCandidate({
    role: 'textbox',
    name: 'E-mail',
    states: { editable: true },
    document: 'text field | E-mail',
  });
  const button = createCandidate({ role: 'button', name: 'E-mail', document: 'button | E-mail' });
  const box = createCandidate({ role: 'checkbox', name: 'E-mail', document: 'checkbox | E-mail' });
  expect(await findBestName('type "a@b.c" into email', button, box, field)).toBe('text field | E-mail');
  expect(await findBestName('tick email', button, field, box)).toBe('checkbox | E-mail');
});

test('the value to be typed does not select the element', async () => {
  const city = createCandidate({
    role: 'textbox',
    name: 'City',
    states: { editable: true },
    document: 'text field | City',
  });
  const london = link('London');
  expect(await findBestName('type "London" into the city field', london, city)).toBe('text field | City');
});

test('an element is ranked above a container with the same words', async () => {
  const outer = text('Account settings');
  const inner = createCandidate({
    role: 'generic',
    tag: 'p',
    name: '',
    text: 'Account settings',
    interactive: false,
    parent: outer.uid,
    document: 'p | Account settings',
  });
  expect(await findBestName('account settings', outer, inner)).toBe('p | Account settings');
});

test('the words of an element that was folded into a candidate count for that candidate', async () => {
  const toggle = createCandidate({ role: 'button', name: '', document: 'button' });
  toggle.folded = [{ ...toggle, document: 'span | Notifications' }];
  expect(await findBestName('notifications', link('News'), toggle)).toBe('button');
});

const shop = (): ReturnType<typeof createCandidate>[] => [
  link('Home'),
  link('Products'),
  link('My account'),
  createCandidate({ role: 'button', name: 'Sign in', document: 'button | Sign in', section: 'Sign in' }),
  createCandidate({
    role: 'textbox',
    name: 'E-mail address',
    states: { editable: true },
    document: 'text field | E-mail address',
  }),
  createCandidate({
    role: 'textbox',
    name: 'Quantity',
    states: { editable: true },
    document: 'text field | Quantity',
  }),
  createCandidate({ role: 'combobox', name: 'Colour', document: 'dropdown | Red Blue | Colour' }),
  createCandidate({ role: 'searchbox', name: 'Search', document: 'search text field | Search' }),
  createCandidate({ role: 'checkbox', name: 'Remember me', document: 'checkbox | Remember me' }),
  text('Sign in to see your orders and your account'),
  link('Contact us'),
];
const PLAIN: [query: string, document: string][] = [
  ['Click on the Sign in button', 'button | Sign in'],
  ['click on Sign in', 'button | Sign in'],
  ['click on the Products tab', 'link | Products'],
  ['go to My account', 'link | My account'],
  ['Enter your e-mail address into the first field', 'text field | E-mail address'],
  ['type 5 in the quantity box', 'text field | Quantity'],
  ['type "near the sea" in the search bar', 'search text field | Search'],
  ['select Blue in the colour list', 'dropdown | Red Blue | Colour'],
  ['tick Remember me', 'checkbox | Remember me'],
  ['click "Contact us" at the bottom', 'link | Contact us'],
];
test('a plain instruction finds the element that it names', async () => {
  for (const [query, document] of PLAIN)
    expect.soft(await findBestName(query, ...shop()), query).toBe(document);
});

test('"the second one" is the second item of the list on the page', async () => {
  const results = ['Rome', 'Oslo', 'Lima'].map((name, i) =>
    createCandidate({
      role: 'link',
      name,
      document: `link | ${name}`,
      xpath: `/html/body/main/ol/li[${i + 1}]/a`,
    }),
  );
  const page = createObservation([link('Home'), ...results]);
  const query = { text: 'the second one', history: ['typed "city" into Search', 'clicked Search'] };
  const { best: bestCandidates } = await ranker.rank(query, page, 1);
  expect(bestCandidates[0]!.candidate.name).toBe('Oslo');
});

test('"next to the price" finds the button next to the price, not the price itself', async () => {
  const price = text('Price 12 €');
  price.box = { x: 0, y: 100, width: 80, height: 20 };
  const nearButton = createCandidate({
    name: 'Add',
    document: 'button | Add',
    box: { x: 90, y: 100, width: 60, height: 20 },
  });
  const farButton = createCandidate({
    name: 'Add',
    document: 'button | Add',
    box: { x: 90, y: 600, width: 60, height: 20 },
  });
  const { best: bestCandidates } = await ranker.rank(
    { text: 'the button next to the price', history: [] },
    createObservation([farButton, price, nearButton]),
    1,
  );
  expect(bestCandidates[0]!.candidate).toBe(nearButton);
});

test('"in the footer" finds the link in the footer if two links have the same name', async () => {
  const inHeader = { ...link('Help'), landmark: 'header' };
  const inFooter = { ...link('Help'), landmark: 'footer' };
  const { best: bestCandidates } = await ranker.rank(
    { text: 'Help in the footer', history: [] },
    createObservation([inHeader, inFooter]),
    1,
  );
  expect(bestCandidates[0]!.candidate).toBe(inFooter);
});

test('"do not remove it" finds the button for keeping the item', async () => {
  expect(
    await findBestName(
      'no!! do not remove it',
      createCandidate({ name: 'Remove' }),
      createCandidate({ name: 'Keep event' }),
    ),
  ).toBe('button | Keep event');
});

test('an element in an open dialog is ranked above one behind it', async () => {
  const buttonBehindDialog = createCandidate({
    name: 'Save',
    document: 'button | Save (page)',
    behindModal: true,
  });
  const inside = createCandidate({ name: 'Save', document: 'button | Save (dialog)' });
  expect(await findBestName('save', buttonBehindDialog, inside)).toBe('button | Save (dialog)');
});

test('elements with equal scores keep their reading order, and an empty page gives no results', async () => {
  const zebra = { text: 'zebra', history: [] };
  const { best: ranked } = await ranker.rank(zebra, createObservation([link('A'), link('B')]), 5);
  expect(ranked.map(({ candidate: c, rank }) => [rank, c.name])).toEqual([
    [1, 'A'],
    [2, 'B'],
  ]);
  expect((await ranker.rank(zebra, createObservation([]), 5)).best).toEqual([]);
});

test('passages that share no word with the question are not returned', async () => {
  const passages = await ranker.rankPassages(
    'How tall is the tower?',
    ['Opening hours', 'The tower: height 46 m', 'Tower Road'],
    5,
  );
  expect(passages.map(({ index }) => index)).toEqual([2, 1]);
});
