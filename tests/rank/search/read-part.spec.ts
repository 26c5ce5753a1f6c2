/** Places of a page read piece by piece, on real pages and on made-up looks. */
import type { Candidate, Excerpt, Observation, ReadTarget, TextBlock } from '../../../src/contract/index.js';
import { readPart } from '../../../src/rank/search/read-part.js';
import { expect, signal, test } from '../../support/browser.js';
import { candidate, observation } from '../../support/candidates.js';
import { pages, serve } from '../../support/server.js';

type Read = (Excerpt & { title: string }) | null;

/** Both lists as one, as whoever shows them puts them together. */
function lines(read: Read): string[] {
  const { candidates, blocks } = read!;
  const all = [
    ...blocks.map(({ text, order }) => ({ line: `“${text}”`, at: order - 0.5 })),
    ...candidates.map(({ role, name, order }) => ({ line: `${role} ${name}`.trim(), at: order })),
  ];
  return all.toSorted((a, b) => a.at - b.at).map(({ line }) => line);
}

const PAGE = `<title>Town guide</title><nav><a href=#0>Home</a></nav>
  <h1>Halden</h1><p>A town.</p>
  <h2>Getting there</h2><p>By <a href=#1>train</a>.</p><h3>By boat</h3><p>In summer.</p><button>Book</button>
  <h2>Eating</h2><img alt=Menu width=20 height=20 src="data:,"><ul><li><a href=#2>Fish</a></li></ul>
  <h2>Sleeping (hotels)</h2><form><label>Nights <input></label></form>`;

const GETTING_THERE = [
  '“Getting there”',
  '“By train.”',
  'link train',
  '“By boat”',
  '“In summer.”',
  '“Book”',
  'button Book',
];
const sections: [what: string, heading: string, title: string | null, read: string[]][] = [
  ['to the next of its level, lower ones included', 'getting THERE', 'Getting there', GETTING_THERE],
  [
    'a lower one to the next higher',
    'By boat',
    'By boat',
    ['“By boat”', '“In summer.”', '“Book”', 'button Book'],
  ],
  ['pictures with names too', 'Eating', 'Eating', ['“Eating”', 'img Menu', '“Fish”', 'link Fish']],
  [
    'by a phrase inside',
    'hotels',
    'Sleeping (hotels)',
    ['“Sleeping (hotels)”', '“Nights”', 'textbox Nights'],
  ],
  ['by most of the words', 'getting there quickly', 'Getting there', GETTING_THERE],
  ['none for less', 'getting drunk quickly', null, []],
  ['none for nothing', '', null, []],
];

for (const [what, heading, title, read] of sections)
  test(`a section: ${what}`, async ({ surface, show }) => {
    await show(PAGE);
    const found = readPart(await surface.observe({ text: true }, signal), { heading }, 0, 50);
    expect(found?.title ?? null).toBe(title);
    if (found) expect(lines(found)).toEqual(read);
  });

test('the whole page, a piece at a time, is every item once in reading order', async ({ surface, show }) => {
  await show(PAGE);
  const seen = await surface.observe({ text: true }, signal);
  const whole = readPart(seen, { heading: null }, 0, 100)!;
  expect(whole.title).toBe('Town guide');
  const all = lines(whole);
  expect(all.slice(0, 4)).toEqual(['“Home”', 'link Home', '“Halden”', '“A town.”']);
  expect(whole.total).toBe(all.length);
  const pieces: string[] = [];
  for (let from = 0; from < whole.total; from += 3) {
    const piece = readPart(seen, { heading: null }, from, 3)!;
    expect(piece.total).toBe(whole.total);
    pieces.push(...lines(piece));
  }
  expect(pieces).toEqual(all);
  expect(readPart(seen, { heading: null }, 1000, 5)).toEqual({
    candidates: [],
    blocks: [],
    total: whole.total,
    title: 'Town guide',
  });
});

test('around an element: its heading, what is before and after, itself where nobody acts on it', async ({
  surface,
  show,
}) => {
  await show(PAGE);
  const seen = await surface.observe({ text: true }, signal);
  const uid = (match: (one: Candidate) => boolean): string => seen.candidates.find(match)!.uid;
  const book = readPart(seen, { around: uid(({ name }) => name === 'Book') }, 0, 7)!;
  expect(book.title).toBe('Book');
  expect(lines(book)).toEqual([
    '“By boat”',
    '“In summer.”',
    '“Book”',
    'button Book',
    '“Eating”',
    'img Menu',
    '“Fish”',
  ]);
  expect(lines(readPart(seen, { around: uid(({ name }) => name === 'Book') }, 3, 2))).toEqual([
    'button Book',
    '“Eating”',
  ]);
  const text = readPart(
    seen,
    { around: uid(({ tag, text: t }) => tag === 'p' && t === 'In summer.') },
    0,
    3,
  )!;
  expect(text.title).toBe('In summer.');
  expect(lines(text)).toEqual(['“By boat”', '“In summer.”', 'paragraph']);
  expect(readPart(seen, { around: 'no such uid' }, 0, 5)).toBeNull();
});

test('a link that is a whole card is in the section of its heading', async ({ surface, show }) => {
  await show(`<h2>Old</h2><p>Gone.</p><a href=#1 style="display:block"><h2>New</h2><p>Come.</p></a>`);
  const seen = await surface.observe({ text: true }, signal);
  expect(lines(readPart(seen, { heading: 'Old' }, 0, 9))).toEqual(['“Old”', '“Gone.”']);
  expect(lines(readPart(seen, { heading: 'New' }, 0, 9))).toEqual(['“New”', 'link New Come.', '“Come.”']);
});

