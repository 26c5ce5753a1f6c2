/** What `lxml.html.fromstring` makes of a parsed page: fragments are told from documents and reshaped. */
import { isBlank } from '../python/index.js';
import { BLOCKS } from './rules.js';
import {
  appendNode,
  appendText,
  elementsOf,
  type LxmlDocument,
  type LxmlElement,
  type LxmlNode,
} from './tree.js';

/** @param roots changed in place */
export function asFromString(html: string, roots: LxmlElement[]): LxmlDocument | null {
  const [root] = roots;
  if (root === undefined) return null;
  return { roots, top: isFullHtml(html) ? root : fragmentIn(root) };
}

function isFullHtml(html: string): boolean {
  const start = /<(?:html|!doctype)/i.exec(html);
  return start !== null && isBlank(html.slice(0, start.index));
}

function fragmentIn(root: LxmlElement): LxmlNode {
  const [body, ...otherBodies] = childrenNamed(root, 'body');
  for (const other of otherBodies) {
    appendText(body!, other.text);
    moveChildren(other, body!);
    drop(other);
  }
  const [head, ...otherHeads] = childrenNamed(root, 'head');
  for (const other of otherHeads) {
    moveChildren(other, head!);
    drop(other);
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
  for (const element of elementsOf([body])) if (BLOCKS.has(element.tag)) return true;
  return false;
}

function moveChildren(from: LxmlElement, to: LxmlElement): void {
  for (const child of from.children) appendNode(to, child);
  from.children = [];
}

/** Takes an emptied element out and leaves its tail (not its text) where it stood. */
function drop(element: LxmlElement): void {
  const parent = element.parent!;
  const index = parent.children.indexOf(element);
  const before = parent.children[index - 1];
  if (before === undefined) parent.text += element.tail;
  else before.tail += element.tail;
  parent.children.splice(index, 1);
}
