import { expect, test } from '@playwright/test';

import { parseHtml } from '../../src/lxml/index.js';
import {
  parseBoxes,
  ranksByUid,
  targetFirst,
  type WeblinxBox,
  type WeblinxCandidate,
  weblinxCandidates,
} from '../../src/rank/index.js';
import { golden } from '../support/golden.js';

const viewport = { height: 720, width: 1280 };
const box = (given: Partial<WeblinxBox> = {}): WeblinxBox => ({
  x: 0,
  y: 0,
  width: 100,
  height: 20,
  ...given,
});

/** Candidates of a body, where every element with a uid has the same box unless said otherwise. */
function candidates(body: string, boxes: Record<string, WeblinxBox> = {}): WeblinxCandidate[] {
  const all = { a: box(), b: box(), c: box(), ...boxes };
  return weblinxCandidates(
    parseHtml(`<head></head><body>${body}</body>`),
    new Map(Object.entries(all)),
    viewport,
  );
}

const fieldOf = (body: string, field: keyof WeblinxCandidate['fields']): string =>
  candidates(body)[0]!.fields[field];

test('the golden page: the same elements, documents and order as in the data set', () => {
  const boxes = parseBoxes(JSON.stringify(golden.demo['bboxes/bboxes-4.json']), 'bboxes-4.json');
  const found = weblinxCandidates(parseHtml(golden.demo['pages/page-4-0.html']), boxes, viewport);
  const target = golden.dmr.records.find((record) => record.label === 1)!.uid;
  const ordered = targetFirst(found, target);
  expect(ordered.map(({ uid, document, fields }) => ({ uid, doc: document, elem_dict: fields }))).toEqual(
    golden.dmr.records.map(({ uid, doc, elem_dict }) => ({ uid, doc, elem_dict })),
  );
  expect(ordered.map(({ uid }) => uid)).toEqual(expect.arrayContaining(golden.candidates_used));
  // Live, in document order.
  expect(found.map(({ uid }) => uid)).toEqual(ordered.map(({ uid }) => uid).toSorted());
});

const BOXES: { name: string; given: Partial<WeblinxBox>; kept: boolean }[] = [
  { name: 'small in one direction only', given: { width: 300, height: 1 }, kept: true },
  { name: 'small in both directions', given: { width: 9.9, height: 9.9 }, kept: false },
  { name: 'just large enough', given: { width: 10, height: 0.5 }, kept: true },
  { name: 'without width', given: { width: 0 }, kept: false },
  { name: 'without height', given: { height: -1 }, kept: false },
  { name: 'at the lower edge', given: { y: 720 }, kept: true },
  { name: 'below', given: { y: 720.5 }, kept: false },
  { name: 'at the right edge', given: { x: 1280 }, kept: true },
  { name: 'to the right', given: { x: 1281 }, kept: false },
  { name: 'far above and to the left', given: { x: -5000, y: -5000 }, kept: true },
];
for (const { name, given, kept } of BOXES) {
  test(`a box ${name} is ${kept ? '' : 'not '}a candidate`, () => {
    expect(candidates('<i data-webtasks-id="a"></i>', { a: box(given) }).length).toBe(kept ? 1 : 0);
  });
}

test('with no viewport nothing is outside of it', () => {
  const page = parseHtml('<head></head><body><i data-webtasks-id="a"></i></body>');
  const boxes = new Map([['a', box({ x: 9000, y: 9000 })]]);
  expect(weblinxCandidates(page, boxes, { height: null, width: null }).length).toBe(1);
  expect(weblinxCandidates(page, boxes, { height: null, width: 1280 }).length).toBe(0);
  expect(weblinxCandidates(page, boxes, { height: 720, width: null }).length).toBe(0);
});

test('no page, no boxes, no uid: no candidates', () => {
  expect(weblinxCandidates(null, new Map([['a', box()]]), viewport)).toEqual([]);
  expect(weblinxCandidates(parseHtml(''), new Map([['a', box()]]), viewport)).toEqual([]);
  expect(candidates('<i data-webtasks-id="unboxed"></i><b>x</b><u data-webtasks-id></u>')).toEqual([]);
});

test('elements that share a uid are all candidates, with one box and one rank', () => {
  const found = candidates(
    '<i data-webtasks-id="a">1</i><b data-webtasks-id="b">2</b><u data-webtasks-id="a">3</u>',
  );
  expect(found.map(({ uid, fields }) => [uid, fields.xpath])).toEqual([
    ['a', '/html/body/i'],
    ['b', '/html/body/b'],
    ['a', '/html/body/u'],
  ]);
  const scores = [0.9, 0.5, 0.1];
  const ranks = ranksByUid(found.map(({ uid }, i) => ({ uid, score: scores[i]! })));
  expect(Object.fromEntries(ranks)).toEqual({ b: 1, a: 2 });
});

