/**
 * Finds a recorded element on the page: the only element with its role and name. Row, section and attributes
 * distinguish repeated controls. An uncertain match is `not-found`. Pure.
 */
import type { Candidate, ElementFingerprint, Observation } from '../contract/index.js';
import { createFingerprint, type ElementIndex, indexElements } from './create.js';
import { describeRecordedElement } from './describe.js';
import { getNameOrText } from './name.js';
import { isSamePage, isStableId, normalise, removeCount, computeWordOverlap } from './text.js';

export type Location =
  | { status: 'found'; candidate: Candidate }
  /** `reason` is a sentence. `mayAppear`: the page may still be loading the element. */
  | { status: 'not-found'; reason: string; mayAppear: boolean };

export interface LocateOptions {
  /** Whether the page has exactly the recorded URL, including ids and query. */
  isSameUrl: boolean;
  /** Whether section and row must agree, because the action is irreversible. */
  isStrict?: boolean;
}

interface Match {
  candidate: Candidate;
  current: ElementFingerprint;
}

/** A row whose text has changed counts as the recorded row if it kept at least this share of its words. */
const MIN_ROW_OVERLAP = 0.5;

export function locateElement(
  recorded: ElementFingerprint,
  observation: Observation,
  options: LocateOptions,
): Location {
  const index = indexElements(observation);
  const matches = findByRoleAndName(recorded, index);
  const elementText = describeRecordedElement(recorded);
  const createNotFound = (reason: string, mayAppear = false): Location => ({
    status: 'not-found',
    reason,
    mayAppear,
  });
  if (matches.length === 0) return createNotFound(`${elementText} is not on the page.`, true);
  const matchesInRow = filterByRow(matches, recorded);
  if (matchesInRow.length === 0)
    return createNotFound(
      recorded.row && matches.length > 0
        ? `${elementText} of “${recorded.row.key || recorded.row.text}” is not on the page.`
        : `${elementText} is not on the page.`,
      true,
    );
  const remainingMatches = narrowMatches(matchesInRow, recorded);
  const [firstMatch] = remainingMatches;
  if (!firstMatch) return createNotFound(`${elementText} is not on the page.`, true);
  if (remainingMatches.length > 1 && !areSameLink(remainingMatches))
    return createNotFound(`The page has ${remainingMatches.length} elements that may be ${elementText}.`);
  const mismatch = findMismatch(firstMatch, recorded, {
    ...options,
    wasNarrowed: matches.length > remainingMatches.length,
  });
  return mismatch === null
    ? { status: 'found', candidate: firstMatch.candidate }
    : createNotFound(`${elementText} ${mismatch}`);
}

/** Finds visible, usable elements with the same role and name in the same frame. */
function findByRoleAndName(recorded: ElementFingerprint, index: ElementIndex): Match[] {
  const isUsable = (candidate: Candidate): boolean =>
    candidate.role === recorded.role &&
    candidate.visible &&
    !candidate.behindModal &&
    areSameFrames(recorded.frame ?? [], candidate.frame);
  const usableElements = index.candidates.filter(isUsable);
  const name = normalise(recorded.name);
  const elementsWithName = usableElements.filter((candidate) => normalise(getNameOrText(candidate)) === name);
  const toMatch = (candidate: Candidate): Match => ({
    candidate,
    current: createFingerprint(candidate, index),
  });
  if (elementsWithName.length > 0) return elementsWithName.map(toMatch);
  // “Basket (0)” matches “Basket (2)” if an identifying attribute also agrees.
  const nameWithoutCount = removeCount(recorded.name);
  if (nameWithoutCount === '' || nameWithoutCount === name) return [];
  return usableElements
    .filter((candidate) => removeCount(getNameOrText(candidate)) === nameWithoutCount)
    .map(toMatch)
    .filter(({ current }) => sharesIdentifyingAttribute(recorded, current));
}

const areSameFrames = (recorded: readonly string[], current: readonly string[]): boolean =>
  recorded.length === current.length && recorded.every((url, i) => isSamePath(url, current[i]!));

/**
 * Whether the frames' URLs have the same path. The origin is ignored, because a site may be served from another one.
 */
function isSamePath(recorded: string, current: string): boolean {
  if (!URL.canParse(recorded) || !URL.canParse(current)) return recorded === current;
  const toComparableUrl = (url: string): string => `http://frame${new URL(url).pathname}`;
  return isSamePage(toComparableUrl(recorded), toComparableUrl(current));
}

