/** Prunes a page and removes comments and uninformative attributes. */
import { UID_ATTRIBUTE } from '../../action/index.js';
import {
  attributeOf,
  dropNode,
  elementsOf,
  type LxmlComment,
  type LxmlDocument,
  type LxmlElement,
  removeAttribute,
} from '../../lxml/index.js';
import { type PruneLimits, pruneTree } from './prune.js';

const LIMITS: PruneLimits = { depth: 1, descendants: 5, siblings: 2 };

/** Prefixes of removed attributes. They match any name, so `ngfoo`, `json` and `xmlns` are removed too. */
const NOISE = /^(?:_|ng|x-|xml|js|data-|id$)/;

export function cleanAndPrune(page: LxmlDocument, candidates: readonly string[]): LxmlElement | null {
  const uids = new Set(candidates);
  const tree = pruneTree(page, uids, LIMITS);
  if (tree === null) return null;
  for (const element of elementsOf([tree])) {
    if (!uids.has(attributeOf(element, UID_ATTRIBUTE) ?? '')) removeAttribute(element, UID_ATTRIBUTE);
    const comments = element.children.filter((node): node is LxmlComment => node.kind === 'comment');
    for (const comment of comments) dropNode(comment);
    element.attributes = element.attributes.filter(({ name }) => name === UID_ATTRIBUTE || !NOISE.test(name));
  }
  return tree;
}