test('equal scores keep the order of the candidates', () => {
  const ranks = ranksByUid(['c', 'a', 'd', 'b'].map((uid) => ({ uid, score: uid === 'd' ? 1 : 0.5 })));
  expect(Object.fromEntries(ranks)).toEqual({ d: 1, c: 2, a: 3, b: 4 });
});

test('text ends at the first child, a comment too, and is neither stripped nor folded', () => {
  expect(fieldOf('<p data-webtasks-id="a"> x\n  y <b>z</b> w</p>', 'text')).toBe(' x\n  y ');
  expect(fieldOf('<p data-webtasks-id="a">x<!-- c -->y</p>', 'text')).toBe('x');
});

test('long text keeps both ends, counted in code points', () => {
  const text = '\u{1f600}'.repeat(201);
  expect(fieldOf(`<p data-webtasks-id="a">${text.slice(2)}</p>`, 'text')).toBe(text.slice(2));
  expect(fieldOf(`<p data-webtasks-id="a">${text}</p>`, 'text')).toBe(
    `${'\u{1f600}'.repeat(98)}...${'\u{1f600}'.repeat(99)}`,
  );
});

test('attributes: shortest value first by what is left of it, ties in the order of the page', () => {
  const long = `${'x'.repeat(60)}${'y'.repeat(60)}`;
  const hundred = 'z'.repeat(100);
  expect(
    fieldOf(
      `<p title="${long}" lang="${hundred}" class="it's" id='say "hi"' alt data-webtasks-id="a" dir>x</p>`,
      'attributes',
    ),
  ).toBe(
    `alt='' dir='' data-webtasks-id='a' class="it's" id='say "hi"' ` +
      `title='${'x'.repeat(48)}...${'y'.repeat(49)}' lang='${hundred}'`,
  );
});

test('attributes: a face is one character, and what cannot be printed is escaped', () => {
  expect(fieldOf('<p data-webtasks-id="a" x="&nbsp;&#10;" y="\u{1f600}">x</p>', 'attributes')).toBe(
    "data-webtasks-id='a' y='\u{1f600}' x='\\xa0\\n'",
  );
});

test('children: of the first two nodes, those that are elements', () => {
  expect(fieldOf('<p data-webtasks-id="a"><b></b><i></i><u></u></p>', 'children')).toBe('b i');
  expect(fieldOf('<p data-webtasks-id="a"><!-- c --><b></b><i></i></p>', 'children')).toBe('b');
  expect(fieldOf('<p data-webtasks-id="a">x<!-- c --><!-- d --><i></i></p>', 'children')).toBe('');
  const name = 'x-'.padEnd(70, 'a');
  expect(fieldOf(`<p data-webtasks-id="a"><${name}></${name}><${name}></${name}></p>`, 'children')).toBe(
    `${name.slice(0, 48)}...${name.slice(-49)}`,
  );
});

test('an element without anything keeps its six lines', () => {
  expect(candidates('<i data-webtasks-id="a"></i>')[0]!.document).toBe(
    '[[tag]] i\n[[xpath]] /html/body/i\n[[text]] \n[[bbox]] x=0 y=0 width=100 height=20\n' +
      "[[attributes]] data-webtasks-id='a'\n[[children]] ",
  );
});

test('box files: floats that are whole stay floats, in every way of writing them', () => {
  const boxes = parseBoxes(
    '{"a":{"x":40.0,"y":-0.0,"width":1e2,"height":20,"top":1},"b.0":{"x":1,"y":2.25,"width":30,"height":40}}',
    'f',
  );
  const page = parseHtml(
    '<head></head><body><i data-webtasks-id="a"></i><b data-webtasks-id="b.0"></b></body>',
  );
  expect(weblinxCandidates(page, boxes, viewport).map(({ fields }) => fields.bbox)).toEqual([
    'x=40.0 y=-0.0 width=100.0 height=20',
    'x=1 y=2.2 width=30 height=40',
  ]);
});

const BROKEN: [string, string][] = [
  ['{"a":', 'boxes.json is not JSON.'],
  ['[]', 'boxes.json does not hold an object.'],
  ['{"a":null}', 'boxes.json has no whole box for “a”.'],
  ['{"a":{"x":1,"y":2,"width":3}}', 'boxes.json has no whole box for “a”.'],
  ['{"a":{"x":1,"y":2,"width":3,"height":"4"}}', 'boxes.json has no whole box for “a”.'],
];
for (const [json, message] of BROKEN) {
  test(`a box file that reads ${json} is refused`, () => {
    expect(() => parseBoxes(json, 'boxes.json')).toThrow(message);
  });
}
