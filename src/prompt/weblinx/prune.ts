/** Prunes a page to the surroundings of its candidates, as Mind2Web does. */
import { UID_ATTRIBUTE } from '../../action/index.js';
import {
  attributeOf,
  copyTree,
  elementsOf,
  type LxmlDocument,
  type LxmlElement,
  type LxmlNode,
  addPrevious,
  removeAttribute,
  removeNode,
} from '../../lxml/index.js';

export interface PruneLimits {
  /** Levels of descendants below the children. */
  depth: number;
  /** Maximum number of descendants, in document order. */
  descendants: number;
  /** Neighbours on each side. */
  siblings: number;
}

/** SVG's `text` element, which Mind2Web's trees use for text nodes. */
const TEXT_TAG = 'text';

/** @returns a modified copy; null if the top of the page is not an element */
export function pruneTree(
  page: LxmlDocument,
  candidates: ReadonlySet<string>,
  limits: PruneLimits,
): LxmlElement | null {
  if (page.top.kind !== 'element') return null;
  const keptUids = findKeptUids(page, candidates, limits);
  const tree = copyTree(page.top);
  // The top element always stays; its tail is not part of the tree.
  tree.tail = '';
  for (const element of [...elementsOf([tree])].reverse()) pruneElement(element, keptUids, candidates);
  return tree;
}

/** Returns '' for an element without a uid. If one such element is kept, all of them are. */
const uidOf = (node: LxmlNode | null): string =>
  node?.kind === 'element' ? (attributeOf(node, UID_ATTRIBUTE) ?? '') : '';

function findKeptUids(
  page: LxmlDocument,
  candidates: ReadonlySet<string>,
  { depth, descendants, siblings }: PruneLimits,
): Set<string> {
  const keptUids = new Set<string>();
  for (const element of findFirstByUid(page, candidates)) {
    keptUids.add(uidOf(element));
    for (let ancestor = element.parent; ancestor !== null; ancestor = ancestor.parent)
      keptUids.add(uidOf(ancestor));
    for (const node of findDescendants(element, depth, descendants)) keptUids.add(uidOf(node));
    const siblingNodes = (element.parent?.children ?? []).filter((node) => !isText(node));
    const index = siblingNodes.indexOf(element);
    if (index < 0) continue;
    for (const node of siblingNodes.slice(Math.max(0, index - siblings), index + siblings + 1))
      keptUids.add(uidOf(node));
  }
  return keptUids;
}

function findFirstByUid(page: LxmlDocument, uids: ReadonlySet<string>): LxmlElement[] {
  const elementsByUid = new Map<string, LxmlElement>();
  for (const element of elementsOf(page.roots)) {
    const uid = attributeOf(element, UID_ATTRIBUTE);
    if (uid !== undefined && uids.has(uid) && !elementsByUid.has(uid)) elementsByUid.set(uid, element);
  }
  // The WebLINX library looks elements up by XPath, which fails for a uid with a quotation mark.
  return [...elementsByUid].filter(([uid]) => !uid.includes('"')).map(([, element]) => element);
}

function findDescendants(element: LxmlElement, depth: number, maxCount: number): LxmlNode[] {
  const descendantNodes: LxmlNode[] = [];
  const visit = (parent: LxmlElement, level: number): void => {
    for (const node of parent.children) {
      if (descendantNodes.length >= maxCount) return;
      descendantNodes.push(node);
      if (node.kind === 'element' && level < depth) visit(node, level + 1);
    }
  };
  visit(element, 0);
  return descendantNodes;
}

function isText(node: LxmlNode): boolean {
  return node.kind === 'element' && node.tag === TEXT_TAG;
}

/**
 * Removes an element that is not kept. Replaces a wrapper (no attributes, at most one child) with its child; the
 * wrapper's text is dropped, as in the prompts that the models were trained on.
 */
function pruneElement(
  element: LxmlElement,
  keptUids: ReadonlySet<string>,
  candidates: ReadonlySet<string>,
): void {
  const uid = uidOf(isText(element) ? element.parent : element);
  const { parent } = element;
  if (!keptUids.has(uid) && parent !== null) {
    removeNode(element);
    return;
  }
  if (!candidates.has(uid) || isText(element)) removeAttribute(element, UID_ATTRIBUTE);
  const isWrapper =
    element.attributes.length === 0 && element.children.length <= 1 && !element.children.some(isText);
  if (!isWrapper || parent === null || isText(element)) return;
  for (const child of element.children.slice()) addPrevious(element, child);
  removeNode(element);
}