function filterByRow(matches: readonly Match[], { row, alike, name }: ElementFingerprint): Match[] {
  if (!row) return [...matches];
  const text = normalise(row.text);
  const matchesWithSameText = matches.filter(
    ({ current }) => current.row && normalise(current.row.text) === text,
  );
  if (matchesWithSameText.length > 0) return matchesWithSameText;
  // A changed row is identified by its key, if the key was and is unique.
  const isRowName = row.key !== '' && row.key === normalise(name);
  const matchesWithSameKey = matches.filter(
    ({ current }) => current.row && row.key !== '' && current.row.key === row.key,
  );
  const [onlyMatch] = matchesWithSameKey;
  if (onlyMatch && matchesWithSameKey.length === 1 && row.isKeyUnique) {
    if (isRowName || computeWordOverlap(row.text, onlyMatch.current.row?.text ?? '') >= MIN_ROW_OVERLAP)
      return [onlyMatch];
    return [];
  }
  // An element with the same name as its row is identified without the row.
  return isRowName && alike.count === 1 && matches.length === 1 ? [...matches] : [];
}

/** Compares one property after another and keeps the matching elements. Skips properties that no element matches. */
function narrowMatches(matches: readonly Match[], recorded: ElementFingerprint): Match[] {
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
    (remainingMatches, isEqual) => {
      if (remainingMatches.length < 2) return remainingMatches;
      const agreeingMatches = remainingMatches.filter(({ current }) => isEqual(current));
      return agreeingMatches.length > 0 ? agreeingMatches : remainingMatches;
    },
    [...matches],
  );
}

/** Whether the element has no name, or its section has several elements with its name and no row distinguishes them. */
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

/** Whether all remaining elements are links with the same `href`, such as several links of one card. */
function areSameLink(remainingMatches: readonly Match[]): boolean {
  const href = remainingMatches[0]?.current.attributes?.['href'];
  return href !== undefined && remainingMatches.every(({ current }) => current.attributes?.['href'] === href);
}

/** Whether an attribute that identifies one element agrees: a test id, an id, a field's name, a link's `href`. */
function sharesIdentifyingAttribute(recorded: ElementFingerprint, current: ElementFingerprint): boolean {
  const recordedAttributes = { ...recorded.attributes, ...recorded.testIds };
  const currentAttributes: Record<string, string> = { ...current.attributes, ...current.testIds };
  return Object.entries(recordedAttributes).some(([name, value]) => {
    if (currentAttributes[name] !== value) return false;
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
  const hasSameSection = removeCount(recorded.section) === removeCount(current.section);
  const hasSameRow =
    recorded.row !== undefined && current.row !== undefined && recorded.row.key === current.row.key;
  const isRowName = hasSameRow && recorded.row?.key === normalise(recorded.name);
  if (isStrict && !(hasSameSection && (recorded.row === undefined || hasSameRow)))
    return `is in another place, and the action cannot be undone.`;
  if (recorded.name === '')
    return sharesAttribute || hasSameRow || (hasSameSection && hasSameNeighbour(recorded, current))
      ? null
      : 'has no name, and nothing else identifies it.';
  if (isRowName || hasSameRow) return null;
  if (needsNeighbours(recorded) && !sharesAttribute && !hasSameNeighbour(recorded, current))
    return 'was one of several, and the text before it has changed.';
  // The recorded element was one of several, and this may be another of them.
  if (recorded.alike.count > 1 && recorded.row === undefined && !hasSameSection && !sharesAttribute)
    return 'was one of several, and the remaining one is in a different place.';
  if (recorded.alike.count === 1 && wasNarrowed && !hasSameSection && !sharesAttribute)
    return 'was the only one of its kind, and now there are several in other places.';
  if (hasSameSection || sharesAttribute) return null;
  // The element is on another page or under another heading, but the text before and after it is the same.
  if (recorded.alike.count === 1 && !wasNarrowed && hasSameNeighbours(recorded, current)) return null;
  // The heading may have been renamed: the element is still in the same landmark, next to the same text.
  if (isSameUrl && recorded.alike.count === 1 && isBetweenSameTexts(recorded, current)) return null;
  // A control with a name of several words may have moved within the page.
  const isDistinctive = normalise(recorded.name).split(' ').length > 1;
  return isDistinctive && isSameUrl && recorded.alike.count === 1
    ? null
    : `is under “${current.section || 'no heading'}” now, and was under “${recorded.section || 'no heading'}”.`;
}
