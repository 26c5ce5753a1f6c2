/** Parts of a page read in pieces, on real pages and on generated observations. */
import type { Candidate, Excerpt, Observation, ReadTarget, TextBlock } from '../../../src/contract/index.js';
import { readPageSection } from '../../../src/rank/search/read-part.js';
import { expect, signal, test } from '../../support/browser.js';
import { createCandidate, createObservation } from '../../support/candidates.js';
import { createPageListener, startServer } from '../../support/server.js';

type PagePart = (Excerpt & { title: string }) | null;

/** Merges candidates and text blocks in reading order. */
function lines(part: PagePart): string[] {
  const { candidates, blocks } = part!;
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
const SECTIONS: [description: string, heading: string, title: string | null, items: string[]][] = [
  ['ends before the next heading of its level', 'getting THERE', 'Getting there', GETTING_THERE],
  [
    'of a lower level ends before the next higher heading',
    'By boat',
    'By boat',
    ['“By boat”', '“In summer.”', '“Book”', 'button Book'],
  ],
  ['includes named images', 'Eating', 'Eating', ['“Eating”', 'img Menu', '“Fish”', 'link Fish']],
  [
    'is found by a part of its heading',
    'hotels',
    'Sleeping (hotels)',
    ['“Sleeping (hotels)”', '“Nights”', 'textbox Nights'],
  ],
  ['is found by most of the words', 'getting there quickly', 'Getting there', GETTING_THERE],
  ['is not found by a single word of three', 'getting drunk quickly', null, []],
  ['is not found by an empty heading', '', null, []],
];

test('readPageSection reads the section below a heading', async ({ surface, show }) => {
  await show(PAGE);
  const page = await surface.observe({ text: true }, signal);
  for (const [description, heading, title, items] of SECTIONS) {
    const part = readPageSection(page, { heading }, 0, 50);
    expect.soft(part?.title ?? null, `a section ${description}`).toBe(title);
    if (part) expect.soft(lines(part), `a section ${description}`).toEqual(items);
  }
});

test('reading the whole page in pieces gives every item once in reading order', async ({ surface, show }) => {
  await show(PAGE);
  const page = await surface.observe({ text: true }, signal);
  const whole = readPageSection(page, { heading: null }, 0, 100)!;
  expect(whole.title).toBe('Town guide');
  const all = lines(whole);
  expect(all.slice(0, 4)).toEqual(['“Home”', 'link Home', '“Halden”', '“A town.”']);
  expect(whole.total).toBe(all.length);
  const pieces: string[] = [];
  for (let from = 0; from < whole.total; from += 3) {
    const piece = readPageSection(page, { heading: null }, from, 3)!;
    expect(piece.total).toBe(whole.total);
    pieces.push(...lines(piece));
  }
  expect(pieces).toEqual(all);
  expect(readPageSection(page, { heading: null }, 1000, 5)).toEqual({
    candidates: [],
    blocks: [],
    total: whole.total,
    title: 'Town guide',
  });
});

test('reading around an element gives its heading, the items before and after it, and the element', async ({
  surface,
  show,
}) => {
  await show(PAGE);
  const page = await surface.observe({ text: true }, signal);
  const uid = (matches: (one: Candidate) => boolean): string => page.candidates.find(matches)!.uid;
  const book = readPageSection(page, { aroundUid: uid(({ name }) => name === 'Book') }, 0, 7)!;
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
  expect(lines(readPageSection(page, { aroundUid: uid(({ name }) => name === 'Book') }, 3, 2))).toEqual([
    'button Book',
    '“Eating”',
  ]);
  const text = readPageSection(
    page,
    { aroundUid: uid(({ tag, text: t }) => tag === 'p' && t === 'In summer.') },
    0,
    3,
  )!;
  expect(text.title).toBe('In summer.');
  expect(lines(text)).toEqual(['“By boat”', '“In summer.”', 'paragraph']);
  expect(readPageSection(page, { aroundUid: 'no such uid' }, 0, 5)).toBeNull();
});

test('a link around a heading belongs to that heading’s section', async ({ surface, show }) => {
  await show(`<h2>Old</h2><p>Gone.</p><a href=#1 style="display:block"><h2>New</h2><p>Come.</p></a>`);
  const page = await surface.observe({ text: true }, signal);
  expect(lines(readPageSection(page, { heading: 'Old' }, 0, 9))).toEqual(['“Old”', '“Gone.”']);
  expect(lines(readPageSection(page, { heading: 'New' }, 0, 9))).toEqual([
    '“New”',
    'link New Come.',
    '“Come.”',
  ]);
});

test('sections and surroundings do not continue into another frame', async ({ surface }) => {
  const server = await startServer(
    createPageListener({
      '/': `<h2>Contact</h2><p>Write to us.</p><iframe title=Ad src=/ad width=300 height=100></iframe><p>Bye.</p>`,
      '/ad': `<p>Buy <a href=#1>now</a></p><h4>Terms</h4><p>None.</p>`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    let page: Observation = await surface.observe({ text: true }, signal);
    await expect
      .poll(async () => (page = await surface.observe({ text: true }, signal)).text.map(({ text }) => text), {
        timeout: 20_000,
      })
      .toContain('None.');
    const contact = readPageSection(page, { heading: 'Contact' }, 0, 20)!;
    expect(contact.blocks.map(({ text }) => text)).toEqual(['Contact', 'Write to us.', 'Bye.']);
    expect(contact.candidates.map(({ tag }) => tag)).toEqual(['iframe']);
    const now = page.candidates.find(({ name }) => name === 'now')!;
    expect(lines(readPageSection(page, { aroundUid: now.uid }, 0, 20))).toEqual([
      '“Buy now”',
      'link now',
      '“Terms”',
      '“None.”',
    ]);
  } finally {
    await server.close();
  }
});

test('elements behind a modal dialog are not read', async ({ surface, show }) => {
  await show(`<h2>Page</h2><button>Below</button><dialog id=d><h2>Cookies</h2><button>Accept</button></dialog>
    <script>d.showModal()</script>`);
  const page = await surface.observe({ text: true }, signal);
  const elementBelow = page.candidates.find(({ name }) => name === 'Below')!;
  expect(readPageSection(page, { heading: null }, 0, 50)!.candidates.map(({ name }) => name)).toEqual([
    'Accept',
  ]);
  expect(readPageSection(page, { aroundUid: elementBelow.uid }, 0, 50)).toBeNull();
});

test.describe('generated observations', () => {
  const heading = (text: string, level: number, order: number): TextBlock => ({
    kind: 'heading',
    text,
    level,
    section: '',
    order,
  });
  const generate = (count: number, text: TextBlock[]): Observation =>
    createObservation(
      Array.from({ length: count }, (_, order) =>
        createCandidate({ name: `n${order}`, order, uid: `u${order}` }),
      ),
      { text },
    );
  const names = (page: Observation, target: ReadTarget, from = 0, limit = 100): string[] =>
    lines(readPageSection(page, target, from, limit));

  test('an exact heading is preferred, then the one with the fewest other words, then the first', () => {
    const page = generate(4, [
      heading('Prices of rooms', 2, 0),
      heading('Room prices', 2, 1),
      heading('Prices', 2, 2),
      heading('Prices', 2, 3),
    ]);
    expect(names(page, { heading: 'prices' })).toEqual(['“Prices”', 'button n2']);
    expect(names(page, { heading: 'room' })).toEqual(['“Room prices”', 'button n1']);
    expect(names(page, { heading: 'prices of' })).toEqual(['“Prices of rooms”', 'button n0']);
  });

  test('a heading with a different number does not match', () => {
    const page = generate(2, [heading('Chapter 3: Summary', 2, 0), heading('Chapter 7: A summary', 2, 1)]);
    expect(readPageSection(page, { heading: 'Chapter 7 summary' }, 0, 5)!.title).toBe('Chapter 7: A summary');
    expect(readPageSection(page, { heading: 'Chapter 9 summary' }, 0, 5)).toBeNull();
  });

  test('reading around an element far below its heading gives the heading and the last items before it', () => {
    const page = generate(60, [heading('List', 2, 0), heading('Other', 2, 45)]);
    const items = names(page, { aroundUid: 'u30' });
    expect(items.slice(0, 3)).toEqual(['“List”', 'button n20', 'button n21']);
    expect(items.at(-1)).toBe('button n44');
    expect(readPageSection(page, { aroundUid: 'u30' }, 0, 5)!.total).toBe(items.length);
  });

  test('reading around the last element of a section continues into the next section', () => {
    const page = generate(60, [heading('List', 2, 0), heading('Other', 2, 31)]);
    expect(names(page, { aroundUid: 'u30' }).slice(-10)).toEqual([
      '“Other”',
      ...Array.from({ length: 9 }, (_, i) => `button n${31 + i}`),
    ]);
  });

  test('pages without text, candidates or headings can be read', () => {
    expect(names(generate(2, []), { heading: null })).toEqual(['button n0', 'button n1']);
    expect(names(generate(0, [heading('Alone', 1, 0)]), { heading: null })).toEqual(['“Alone”']);
    expect(names(generate(3, []), { aroundUid: 'u1' })).toEqual(['button n0', 'button n1', 'button n2']);
  });

  test('reading around an element uses its visible name as the title, even if a folded element is given', () => {
    const page = createObservation([
      createCandidate({
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
    expect(readPageSection(page, { aroundUid: 'b' }, 0, 5)!.title).toBe('More');
  });
});
