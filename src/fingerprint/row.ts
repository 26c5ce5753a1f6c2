/** Finds the table row, list entry or card around an element, which distinguishes repeated controls. Pure. */
import type { Candidate, RowFingerprint } from '../contract/index.js';
import { getNameOrText } from './name.js';
import { normalise } from './text.js';

const ROW_ROLES: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);
/** Roles of the element that names a row, best first. */
const KEY_ROLES: readonly (readonly string[])[] = [
  ['heading'],
  ['link'],
  ['rowheader'],
  ['cell', 'gridcell'],
];
const MAX_ROW_LENGTH = 400;

const getParentPath = (xpath: string): string => xpath.slice(0, Math.max(0, xpath.lastIndexOf('/')));
const isInside = (xpath: string, root: string): boolean => xpath.startsWith(`${root}/`);
export const isSameFrame = (a: Candidate, b: Candidate): boolean => a.frame.join(' ') === b.frame.join(' ');

/**
 * Returns the XPath of the row: the nearest list entry, table row or article, or else the largest element around this
 * one that contains no other element with the same role and name. '' if there is none.
 */
function findRowPath(
  element: Candidate,
  lookalikes: readonly Candidate[],
  byUid: ReadonlyMap<string, Candidate>,
): string {
  let rowPath = /^.*\/(?:tr|li|article)(?:\[\d+\])?(?=\/)/u.exec(element.xpath)?.[0] ?? '';
  for (let ancestorUid = element.parent; ancestorUid !== null;) {
    const ancestor = byUid.get(ancestorUid);
    if (!ancestor) break;
    if (ROW_ROLES.has(ancestor.role) || ancestor.folded.some(({ role }) => ROW_ROLES.has(role))) {
      if (ancestor.xpath.length > rowPath.length) rowPath = ancestor.xpath;
      break;
    }
    ancestorUid = ancestor.parent;
  }
  const otherElements = lookalikes.filter(
    (candidate) => candidate !== element && isSameFrame(candidate, element),
  );
  if (
    otherElements.length === 0 ||
    (rowPath !== '' && !otherElements.some((other) => isInside(other.xpath, rowPath)))
  )
    return rowPath;
  let cardPath = '';
  for (
    let path = getParentPath(element.xpath);
    path !== '' && !otherElements.some((other) => isInside(other.xpath, path));
    path = getParentPath(path)
  )
    cardPath = path;
  return cardPath;
}

/** Returns the elements of a row. They are contiguous, because candidates are in document order. */
function collectRowElements(
  element: Candidate,
  rowPath: string,
  candidates: readonly Candidate[],
): Candidate[] {
  const isInRow = (candidate: Candidate | undefined): boolean =>
    candidate !== undefined &&
    isSameFrame(candidate, element) &&
    (candidate.xpath === rowPath || isInside(candidate.xpath, rowPath));
  let start = candidates.indexOf(element);
  let end = start + 1;
  while (isInRow(candidates[start - 1])) start--;
  while (isInRow(candidates[end])) end++;
  return candidates.slice(start, end);
}

/** Returns the elements that no other element of the list contains. The list must be in document order. */
function findOutermost(elements: readonly Candidate[]): Candidate[] {
  const outermostElements: Candidate[] = [];
  for (const element of elements) {
    const lastElement = outermostElements.at(-1);
    if (!lastElement || !isInside(element.xpath, lastElement.xpath)) outermostElements.push(element);
  }
  return outermostElements;
}

/** @param lookalikes the visible elements with the same role and name, including the element itself */
export function findRow(
  element: Candidate,
  lookalikes: readonly Candidate[],
  candidates: readonly Candidate[],
  byUid: ReadonlyMap<string, Candidate>,
): Omit<RowFingerprint, 'isKeyUnique'> | null {
  const rowPath = findRowPath(element, lookalikes, byUid);
  if (rowPath === '') return null;
  const rowElements = collectRowElements(element, rowPath, candidates).filter(({ visible }) => visible);
  const text = findOutermost(rowElements)
    .map((candidate) => candidate.text || candidate.name)
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, MAX_ROW_LENGTH);
  const isNaming = (candidate: Candidate): boolean => /\p{L}{2}|\d{3}/u.test(getNameOrText(candidate));
  const namingElements = KEY_ROLES.flatMap(
    (roles) => rowElements.find((candidate) => roles.includes(candidate.role) && isNaming(candidate)) ?? [],
  );
  const key = normalise(getNameOrText(namingElements[0] ?? element));
  const tag = /([^/[]+)(?:\[\d+\])?$/u.exec(rowPath)?.[1] ?? '';
  return key === '' && text === '' ? null : { key, text, tag };
}
