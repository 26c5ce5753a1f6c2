/**
 * Finds a recorded element on the page: the only element with its role and name. Row, section and attributes
 * distinguish repeated controls. An uncertain match is `not-found`. Pure.
 */
import type { Candidate, ElementFingerprint, Observation } from '../contract/index.js';
import { createFingerprint, type ElementIndex, indexElements } from './create.js';
import { describeRecorded } from './describe.js';
import { nameOf } from './name.js';
import { isSamePage, isStableId, normalise, withoutCount, wordOverlap } from './text.js';

export type Location =
  | { status: 'found'; candidate: Candidate }
  /** `reason` is a sentence. `mayAppear`: the page may still be loading the element. */
  | { status: 'not-found'; reason: string; mayAppear: boolean };

export interface LocateOptions {
  /** The page has exactly the recorded URL, including ids and query. */
  isSameUrl: boolean;
  /** The action is irreversible: section and row must agree. */
  isStrict?: boolean;
}

interface Match {
  candidate: Candidate;
  current: ElementFingerprint;
}

/** Share of its words that a changed row must have kept to count as the recorded one. */
const MIN_ROW_OVERLAP = 0.5;

export function locate(
  recorded: ElementFingerprint,
  observation: Observation,
  options: LocateOptions,
): Location {
  const index = indexElements(observation);
  const matches = findByRoleAndName(recorded, index);
  const title = describeRecorded(recorded);
  const notFound = (reason: string, mayAppear = false): Location => ({
    status: 'not-found',
    reason,
    mayAppear,
  });
  if (matches.length === 0) return notFound(`${title} is not on the page.`, true);
  const inRow = filterByRow(matches, recorded);
  if (inRow.length === 0)
    return notFound(
      recorded.row && matches.length > 0
        ? `${title} of “${recorded.row.key || recorded.row.text}” is not on the page.`
        : `${title} is not on the page.`,
      true,
    );
  const remaining = narrow(inRow, recorded);
  const [first] = remaining;
  if (!first) return notFound(`${title} is not on the page.`, true);
  if (remaining.length > 1 && !areSameLink(remaining))
    return notFound(`The page has ${remaining.length} elements that may be ${title}.`);
  const mismatch = findMismatch(first, recorded, {
    ...options,
    wasNarrowed: matches.length > remaining.length,
  });
  return mismatch === null
    ? { status: 'found', candidate: first.candidate }
    : notFound(`${title} ${mismatch}`);
}

/** Visible, usable elements with the same role and name in the same frame. */
function findByRoleAndName(recorded: ElementFingerprint, index: ElementIndex): Match[] {
  const isUsable = (candidate: Candidate): boolean =>
    candidate.role === recorded.role &&
    candidate.visible &&
    !candidate.behindModal &&
    areSameFrames(recorded.frame ?? [], candidate.frame);
  const usable = index.candidates.filter(isUsable);
  const name = normalise(recorded.name);
  const withName = usable.filter((candidate) => normalise(nameOf(candidate)) === name);
  const toMatch = (candidate: Candidate): Match => ({
    candidate,
    current: createFingerprint(candidate, index),
  });
  if (withName.length > 0) return withName.map(toMatch);
  // “Basket (0)” matches “Basket (2)” if an identifying attribute also agrees.
  const nameWithoutCount = withoutCount(recorded.name);
  if (nameWithoutCount === '' || nameWithoutCount === name) return [];
  return usable
    .filter((candidate) => withoutCount(nameOf(candidate)) === nameWithoutCount)
    .map(toMatch)
    .filter(({ current }) => sharesIdentifyingAttribute(recorded, current));
}

const areSameFrames = (recorded: readonly string[], current: readonly string[]): boolean =>
  recorded.length === current.length && recorded.every((url, i) => isSamePath(url, current[i]!));

/** Compares frames by path only, because a site may be served from another origin. */
function isSamePath(recorded: string, current: string): boolean {
  if (!URL.canParse(recorded) || !URL.canParse(current)) return recorded === current;
  const path = (url: string): string => `http://frame${new URL(url).pathname}`;
  return isSamePage(path(recorded), path(current));
}

function filterByRow(matches: readonly Match[], { row, alike, name }: ElementFingerprint): Match[] {
  if (!row) return [...matches];
  const text = normalise(row.text);
  const equal = matches.filter(({ current }) => current.row && normalise(current.row.text) === text);
  if (equal.length > 0) return equal;
  // A changed row is identified by its key, if the key was and is unique.
  const isSelfNamed = row.key !== '' && row.key === normalise(name);
  const sameKey = matches.filter(
    ({ current }) => current.row && row.key !== '' && current.row.key === row.key,
  );
  const [only] = sameKey;
  if (only && sameKey.length === 1 && row.isKeyUnique) {
    if (isSelfNamed || wordOverlap(row.text, only.current.row?.text ?? '') >= MIN_ROW_OVERLAP) return [only];
    return [];
  }
  // An element with the same name as its row is identified without the row.
  return isSelfNamed && alike.count === 1 && matches.length === 1 ? [...matches] : [];
}

