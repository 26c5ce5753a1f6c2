import { expect, test } from '@playwright/test';

import {
  copyTree,
  dropNode,
  toHtml,
  type LxmlElement,
  addPrevious,
  parseHtml,
  removeAttribute,
  removeNode,
  setAttribute,
} from '../../src/lxml/index.js';

function bodyOf(inner: string): LxmlElement {
  const { top } = parseHtml(`<head></head><body>${inner}</body>`)!;
  return (top as LxmlElement).children.find(
    (node): node is LxmlElement => node.kind === 'element' && node.tag === 'body',
  )!;
}

const getInnerHtml = (body: LxmlElement): string => toHtml(body).slice('<body>'.length, -'</body>'.length);

test('removeNode also removes the text after the node; dropNode keeps that text', () => {
  const removed = bodyOf('a<b>1</b>x<i>2</i>y');
  removeNode(removed.children[0]!);
  expect(getInnerHtml(removed)).toBe('a<i>2</i>y');
  const bodyAfterDrop = bodyOf('a<b>1</b>x<i>2</i>y');
  dropNode(bodyAfterDrop.children[1]!);
  dropNode(bodyAfterDrop.children[0]!);
  expect(getInnerHtml(bodyAfterDrop)).toBe('axy');
});

test('addPrevious moves a node with the text after it', () => {
  const body = bodyOf('<p>t<b>1</b>x</p>y');
  const p = body.children[0] as LxmlElement;
  addPrevious(p, p.children[0]!);
  expect(getInnerHtml(body)).toBe('<b>1</b>x<p>t</p>y');
});

test('changes to a copied tree do not affect the original', () => {
  const body = bodyOf('<p class="a">t<!-- c --></p>');
  const copy = copyTree(body);
  setAttribute(copy.children[0] as LxmlElement, 'class', 'b');
  removeNode(copy.children[0]!);
  expect(getInnerHtml(body)).toBe('<p class="a">t<!-- c --></p>');
  expect(copy.parent).toBeNull();
});

test('attributes keep their order, and an attribute without a value is written as its name', () => {
  const body = bodyOf('<p class="a" title="t">x</p>');
  const p = body.children[0] as LxmlElement;
  setAttribute(p, 'class', null);
  setAttribute(p, 'lang', 'en');
  expect(getInnerHtml(body)).toBe('<p class title="t" lang="en">x</p>');
  removeAttribute(p, 'title');
  removeAttribute(p, 'missing');
  expect(getInnerHtml(body)).toBe('<p class lang="en">x</p>');
});

test('a tree with thousands of levels can be copied and serialised', () => {
  const { top } = parseHtml(`<head></head><body>${'<div>'.repeat(5000)}`, { maxDepth: Infinity })!;
  expect(toHtml(copyTree(top)).match(/<div>/g)).toHaveLength(5000);
});
