import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { attributeOf, elementsOf, type LxmlNode, parseHtml, pathsIn } from '../../src/lxml/index.js';

interface Case {
  name: string;
  html: string;
  /** Path of what `fromstring` returns, `#` for a comment, null where it raises. */
  top: string | null;
  elements?: unknown[];
}

const { cases } = JSON.parse(readFileSync(new URL('data/trees.json', import.meta.url), 'utf8')) as {
  cases: Case[];
};

/** In the form of the file; see its `about`. */
function seen(html: string): { top: string | null; elements?: unknown[] } {
  const page = parseHtml(html);
  if (page === null) return { top: null };
  const pathOf = pathsIn(page);
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

for (const { name, html, ...expected } of cases) {
  test(`as lxml: ${name}`, () => {
    expect(seen(html)).toEqual(expected);
  });
}

const nested = (levels: number): string =>
  `<head></head><body>${'<div>'.repeat(levels)}x${'</div>'.repeat(levels)}<p id="last">end</p></body>`;

test('like lxml, 256 levels are read and nothing after the first that is deeper', () => {
  const whole = [...elementsOf(parseHtml(nested(254))!.roots)];
  expect(whole.length).toBe(3 + 254 + 1);
  const cut = [...elementsOf(parseHtml(nested(255))!.roots)];
  expect(cut.length).toBe(3 + 254);
  expect(cut.at(-1)).toMatchObject({ tag: 'div', text: '', children: [] });
});

test('a page of 3,000 levels is read whole when it is asked for', () => {
  const page = parseHtml(nested(3000), { maxDepth: Infinity })!;
  const elements = [...elementsOf(page.roots)];
  expect(elements.length).toBe(3 + 3000 + 1);
  const deepest = elements.findLast((element) => element.tag === 'div')!;
  expect(deepest.text).toBe('x');
  expect(pathsIn(page)(deepest)).toBe(`/html/body${'/div'.repeat(3000)}`);
  expect(attributeOf(elements.at(-1)!, 'id')).toBe('last');
});

test('attributes written without a value are told from empty ones', () => {
  const page = parseHtml('<head></head><body><input disabled required="" =x alt=\n"" a="="></body>')!;
  const input = [...elementsOf(page.roots)].find((element) => element.tag === 'input')!;
  expect(input.attributes.map(({ name, bare }) => [name, bare])).toEqual([
    ['disabled', true],
    ['required', false],
    ['=x', true],
    ['alt', false],
    ['a', false],
  ]);
});

test('every node knows its parent, moved ones too', () => {
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