test('sections and surroundings end with their frame', async ({ surface }) => {
  const server = await serve(
    pages({
      '/': `<h2>Contact</h2><p>Write to us.</p><iframe title=Ad src=/ad width=300 height=100></iframe><p>Bye.</p>`,
      '/ad': `<p>Buy <a href=#1>now</a></p><h4>Terms</h4><p>None.</p>`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    let seen: Observation = await surface.observe({ text: true }, signal);
    await expect
      .poll(async () => (seen = await surface.observe({ text: true }, signal)).text.map(({ text }) => text), {
        timeout: 20_000,
      })
      .toContain('None.');
    const contact = readPart(seen, { heading: 'Contact' }, 0, 20)!;
    expect(contact.blocks.map(({ text }) => text)).toEqual(['Contact', 'Write to us.', 'Bye.']);
    expect(contact.candidates.map(({ tag }) => tag)).toEqual(['iframe']);
    const now = seen.candidates.find(({ name }) => name === 'now')!;
    expect(lines(readPart(seen, { around: now.uid }, 0, 20))).toEqual([
      '“Buy now”',
      'link now',
      '“Terms”',
      '“None.”',
    ]);
  } finally {
    await server.close();
  }
});

test('what is behind a modal dialog is in no place', async ({ surface, show }) => {
  await show(`<h2>Page</h2><button>Below</button><dialog id=d><h2>Cookies</h2><button>Accept</button></dialog>
    <script>d.showModal()</script>`);
  const seen = await surface.observe({ text: true }, signal);
  const below = seen.candidates.find(({ name }) => name === 'Below')!;
  expect(readPart(seen, { heading: null }, 0, 50)!.candidates.map(({ name }) => name)).toEqual(['Accept']);
  expect(readPart(seen, { around: below.uid }, 0, 50)).toBeNull();
});

test.describe('made-up looks', () => {
  const heading = (text: string, level: number, order: number): TextBlock => ({
    kind: 'heading',
    text,
    level,
    section: '',
    order,
  });
  const look = (count: number, text: TextBlock[]): Observation =>
    observation(
      Array.from({ length: count }, (_, order) => candidate({ name: `n${order}`, order, uid: `u${order}` })),
      { text },
    );
  const names = (seen: Observation, place: ReadTarget, from = 0, k = 100): string[] =>
    lines(readPart(seen, place, from, k));

  test('of headings that say the words, the exact one, then the one that says least else, then the first', () => {
    const seen = look(4, [
      heading('Prices of rooms', 2, 0),
      heading('Room prices', 2, 1),
      heading('Prices', 2, 2),
      heading('Prices', 2, 3),
    ]);
    expect(names(seen, { heading: 'prices' })).toEqual(['“Prices”', 'button n2']);
    expect(names(seen, { heading: 'room' })).toEqual(['“Room prices”', 'button n1']);
    expect(names(seen, { heading: 'prices of' })).toEqual(['“Prices of rooms”', 'button n0']);
  });

  test('a heading with another number is another heading', () => {
    const seen = look(2, [heading('Chapter 3: Summary', 2, 0), heading('Chapter 7: A summary', 2, 1)]);
    expect(readPart(seen, { heading: 'Chapter 7 summary' }, 0, 5)!.title).toBe('Chapter 7: A summary');
    expect(readPart(seen, { heading: 'Chapter 9 summary' }, 0, 5)).toBeNull();
  });

  test('far below its heading an element is read with the heading and the last few before it', () => {
    const seen = look(60, [heading('List', 2, 0), heading('Other', 2, 45)]);
    const read = names(seen, { around: 'u30' });
    expect(read.slice(0, 3)).toEqual(['“List”', 'button n20', 'button n21']);
    expect(read.at(-1)).toBe('button n44');
    expect(readPart(seen, { around: 'u30' }, 0, 5)!.total).toBe(read.length);
  });

  test('at the end of a section, what comes after it is read too', () => {
    const seen = look(60, [heading('List', 2, 0), heading('Other', 2, 31)]);
    expect(names(seen, { around: 'u30' }).slice(-10)).toEqual([
      '“Other”',
      ...Array.from({ length: 9 }, (_, i) => `button n${31 + i}`),
    ]);
  });

  test('without text, without candidates, without a heading there is still what there is', () => {
    expect(names(look(2, []), { heading: null })).toEqual(['button n0', 'button n1']);
    expect(names(look(0, [heading('Alone', 1, 0)]), { heading: null })).toEqual(['“Alone”']);
    expect(names(look(3, []), { around: 'u1' })).toEqual(['button n0', 'button n1', 'button n2']);
  });

  test('the title of an element is what people see of its name; an alias stands for it', () => {
    const seen = observation([
      candidate({
        uid: 'a',
        name: 'More about the prize',
        text: 'More',
        hiddenName: 'about the prize',
        folded: [
          {
            uid: 'b',
            tag: 'span',
            role: '',
            name: '',
            text: '',
            attributes: {},
            xpath: '',
            document: '',
            box: { x: 0, y: 0, width: 1, height: 1 },
          },
        ],
      }),
    ]);
    expect(readPart(seen, { around: 'b' }, 0, 5)!.title).toBe('More');
  });
});
