import { expect, test } from '@playwright/test';

import { parseHtml } from '../../src/lxml/index.js';
import {
  parseBoxes,
  computeRanks,
  putTargetFirst,
  type WeblinxBox,
  type WeblinxCandidate,
  findWeblinxCandidates,
} from '../../src/rank/index.js';
import { goldenData } from '../support/golden.js';

const viewport = { height: 720, width: 1280 };
const createBox = (overrides: Partial<WeblinxBox> = {}): WeblinxBox => ({
  x: 0,
  y: 0,
  width: 100,
  height: 20,
  ...overrides,
});

/** Finds the candidates of a body. The uids a, b and c have the same box; `boxes` adds or overrides boxes. */
function findCandidates(body: string, boxes: Record<string, WeblinxBox> = {}): WeblinxCandidate[] {
  const allBoxes = { a: createBox(), b: createBox(), c: createBox(), ...boxes };
  return findWeblinxCandidates(
    parseHtml(`<head></head><body>${body}</body>`),
    new Map(Object.entries(allBoxes)),
    viewport,
  );
}

const fieldOf = (body: string, field: keyof WeblinxCandidate['fields']): string =>
  findCandidates(body)[0]!.fields[field];

test('for the golden page, the candidates, their texts for the ranker and their order equal the data set’s', () => {
  const boxes = parseBoxes(JSON.stringify(goldenData.demo['bboxes/bboxes-4.json']), 'bboxes-4.json');
  const candidates = findWeblinxCandidates(
    parseHtml(goldenData.demo['pages/page-4-0.html']),
    boxes,
    viewport,
  );
  const target = goldenData.dmr.records.find((record) => record.label === 1)!.uid;
  const reorderedCandidates = putTargetFirst(candidates, target);
  expect(
    reorderedCandidates.map(({ uid, document, fields }) => ({ uid, doc: document, elem_dict: fields })),
  ).toEqual(goldenData.dmr.records.map(({ uid, doc, elem_dict }) => ({ uid, doc, elem_dict })));
  expect(reorderedCandidates.map(({ uid }) => uid)).toEqual(
    expect.arrayContaining(goldenData.candidates_used),
  );
  // A live session keeps document order.
  expect(candidates.map(({ uid }) => uid)).toEqual(reorderedCandidates.map(({ uid }) => uid).toSorted());
});

const BOXES: { name: string; overrides: Partial<WeblinxBox>; isCandidate: boolean }[] = [
  { name: 'small in one direction only', overrides: { width: 300, height: 1 }, isCandidate: true },
  { name: 'small in both directions', overrides: { width: 9.9, height: 9.9 }, isCandidate: false },
  { name: 'just large enough', overrides: { width: 10, height: 0.5 }, isCandidate: true },
  { name: 'without width', overrides: { width: 0 }, isCandidate: false },
  { name: 'without height', overrides: { height: -1 }, isCandidate: false },
  { name: 'at the lower edge', overrides: { y: 720 }, isCandidate: true },
  { name: 'below', overrides: { y: 720.5 }, isCandidate: false },
  { name: 'at the right edge', overrides: { x: 1280 }, isCandidate: true },
  { name: 'to the right', overrides: { x: 1281 }, isCandidate: false },
  { name: 'far above and to the left', overrides: { x: -5000, y: -5000 }, isCandidate: true },
];
test('elements with tiny boxes, or with boxes to the right of or below the viewport, are not candidates', () => {
  for (const { name, overrides, isCandidate } of BOXES)
    expect
      .soft(findCandidates('<i data-webtasks-id="a"></i>', { a: createBox(overrides) }).length, name)
      .toBe(isCandidate ? 1 : 0);
});

test('a viewport dimension that is unknown excludes no element', () => {
  const page = parseHtml('<head></head><body><i data-webtasks-id="a"></i></body>');
  const boxes = new Map([['a', createBox({ x: 9000, y: 9000 })]]);
  expect(findWeblinxCandidates(page, boxes, { height: null, width: null }).length).toBe(1);
  expect(findWeblinxCandidates(page, boxes, { height: null, width: 1280 }).length).toBe(0);
  expect(findWeblinxCandidates(page, boxes, { height: 720, width: null }).length).toBe(0);
});

test('a page without elements, boxes or uids has no candidates', () => {
  expect(findWeblinxCandidates(null, new Map([['a', createBox()]]), viewport)).toEqual([]);
  expect(findWeblinxCandidates(parseHtml(''), new Map([['a', createBox()]]), viewport)).toEqual([]);
  expect(findCandidates('<i data-webtasks-id="unboxed"></i><b>x</b><u data-webtasks-id></u>')).toEqual([]);
});

