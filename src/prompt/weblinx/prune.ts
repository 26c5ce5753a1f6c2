/** What is left of a page around its candidates (spec 4.5, steps A and B; after Mind2Web). */
import { UID_ATTRIBUTE } from '../../action/index.js';
import {
  attributeOf,
  copyTree,
  elementsOf,
  type LxmlDocument,
  type LxmlElement,
  type LxmlNode,
  moveBefore,
  removeAttribute,
  removeNode,
} from '../../lxml/index.js';

export interface PruneLimits {
  /** Levels of descendants below the children. */
  depth: number;
  /** Descendants, in document order. */
  descendants: number;
  /** Neighbours on each side. */
  siblings: number;
}

/** SVG's text, which Mind2Web's trees used for text nodes. */
const TEXT = 'text';

/** @returns a changed copy; null where the page has no element at the top */
export function pruneTree(
  page: LxmlDocument,
  candidates: ReadonlySet<string>,
  limits: PruneLimits,
): LxmlElement | null {
  if (page.top.kind !== 'element') return null;
  const kept = keptUids(page, candidates, limits);
  const tree = copyTree(page.top);
  // The top stays whatever it is, and its tail is not part of the tree.
  tree.tail = '';
  for (const element of [...elementsOf([tree])].reverse()) shrink(element, kept, candidates);
  return tree;
}

/** Elements without a uid count as one: where one of them is kept, all are. */
const uidOf = (node: LxmlNode | null): string =>
  node?.kind === 'element' ? (attributeOf(node, UID_ATTRIBUTE) ?? '') : '';

function keptUids(
  page: LxmlDocument,
  candidates: ReadonlySet<string>,
  { depth, descendants, siblings }: PruneLimits,
): Set<string> {
  const kept = new Set<string>();
  for (const element of firstByUid(page, candidates)) {
    kept.add(uidOf(element));
    for (let above = element.parent; above !== null; above = above.parent) kept.add(uidOf(above));
    for (const node of descendantsOf(element, depth, descendants)) kept.add(uidOf(node));
    const around = (element.parent?.children ?? []).filter((node) => !isText(node));
    const index = around.indexOf(element);
    if (index < 0) continue;
    for (const node of around.slice(Math.max(0, index - siblings), index + siblings + 1))
      kept.add(uidOf(node));
  }
  return kept;
}

function firstByUid(page: LxmlDocument, uids: ReadonlySet<string>): LxmlElement[] {
  const found = new Map<string, LxmlElement>();
  for (const element of elementsOf(page.roots)) {
    const uid = attributeOf(element, UID_ATTRIBUTE);
    if (uid !== undefined && uids.has(uid) && !found.has(uid)) found.set(uid, element);
  }
  // The library looks them up by an XPath that a quotation mark would break.
  return [...found].filter(([uid]) => !uid.includes('"')).map(([, element]) => element);
}

function descendantsOf(element: LxmlElement, depth: number, most: number): LxmlNode[] {
  const found: LxmlNode[] = [];
  const visit = (parent: LxmlElement, level: number): void => {
    for (const node of parent.children) {
      if (found.length >= most) return;
      found.push(node);
      if (node.kind === 'element' && level < depth) visit(node, level + 1);
    }
  };
  visit(element, 0);
  return found;
}

function isText(node: LxmlNode): boolean {
  return node.kind === 'element' && node.tag === TEXT;
}

/** Takes the element out, or the wrapper that it has become. Text goes with it: models learnt it so. */
function shrink(element: LxmlElement, kept: ReadonlySet<string>, candidates: ReadonlySet<string>): void {
  const uid = uidOf(isText(element) ? element.parent : element);
  const { parent } = element;
  if (!kept.has(uid) && parent !== null) {
    removeNode(element);
    return;
  }
  if (!candidates.has(uid) || isText(element)) removeAttribute(element, UID_ATTRIBUTE);
  const isWrapper =
    element.attributes.length === 0 && element.children.length <= 1 && !element.children.some(isText);
  if (!isWrapper || parent === null || isText(element)) return;
  for (const child of element.children.slice()) moveBefore(element, child);
  removeNode(element);
}
