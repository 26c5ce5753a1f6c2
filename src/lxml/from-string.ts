/** Turns a parsed page into the result of `lxml.html.fromstring`, which reshapes fragments but not documents. */
import { isBlank } from '../python/index.js';
import { dropNode } from './edit.js';
import { BLOCK_ELEMENTS } from './rules.js';
import {
  appendNode,
  appendText,
  elementsOf,
  type LxmlDocument,
  type LxmlElement,
  type LxmlNode,
} from './tree.js';

/** @param roots modified in place */
export function toFromStringResult(html: string, roots: LxmlElement[]): LxmlDocument | null {
  const [root] = roots;
  if (root === undefined) return null;
  return { roots, top: isFullHtml(html) ? root : extractFragment(root) };
}

function isFullHtml(html: string): boolean {
  const start = /<(?:html|!doctype)/i.exec(html);
  return start !== null && isBlank(html.slice(0, start.index));
}

function extractFragment(root: LxmlElement): LxmlNode {
  const [body, ...otherBodies] = findChildren(root, 'body');
  for (const otherBody of otherBodies) {
    appendText(body!, otherBody.text);
    moveChildren(otherBody, body!);
    dropNode(otherBody);
  }
  const [head, ...otherHeads] = findChildren(root, 'head');
  for (const otherHead of otherHeads) {
    moveChildren(otherHead, head!);
    dropNode(otherHead);
  }
  if (head !== undefined || body === undefined) return root;

  const [onlyChild, ...otherChildren] = body.children;
  if (onlyChild !== undefined && otherChildren.length === 0 && isBlank(body.text) && isBlank(onlyChild.tail))
    return onlyChild;
  body.tag = hasBlock(body) ? 'div' : 'span';
  return body;
}

function findChildren(root: LxmlElement, tag: string): LxmlElement[] {
  return root.children.filter((node): node is LxmlElement => node.kind === 'element' && node.tag === tag);
}

function hasBlock(body: LxmlElement): boolean {
  for (const element of elementsOf([body])) if (BLOCK_ELEMENTS.has(element.tag)) return true;
  return false;
}

function moveChildren(source: LxmlElement, target: LxmlElement): void {
  for (const child of source.children) appendNode(target, child);
  source.children = [];
}
