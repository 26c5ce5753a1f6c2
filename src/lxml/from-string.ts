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
  const [body, ...otherBodies] = childrenNamed(root, 'body');
  for (const other of otherBodies) {
    appendText(body!, other.text);
    moveChildren(other, body!);
    dropNode(other);
  }
  const [head, ...otherHeads] = childrenNamed(root, 'head');
  for (const other of otherHeads) {
    moveChildren(other, head!);
    dropNode(other);
  }
  if (head !== undefined || body === undefined) return root;

  const [only, ...more] = body.children;
  if (only !== undefined && more.length === 0 && isBlank(body.text) && isBlank(only.tail)) return only;
  body.tag = hasBlock(body) ? 'div' : 'span';
  return body;
}

function childrenNamed(root: LxmlElement, tag: string): LxmlElement[] {
  return root.children.filter((node): node is LxmlElement => node.kind === 'element' && node.tag === tag);
}

function hasBlock(body: LxmlElement): boolean {
  for (const element of elementsOf([body])) if (BLOCK_ELEMENTS.has(element.tag)) return true;
  return false;
}

function moveChildren(from: LxmlElement, to: LxmlElement): void {
  for (const child of from.children) appendNode(to, child);
  from.children = [];
}