test('elements that share a uid are all candidates, with the same box and rank', () => {
  const found = findCandidates(
    '<i data-webtasks-id="a">1</i><b data-webtasks-id="b">2</b><u data-webtasks-id="a">3</u>',
  );
  expect(found.map(({ uid, fields }) => [uid, fields.xpath])).toEqual([
    ['a', '/html/body/i'],
    ['b', '/html/body/b'],
    ['a', '/html/body/u'],
  ]);
  const scores = [0.9, 0.5, 0.1];
  const ranks = computeRanks(found.map(({ uid }, i) => ({ uid, score: scores[i]! })));
  expect(Object.fromEntries(ranks)).toEqual({ b: 1, a: 2 });
});

test('candidates with equal scores keep their order', () => {
  const ranks = computeRanks(['c', 'a', 'd', 'b'].map((uid) => ({ uid, score: uid === 'd' ? 1 : 0.5 })));
  expect(Object.fromEntries(ranks)).toEqual({ d: 1, c: 2, a: 3, b: 4 });
});

test('text ends at the first child or comment and keeps its white space', () => {
  expect(fieldOf('<p data-webtasks-id="a"> x\n  y <b>z</b> w</p>', 'text')).toBe(' x\n  y ');
  expect(fieldOf('<p data-webtasks-id="a">x<!-- c -->y</p>', 'text')).toBe('x');
});

test('long text keeps both ends and is measured in code points', () => {
  const text = '\u{1f600}'.repeat(201);
  expect(fieldOf(`<p data-webtasks-id="a">${text.slice(2)}</p>`, 'text')).toBe(text.slice(2));
  expect(fieldOf(`<p data-webtasks-id="a">${text}</p>`, 'text')).toBe(
    `${'\u{1f600}'.repeat(98)}...${'\u{1f600}'.repeat(99)}`,
  );
});

test('attributes are sorted by the length of their shortened values; with equal lengths, they keep page order', () => {
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

test('an emoji in an attribute counts as one character, and unprintable characters are escaped', () => {
  expect(fieldOf('<p data-webtasks-id="a" x="&nbsp;&#10;" y="\u{1f600}">x</p>', 'attributes')).toBe(
    "data-webtasks-id='a' y='\u{1f600}' x='\\xa0\\n'",
  );
});

test('`children` lists the elements among the first two child nodes', () => {
  expect(fieldOf('<p data-webtasks-id="a"><b></b><i></i><u></u></p>', 'children')).toBe('b i');
  expect(fieldOf('<p data-webtasks-id="a"><!-- c --><b></b><i></i></p>', 'children')).toBe('b');
  expect(fieldOf('<p data-webtasks-id="a">x<!-- c --><!-- d --><i></i></p>', 'children')).toBe('');
  const name = 'x-'.padEnd(70, 'a');
  expect(fieldOf(`<p data-webtasks-id="a"><${name}></${name}><${name}></${name}></p>`, 'children')).toBe(
    `${name.slice(0, 48)}...${name.slice(-49)}`,
  );
});

test('even an empty element’s document has all six lines', () => {
  expect(findCandidates('<i data-webtasks-id="a"></i>')[0]!.document).toBe(
    '[[tag]] i\n[[xpath]] /html/body/i\n[[text]] \n[[bbox]] x=0 y=0 width=100 height=20\n' +
      "[[attributes]] data-webtasks-id='a'\n[[children]] ",
  );
});

test('`40.0` in a box file stays `40.0` and does not become `40`', () => {
  const boxes = parseBoxes(
    '{"a":{"x":40.0,"y":-0.0,"width":1e2,"height":20,"top":1},"b.0":{"x":1,"y":2.25,"width":30,"height":40}}',
    'f',
  );
  const page = parseHtml(
    '<head></head><body><i data-webtasks-id="a"></i><b data-webtasks-id="b.0"></b></body>',
  );
  expect(findWeblinxCandidates(page, boxes, viewport).map(({ fields }) => fields.bbox)).toEqual([
    'x=40.0 y=-0.0 width=100.0 height=20',
    'x=1 y=2.2 width=30 height=40',
  ]);
});

const BROKEN: [string, string][] = [
  ['{"a":', 'boxes.json is not JSON.'],
  ['[]', 'boxes.json is not a JSON object.'],
  ['{"a":null}', 'boxes.json has an incomplete box for “a”.'],
  ['{"a":{"x":1,"y":2,"width":3}}', 'boxes.json has an incomplete box for “a”.'],
  ['{"a":{"x":1,"y":2,"width":3,"height":"4"}}', 'boxes.json has an incomplete box for “a”.'],
];
test('a broken box file is rejected', () => {
  for (const [json, message] of BROKEN)
    expect.soft(() => parseBoxes(json, 'boxes.json'), json).toThrow(message);
});