/** Compares one property after another and keeps the matching elements; skips properties that none matches. */
function narrow(matches: readonly Match[], recorded: ElementFingerprint): Match[] {
  const { attributes = {}, testIds = {} } = recorded;
  const comparisons: ((current: ElementFingerprint) => boolean)[] = [
    (current) => normalise(current.section) === normalise(recorded.section),
    (current) => current.landmark === recorded.landmark,
    (current) => normalise(current.text ?? '') === normalise(recorded.text ?? ''),
    // A number in an id may be a position, which is useless after the list has changed.
    ...Object.entries({ ...testIds, ...attributes })
      .filter(([name, value]) => (name !== 'id' && !(name in testIds)) || isStableId(value))
      .map(
        ([name, value]) =>
          (current: ElementFingerprint): boolean =>
            (current.testIds?.[name] ?? current.attributes?.[name]) === value,
      ),
    (current) => (current.inputType ?? '') === (recorded.inputType ?? ''),
    ...(needsNeighbours(recorded)
      ? [(current: ElementFingerprint) => hasSameNeighbour(recorded, current)]
      : []),
  ];
  return comparisons.reduce<Match[]>(
    (remaining, agrees) => {
      if (remaining.length < 2) return remaining;
      const agreeing = remaining.filter(({ current }) => agrees(current));
      return agreeing.length > 0 ? agreeing : remaining;
    },
    [...matches],
  );
}

/** Whether the element has no name, or its section contains several and no row distinguishes them. */
const needsNeighbours = ({ name, row, alike }: ElementFingerprint): boolean =>
  name === '' || (row === undefined && alike.inSection > 1);

const hasSameNeighbour = (recorded: ElementFingerprint, current: ElementFingerprint): boolean =>
  recorded.before !== undefined && normalise(recorded.before) === normalise(current.before ?? '');

const hasSameNeighbours = (recorded: ElementFingerprint, current: ElementFingerprint): boolean =>
  hasSameNeighbour(recorded, current) &&
  recorded.after !== undefined &&
  normalise(recorded.after) === normalise(current.after ?? '');

const isBetweenSameTexts = (recorded: ElementFingerprint, current: ElementFingerprint): boolean =>
  recorded.landmark === current.landmark &&
  (hasSameNeighbour(recorded, current) ||
    (recorded.after !== undefined && normalise(recorded.after) === normalise(current.after ?? '')));

/** Several links of one card may have the same `href`. */
function areSameLink(remaining: readonly Match[]): boolean {
  const href = remaining[0]?.current.attributes?.['href'];
  return href !== undefined && remaining.every(({ current }) => current.attributes?.['href'] === href);
}

/** Whether an attribute that identifies one element agrees: a test id, an id, a field's name, a link's `href`. */
function sharesIdentifyingAttribute(recorded: ElementFingerprint, current: ElementFingerprint): boolean {
  const before = { ...recorded.attributes, ...recorded.testIds };
  const after: Record<string, string> = { ...current.attributes, ...current.testIds };
  return Object.entries(before).some(([name, value]) => {
    if (after[name] !== value) return false;
    if (name === 'href') return !/^(?:#|javascript:)/u.test(value) && value !== '/';
    if (name === 'placeholder' || name === 'alt' || name === 'title') return normalise(value).length > 2;
    return name in (recorded.testIds ?? {}) || name === 'id' || name === 'name' ? isStableId(value) : false;
  });
}

/** Returns why the remaining element may be a different one, as the end of a sentence; null if it matches. */
function findMismatch(
  { current }: Match,
  recorded: ElementFingerprint,
  { isSameUrl, isStrict = false, wasNarrowed }: LocateOptions & { wasNarrowed: boolean },
): string | null {
  const sharesAttribute = sharesIdentifyingAttribute(recorded, current);
  const hasSection = withoutCount(recorded.section) === withoutCount(current.section);
  const hasRow =
    recorded.row !== undefined && current.row !== undefined && recorded.row.key === current.row.key;
  const isSelfNamed = hasRow && recorded.row?.key === normalise(recorded.name);
  if (isStrict && !(hasSection && (recorded.row === undefined || hasRow)))
    return `is in another place, and the action cannot be undone.`;
  if (recorded.name === '')
    return sharesAttribute || hasRow || (hasSection && hasSameNeighbour(recorded, current))
      ? null
      : 'has no name, and nothing else identifies it.';
  if (isSelfNamed || hasRow) return null;
  if (needsNeighbours(recorded) && !sharesAttribute && !hasSameNeighbour(recorded, current))
    return 'was one of several, and the text before it has changed.';
  // The recorded element was one of several, and this may be another of them.
  if (recorded.alike.count > 1 && recorded.row === undefined && !hasSection && !sharesAttribute)
    return 'was one of several, and the remaining one is in a different place.';
  if (recorded.alike.count === 1 && wasNarrowed && !hasSection && !sharesAttribute)
    return 'was the only one of its kind, and now there are several in other places.';
  if (hasSection || sharesAttribute) return null;
  // On another page or under another heading, but between the same two texts.
  if (recorded.alike.count === 1 && !wasNarrowed && hasSameNeighbours(recorded, current)) return null;
  // Under a renamed heading, but with the same neighbours.
  if (isSameUrl && recorded.alike.count === 1 && isBetweenSameTexts(recorded, current)) return null;
  // A control with a name of several words may have moved within the page.
  const isDistinctive = normalise(recorded.name).split(' ').length > 1;
  return isDistinctive && isSameUrl && recorded.alike.count === 1
    ? null
    : `is under “${current.section || 'no heading'}” now, and was under “${recorded.section || 'no heading'}”.`;
}
