/** What is found for words, on real pages and on made-up looks. */
import type { Candidate, Excerpt, TextBlock } from '../../../src/contract/index.js';
import { findText } from '../../../src/rank/search/find-text.js';
import { expect, signal, test } from '../../support/browser.js';
import { candidate } from '../../support/candidates.js';

const block = (text: string, order = 0, under = ''): TextBlock => ({
  kind: 'paragraph',
  text,
  section: under,
  order,
});
const brief = ({ candidates, blocks }: Excerpt): string[] => [
  ...candidates.map(({ role, name }) => `${role} ${name}`.trim()),
  ...blocks.map(({ text }) => `“${text}”`),
];

/** Whether these words are held by a text, on a page that says nothing else. */
const texts: [words: string, text: string, held: boolean][] = [
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
  ['果結', '検索結果なし', true], // all its words, in another order
  ['€', 'Price in €', true],
  ['→', 'Price', false],
  ['', 'Price', false],
  ['   ', 'Price', false],
  ['Παρίσι', 'ΠΑΡΙΣΙ', true],
];

for (const [words, text, held] of texts)
  test(`“${words}” is ${held ? '' : 'not '}held by “${text}”`, () => {
    expect(findText({ candidates: [], text: [block(text)] }, words, 5).total).toBe(held ? 1 : 0);
  });

/** What is left of these texts for these words when only so many are given. */
const choices: { what: string; words: string; among: string[]; k: number; found: string[]; of: number }[] = [
  {
    what: 'the whole phrase before all words in another order, given in reading order',
    words: 'blue bicycle',
    among: ['A bicycle that is blue', 'Our blue bicycle', 'Blue bicycle', 'Red bicycle'],
    k: 2,
    found: ['Our blue bicycle', 'Blue bicycle'],
    of: 3,
  },
  {
    what: 'whole words before beginnings of words',
    words: 'order',
    among: ['Orders and returns', 'Your order', 'Ordering'],
    k: 1,
    found: ['Your order'],
    of: 3,
  },
  {
    what: 'most words where nothing has all of them',
    words: 'big blue bicycle',
    among: ['Bicycle pump', 'Blue bicycle', 'Green'],
    k: 5,
    found: ['Blue bicycle'],
    of: 1,
  },
  {
    what: 'any of the words where nothing has most',
    words: 'purple unicycle wheel lock',
    among: ['Bicycle', 'Lock', 'Wheel'],
    k: 5,
    found: ['Lock', 'Wheel'],
    of: 2,
  },
  {
    what: 'the text that says little else',
    words: 'settings',
    among: ['There are many settings that can be changed', 'Settings', 'More settings'],
    k: 1,
    found: ['Settings'],
    of: 3,
  },
  { what: 'nothing where nothing is held', words: 'zebra', among: ['Lion'], k: 5, found: [], of: 0 },
  { what: 'nothing where nothing is wanted', words: 'lion', among: ['Lion'], k: 0, found: [], of: 1 },
];

for (const { what, words, among, k, found, of } of choices)
  test(`chosen: ${what}`, () => {
    const seen = findText({ candidates: [], text: among.map((text) => block(text)) }, words, k);
    expect(seen.blocks.map(({ text }) => text)).toEqual(found);
    expect(seen.total).toBe(of);
  });

test('where it stands adds to what an element says, and is no match by itself', () => {
  const edit = (place: string): Candidate => candidate({ name: 'Edit', section: place });
  const candidates = [edit('Payment'), edit('Delivery'), candidate({ name: 'Save', section: 'Payment' })];
  expect(findText({ candidates, text: [] }, 'edit payment', 5).candidates).toEqual([candidates[0]]);
  expect(findText({ candidates, text: [] }, 'payment', 5).total).toBe(0);
});

test('what nobody sees of a name is not found, what people see of it is', () => {
  const more = candidate({
    name: 'More about the prize',
    text: 'More',
    hiddenName: 'about the prize',
    attributes: { 'aria-label': 'More about the prize' },
  });
  expect(findText({ candidates: [more], text: [] }, 'prize', 5).total).toBe(0);
  expect(findText({ candidates: [more], text: [] }, 'more', 5).candidates).toEqual([more]);
});

test('what is behind a modal dialog is not found', () => {
  const candidates = [candidate({ name: 'Save', behindModal: true }), candidate({ name: 'Save all' })];
  expect(findText({ candidates, text: [] }, 'save', 5)).toMatchObject({
    candidates: [candidates[1]],
    total: 1,
  });
});

const page = `<h1>Shop</h1>
  <label>Find <input placeholder="Type a colour"></label>
  <select aria-label=Size><option>Small<option>Enormous</select>
  <input aria-label=Code value="SPRING-24"><input type=password aria-label=Word value=hunter2>
  <img alt="Coat of arms" width=20 height=20 src="data:,"><button title="Empties the basket">×</button>
  <main><div><section><p>Our <b>winter coat</b> is warm.</p></section></div></main>
  <ul><li><a href=#c>Winter coats</a></li></ul>`;
const onPage: [what: string, words: string, found: string[]][] = [
  ['placeholders', 'colour', ['textbox Find']],
  ['labels of options', 'enormous', ['combobox Size']],
  ['values', 'spring 24', ['textbox Code']],
  ['titles', 'basket', ['button ×']],
  ['alternatives of pictures', 'arms', ['img Coat of arms']],
  ['never a password', 'hunter2', []],
  ['text, the innermost element that holds it, and links', 'winter coat', ['generic', 'link Winter coats']],
];

for (const [what, words, found] of onPage)
  test(`on a page are found: ${what}`, async ({ surface, show }) => {
    await show(page);
    const seen = await surface.observe({ text: true }, signal);
    const { candidates } = findText(seen, words, 20);
    expect(candidates.map(({ role, name }) => `${role} ${name}`.trim())).toEqual(found);
  });

test('candidates and blocks that say the same are both given, each in reading order', async ({
  surface,
  show,
}) => {
  await show(page);
  const seen = await surface.observe({ text: true }, signal);
  const found = findText(seen, 'winter coat', 20);
  expect(found.blocks.map(({ text }) => text)).toEqual(['Our winter coat is warm.', 'Winter coats']);
  expect(found.total).toBe(found.candidates.length + found.blocks.length);
  // What can be acted on goes first where there is room for one only.
  expect(brief(findText(seen, 'winter coats', 1))).toEqual(['link Winter coats']);
});
