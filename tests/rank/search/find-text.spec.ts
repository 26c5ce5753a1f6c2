/** Text search on real pages and on generated observations. */
import type { Candidate, Excerpt, TextBlock } from '../../../src/contract/index.js';
import { findText } from '../../../src/rank/search/find-text.js';
import { expect, signal, test } from '../../support/browser.js';
import { createCandidate } from '../../support/candidates.js';

const block = (text: string): TextBlock => ({ kind: 'paragraph', text, section: '', order: 0 });
const formatExcerpt = ({ candidates, blocks }: Excerpt): string[] => [
  ...candidates.map(({ role, name }) => `${role} ${name}`.trim()),
  ...blocks.map(({ text }) => `“${text}”`),
];

/** Whether a search for the words finds the text. */
const TEXTS: [words: string, text: string, found: boolean][] = [
  ['CAFE', 'Das Café am Ring', true],
  ['café', 'Cafe', true],
  ['Strasse', 'Große Straße', true],
  ['it’s', "It's here", true],
  ['1914–1918', 'from 1914-1918', true],
  ['12', 'costs 12.50', false],
  ['12', 'chapter 12.', true],
  ['12', '1234', false],
  ['12.50', '$12.50', true],
  ['1,024', 'is 1,024 m long', true],
  ['024', '1,024', false],
  ['book', 'Booking', true],
  ['booking', 'Book', false],
  ['x', 'xylophone', false],
  ['soft', 'so\u00adft', true],
  ['結果', '検索結果なし', true],
  ['果結', '検索結果なし', true], // the same words in another order
  ['€', 'Price in €', true],
  ['→', 'Price', false],
  ['', 'Price', false],
  ['   ', 'Price', false],
  ['Παρίσι', 'ΠΑΡΙΣΙ', true],
];

test('findText matches whole words and beginnings of words, ignoring case and diacritics', () => {
  for (const [words, text, found] of TEXTS)
    expect
      .soft(findText({ candidates: [], text: [block(text)] }, words, 5).total, `“${words}” in “${text}”`)
      .toBe(found ? 1 : 0);
});

interface Choice {
  description: string;
  words: string;
  texts: string[];
  limit: number;
  found: string[];
  total: number;
}
const CHOICES: Choice[] = [
  {
    description:
      'the exact phrase comes before the same words in another order; results are in reading order',
    words: 'blue bicycle',
    texts: ['A bicycle that is blue', 'Our blue bicycle', 'Blue bicycle', 'Red bicycle'],
    limit: 2,
    found: ['Our blue bicycle', 'Blue bicycle'],
    total: 3,
  },
  {
    description: 'whole words come before beginnings of words',
    words: 'order',
    texts: ['Orders and returns', 'Your order', 'Ordering'],
    limit: 1,
    found: ['Your order'],
    total: 3,
  },
  {
    description: 'most of the words match if no text has all of them',
    words: 'big blue bicycle',
    texts: ['Bicycle pump', 'Blue bicycle', 'Green'],
    limit: 5,
    found: ['Blue bicycle'],
    total: 1,
  },
  {
    description: 'any of the words matches if no text has most of them',
    words: 'purple unicycle wheel lock',
    texts: ['Bicycle', 'Lock', 'Wheel'],
    limit: 5,
    found: ['Lock', 'Wheel'],
    total: 2,
  },
  {
    description: 'the text with the fewest other words comes first',
    words: 'settings',
    texts: ['There are many settings that can be changed', 'Settings', 'More settings'],
    limit: 1,
    found: ['Settings'],
    total: 3,
  },
  { description: 'no match', words: 'zebra', texts: ['Lion'], limit: 5, found: [], total: 0 },
  { description: 'a limit of zero', words: 'lion', texts: ['Lion'], limit: 0, found: [], total: 1 },
];

test('findText returns the best matches up to the limit', () => {
  for (const { description, words, texts, limit, found, total } of CHOICES) {
    const excerpt = findText({ candidates: [], text: texts.map(block) }, words, limit);
    expect
      .soft(
        excerpt.blocks.map(({ text }) => text),
        description,
      )
      .toEqual(found);
    expect.soft(excerpt.total, description).toBe(total);
  }
});

test('the words of an element’s section add to the element’s score, but do not match alone', () => {
  const edit = (section: string): Candidate => createCandidate({ name: 'Edit', section });
  const candidates = [
    edit('Payment'),
    edit('Delivery'),
    createCandidate({ name: 'Save', section: 'Payment' }),
  ];
  expect(findText({ candidates, text: [] }, 'edit payment', 5).candidates).toEqual([candidates[0]]);
  expect(findText({ candidates, text: [] }, 'payment', 5).total).toBe(0);
});

test('only the visible part of a name is found', () => {
  const more = createCandidate({
    name: 'More about the prize',
    text: 'More',
    hiddenName: 'about the prize',
    attributes: { 'aria-label': 'More about the prize' },
  });
  expect(findText({ candidates: [more], text: [] }, 'prize', 5).total).toBe(0);
  expect(findText({ candidates: [more], text: [] }, 'more', 5).candidates).toEqual([more]);
});

test('elements behind a modal dialog are not found', () => {
  const candidates = [
    createCandidate({ name: 'Save', behindModal: true }),
    createCandidate({ name: 'Save all' }),
  ];
  expect(findText({ candidates, text: [] }, 'save', 5)).toMatchObject({
    candidates: [candidates[1]],
    total: 1,
  });
});

const PAGE = `<h1>Shop</h1>
  <label>Find <input placeholder="Type a colour"></label>
  <select aria-label=Size><option>Small<option>Enormous</select>
  <input aria-label=Code value="SPRING-24"><input type=password aria-label=Word value=hunter2>
  <img alt="Coat of arms" width=20 height=20 src="data:,"><button title="Empties the basket">×</button>
  <main><div><section><p>Our <b>winter coat</b> is warm.</p></section></div></main>
  <ul><li><a href=#c>Winter coats</a></li></ul>`;
const ON_PAGE: [description: string, words: string, found: string[]][] = [
  ['placeholders', 'colour', ['textbox Find']],
  ['option labels', 'enormous', ['combobox Size']],
  ['values', 'spring 24', ['textbox Code']],
  ['titles', 'basket', ['button ×']],
  ['alternative texts of images', 'arms', ['img Coat of arms']],
  ['passwords are never found', 'hunter2', []],
  ['links and the innermost element of a text', 'winter coat', ['generic', 'link Winter coats']],
];

test('findText searches every visible text and label of a page, but no passwords', async ({
  surface,
  show,
}) => {
  await show(PAGE);
  const observation = await surface.observe({ text: true }, signal);
  for (const [description, words, found] of ON_PAGE) {
    const { candidates } = findText(observation, words, 20);
    expect
      .soft(
        candidates.map(({ role, name }) => `${role} ${name}`.trim()),
        description,
      )
      .toEqual(found);
  }
});

test('matching candidates and text blocks are both returned in reading order', async ({ surface, show }) => {
  await show(PAGE);
  const observation = await surface.observe({ text: true }, signal);
  const found = findText(observation, 'winter coat', 20);
  expect(found.blocks.map(({ text }) => text)).toEqual(['Our winter coat is warm.', 'Winter coats']);
  expect(found.total).toBe(found.candidates.length + found.blocks.length);
  // With a limit of one, an interactive element is preferred to a text block.
  expect(formatExcerpt(findText(observation, 'winter coats', 1))).toEqual(['link Winter coats']);
});
