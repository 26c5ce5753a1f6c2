import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { attributeOf, elementsOf, type LxmlNode, parseHtml, createPathLookup } from '../../src/lxml/index.js';

interface Case {
  name: string;
  html: string;
  /** Path of the node that `fromstring` returns, `#` for a comment, null if it raises an error. */
  top: string | null;
  elements?: unknown[];
}

const { cases } = JSON.parse(readFileSync(new URL('data/trees.json', import.meta.url), 'utf8')) as {
  cases: Case[];
};

/** Parses HTML to the format of the data file; see its `about`. */
function describeTree(html: string): { top: string | null; elements?: unknown[] } {
  const page = parseHtml(html);
  if (page === null) return { top: null };
  const pathOf = createPathLookup(page);
  const elements = [...elementsOf(page.roots)].map((element) => [
    pathOf(element),
    element.tag,
    element.attributes.map(({ name, value }) => [name, value]),
    element.text,
    element.tail,
    element.children.map((child) => (child.kind === 'comment' ? `#${child.text}|${child.tail}` : child.tag)),
  ]);
  return { top: page.top.kind === 'element' ? pathOf(page.top) : '#', elements };
}

test('HTML is parsed as lxml parses it', () => {
  for (const { name, html, ...expected } of cases) expect.soft(describeTree(html), name).toEqual(expected);
});

const nested = (levels: number): string =>
  `<head></head><body>${'<div>'.repeat(levels)}x${'</div>'.repeat(levels)}<p id="last">end</p></body>`;

test('as in lxml, 256 levels are parsed, and everything after the first deeper element is ignored', () => {
  const whole = [...elementsOf(parseHtml(nested(254))!.roots)];
  expect(whole.length).toBe(3 + 254 + 1);
  const parsedElements = [...elementsOf(parseHtml(nested(255))!.roots)];
  expect(parsedElements.length).toBe(3 + 254);
  expect(parsedElements.at(-1)).toMatchObject({ tag: 'div', text: '', children: [] });
});

test('a page with 3,000 levels is parsed completely if maxDepth is infinite', () => {
  const page = parseHtml(nested(3000), { maxDepth: Infinity })!;
  const elements = [...elementsOf(page.roots)];
  expect(elements.length).toBe(3 + 3000 + 1);
  const deepestElement = elements.findLast((element) => element.tag === 'div')!;
  expect(deepestElement.text).toBe('x');
  expect(createPathLookup(page)(deepestElement)).toBe(`/html/body${'/div'.repeat(3000)}`);
  expect(attributeOf(elements.at(-1)!, 'id')).toBe('last');
});

test('attributes without a value are marked as bare; attributes with an empty value are not', () => {
  const page = parseHtml('<head></head><body><input disabled required="" =x alt=\n"" a="="></body>')!;
  const input = [...elementsOf(page.roots)].find((element) => element.tag === 'input')!;
  expect(input.attributes.map(({ name, isBare }) => [name, isBare])).toEqual([
    ['disabled', true],
    ['required', false],
    ['=x', true],
    ['alt', false],
    ['a', false],
  ]);
});

test('every node has its parent, including moved nodes', () => {
  const page = parseHtml('<head></head><body><p>a<!-- c --></p></body><body><b>x</b></body>')!;
  const check = (node: LxmlNode): void => {
    if (node.kind === 'comment') return;
    for (const child of node.children) {
      expect(child.parent).toBe(node);
      check(child);
    }
  };
  page.roots.forEach(check);
  expect(page.roots[0]!.parent).toBeNull();
});
