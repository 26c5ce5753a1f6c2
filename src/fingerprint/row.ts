/** Finds the table row, list entry or card around an element, which distinguishes repeated controls. Pure. */
import type { Candidate, RowFingerprint } from '../contract/index.js';
import { nameOf } from './name.js';
import { normalise } from './text.js';

const ROW_ROLES: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);
/** Roles of the element that names a row, best first. */
const KEY_ROLES: readonly (readonly string[])[] = [
  ['heading'],
  ['link'],
  ['rowheader'],
  ['cell', 'gridcell'],
];
const MAX_ROW_CHARS = 400;

const parentPath = (xpath: string): string => xpath.slice(0, Math.max(0, xpath.lastIndexOf('/')));
const isInside = (xpath: string, root: string): boolean => xpath.startsWith(`${root}/`);
export const isSameFrame = (a: Candidate, b: Candidate): boolean => a.frame.join(' ') === b.frame.join(' ');

/**
 * Returns the XPath of the row: the nearest list entry, table row or article, or else the largest element around this
 * one that contains no other element with the same role and name. '' if there is none.
 */
function findRowPath(
  element: Candidate,
  alike: readonly Candidate[],
  byUid: ReadonlyMap<string, Candidate>,
): string {
  let root = /^.*\/(?:tr|li|article)(?:\[\d+\])?(?=\/)/u.exec(element.xpath)?.[0] ?? '';
  for (let ancestorUid = element.parent; ancestorUid !== null;) {
    const ancestor = byUid.get(ancestorUid);
    if (!ancestor) break;
    if (ROW_ROLES.has(ancestor.role) || ancestor.folded.some(({ role }) => ROW_ROLES.has(role))) {
      if (ancestor.xpath.length > root.length) root = ancestor.xpath;
      break;
    }
    ancestorUid = ancestor.parent;
  }
  const others = alike.filter((candidate) => candidate !== element && isSameFrame(candidate, element));
  if (others.length === 0 || (root !== '' && !others.some((other) => isInside(other.xpath, root))))
    return root;
  let card = '';
  for (
    let path = parentPath(element.xpath);
    path !== '' && !others.some((other) => isInside(other.xpath, path));
    path = parentPath(path)
  )
    card = path;
  return card;
}

/** Returns the elements of a row. They are contiguous, because candidates are in document order. */
function collectInside(element: Candidate, root: string, candidates: readonly Candidate[]): Candidate[] {
  const isPart = (candidate: Candidate | undefined): boolean =>
    candidate !== undefined &&
    isSameFrame(candidate, element) &&
    (candidate.xpath === root || isInside(candidate.xpath, root));
  let start = candidates.indexOf(element);
  let end = start + 1;
  while (isPart(candidates[start - 1])) start--;
  while (isPart(candidates[end])) end++;
  return candidates.slice(start, end);
}

/** Returns the elements that no other element of the list contains. The list must be in document order. */
function findOutermost(elements: readonly Candidate[]): Candidate[] {
  const outermost: Candidate[] = [];
  for (const element of elements) {
    const last = outermost.at(-1);
    if (!last || !isInside(element.xpath, last.xpath)) outermost.push(element);
  }
  return outermost;
}

/** @param alike the visible elements with the same role and name, including the element itself */
export function findRow(
  element: Candidate,
  alike: readonly Candidate[],
  candidates: readonly Candidate[],
  byUid: ReadonlyMap<string, Candidate>,
): Omit<RowFingerprint, 'isKeyUnique'> | null {
  const root = findRowPath(element, alike, byUid);
  if (root === '') return null;
  const inside = collectInside(element, root, candidates).filter(({ visible }) => visible);
  const text = findOutermost(inside)
    .map((candidate) => candidate.text || candidate.name)
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, MAX_ROW_CHARS);
  const isNaming = (candidate: Candidate): boolean => /\p{L}{2}|\d{3}/u.test(nameOf(candidate));
  const namingElements = KEY_ROLES.flatMap(
    (roles) => inside.find((candidate) => roles.includes(candidate.role) && isNaming(candidate)) ?? [],
  );
  const key = normalise(nameOf(namingElements[0] ?? element));
  const tag = /([^/[]+)(?:\[\d+\])?$/u.exec(root)?.[1] ?? '';
  return key === '' && text === '' ? null : { key, text, tag };
}
