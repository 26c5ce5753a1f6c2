/** Finds all elements that a target means, except the excluded ones: "every Remove button". */
import type { Candidate } from '../../../contract/index.js';
import { LIST_KINDS } from '../lexicon/roles.js';
import type { Place, Interpretation, Target } from '../language/steps.js';
import { readTarget } from '../language/target.js';
import { mergeSameEntries } from './ordinals.js';
import { isTickable, scoreKind } from './kinds.js';
import { findListEntries } from './lists.js';
import { findByLooks } from './looks.js';
import { getName } from './names.js';
import { keepBestPlacedElements, scorePlace } from './places.js';
import { findOwnRow, hasWordsInRow } from './own-row.js';
import { stem, tokenizeContent } from '../text.js';
import {
  MIN_ACCEPTED_SCORE,
  NAME_TIE_MARGIN,
  scoreCandidate,
  MIN_FULL_NAME_SCORE,
  type GroundingRequest,
} from './score.js';
import { findRowsWithValue } from './rows-by-value.js';
import { isListedNoun } from './topic.js';
import type { View } from './view.js';

/** A request for all elements of a target. */
export interface FindAllRequest extends GroundingRequest {
  /**
   * Whether `scoreSuitability` accepts only one kind, such as checkboxes. The target may then be the heading above
   * them.
   */
  selectsOneKind?: boolean;
}

/** Elements with at least this place score count as being in the place. */
const MIN_PLACE_FIT = 0.85;
/** Words that mean only "all of them", or only a kind of element. */
const GENERIC_PHRASE =
  /^(?:(?:all|every|each|any|both|of|the|them|these|those|check|tick|(?:one|thing|everything|item|row|box|option|choice|field|element|section|panel|part|button|link|checkbox|switch|toggle|message|letter|conversation|mail|e-?mail|product|result|file|record|line)(?:e?s)?|entry|entries)\b ?)*$/iu;
/** Quantifiers before a noun: "all items". */
const QUANTIFIERS =
  /^(?:(?:all|every|each|any|both|of|the|first|last|\d+|two|three|four|five|six|seven|eight|nine|ten)\s+)+(?=\S)/iu;
/** Names of a "select all" checkbox, which does not count as one of the checkboxes. */
export const SELECT_ALL_NAME =
  /^\P{L}*(?:(?:select|check|tick|pick|mark|choose|(?:de|un)select)? ?(?:all|every(?:thing| \p{L}+)?)(?: (?:rows|items|of them|messages|results|products|files))?|(?:select|check|tick|mark|toggle) (?:all|every) .+)$/iu;
const EXCEPTION = /,?\s+(?:except|but|apart from|other than|excluding|without|save for)\b.*$/iu;

/** Whether the target names only a kind of element. */
export const hasOnlyKind = ({ interpretations }: Target): boolean =>
  GENERIC_PHRASE.test(interpretations[0].phrase);

/** Returns all matching elements in reading order, without those that the target excludes. */
export function findAll(request: FindAllRequest, view: View): Candidate[] {
  const { target } = request;
  const foundByUid = new Map(findInRowsWithValue(request, view).map((c) => [c.uid, c]));
  for (const alternative of foundByUid.size > 0 ? [] : [target, ...(target.or ?? [])])
    for (const c of findTargetElements({ ...request, target: alternative }, view)) foundByUid.set(c.uid, c);
  const matches = [...foundByUid.values()].sort((a, b) => a.order - b.order);
  const excludedUids = findExcludedElements(target, matches, request, view);
  return matches.filter((c) => !excludedUids.has(c.uid));
}

/**
 * Returns the elements in the rows that the target identifies by a value: "delete all cakes", "tick the pending ones".
 */
export function findInRowsWithValue(request: FindAllRequest, view: View): Candidate[] {
  const { target, scoreSuitability, selectsOneKind, asField } = request;
  const commandInterpretation = target.interpretations.find(({ place }) => place?.relation === 'for');
  if (!commandInterpretation && !selectsOneKind && !asField) return [];
  const words = commandInterpretation?.place?.words ?? target.text;
  const rows = findRowsWithValue(words.replace(EXCEPTION, ''), view);
  const elementsByRow = rows.map((row) =>
    view.candidates.filter(
      (c) =>
        scoreSuitability(c) > 0 &&
        view.getAncestors(c).includes(row) &&
        (!commandInterpretation || c.interactive) &&
        (!commandInterpretation || startsWith(c, commandInterpretation.phrase)),
    ),
  );
  // If a row has several such elements, it is not clear which one is meant.
  return elementsByRow.every(({ length }) => length === 1) ? elementsByRow.flat() : [];
}

function findTargetElements(request: FindAllRequest, view: View): Candidate[] {
  const { interpretations } = request.target;
  for (const interpretation of interpretations) {
    const list = findElementsByInterpretation(interpretation, request, view);
    if (list.length) return list;
  }
  const lookalikes =
    request.asField || request.selectsOneKind
      ? []
      : findByLooks(request.target.text, view, request.scoreSuitability);
  if (lookalikes.length) return lookalikes;
  if (!request.selectsOneKind) return [];
  const { phrase, place } = interpretations[0];
  if (phrase && !GENERIC_PHRASE.test(phrase)) {
    const elements = findElementsByInterpretation(
      { ...interpretations[0], phrase: '', place: { relation: 'in', words: phrase } },
      request,
      view,
    );
    // "the first three orders" on the orders page means the checkboxes of its list.
    const areEntries = !elements.length && isListedNoun(phrase, view);
    return areEntries
      ? findElementsByInterpretation({ ...interpretations[0], phrase: '', role: null, place }, request, view)
      : elements;
  }
  return findElementsByInterpretation(
    { ...interpretations[0], phrase: '', role: null, place },
    request,
    view,
  );
}

function findElementsByInterpretation(
  interpretation: Interpretation,
  request: FindAllRequest,
  view: View,
): Candidate[] {
  const { phrase, role, place } = interpretation;
  const scoreSuitability = (c: Candidate): number =>
    request.triedUids?.has(c.uid) || request.excludedUids?.has(c.uid) ? 0 : request.scoreSuitability(c);
  const isInPlace = createPlaceTest(place, view);
  const suitableCandidates = view.candidates.filter(
    (c) => scoreSuitability(c) > 0 && !(isTickable(c) && SELECT_ALL_NAME.test(getName(c))),
  );
  if (phrase) {
    const nameInterpretation: Interpretation = { ...interpretation, nth: null, place: null, prior: 1 };
    const scored = suitableCandidates
      .map((c) => ({ c, s: scoreCandidate(nameInterpretation, c, scoreSuitability(c), view, request) }))
      .filter(({ c, s }) => s >= MIN_ACCEPTED_SCORE && isInPlace(c));
    const best = Math.max(0, ...scored.map(({ s }) => s));
    const bestMatches = scored.filter(({ s }) => s >= best - NAME_TIE_MARGIN);
    // The buttons “Remove the blue mug” and “Remove tea” both match "every Remove button".
    const prefixMatches = scored.filter(({ c }) => startsWith(c, phrase));
    return filterByPlace(
      bestMatches.length > 1 || !prefixMatches.length ? bestMatches : prefixMatches,
      place,
      view,
    ).map(({ c }) => c);
  }
  if (role && LIST_KINDS.has(role) && !request.selectsOneKind)
    return mergeSameEntries(
      findListEntries(view, role, (c) => scoreSuitability(c) > 0 && isInPlace(c)),
      view,
    );
  if (!role && !request.selectsOneKind && !place) return [];
  if (!role && !request.selectsOneKind)
    return suitableCandidates.filter((c) => c.interactive && isInPlace(c));
  const fits = suitableCandidates
    .map((c) => ({ c, s: role ? scoreKind(c, role) : 1 }))
    .filter(({ c }) => isInPlace(c));
  const best = Math.max(request.selectsOneKind ? 0 : 0.9, ...fits.map(({ s }) => s));
  return keepBestPlacedElements(
    fits.filter(({ s }) => request.selectsOneKind || s >= best - 0.001).map(({ c }) => c),
    place,
  );
}

const startsWith = (c: Candidate, phrase: string): boolean =>
  `${c.name || c.text} `.toLowerCase().startsWith(`${phrase.toLowerCase()} `);

function filterByPlace<T extends { c: Candidate }>(list: readonly T[], place: Place | null, view: View): T[] {
  const all = list.map(({ c }) => c);
  // "on all posts by Ana": a container of several posts also contains "Ana", so only the post's own row counts.
  const elementsInRow =
    place?.relation === 'near' ? all.filter((c) => hasWordsInRow(c, place.words, all, view)) : [];
  const keptElements = new Set(elementsInRow.length ? elementsInRow : keepBestPlacedElements(all, place));
  const placedItems = list.filter(({ c }) => keptElements.has(c));
  return place?.relation === 'for' ? keepDistinguishedElements(placedItems, place.words, view) : placedItems;
}

/** Keeps the elements whose rows contain all words that only some of the rows contain: "all the overdue books". */
function keepDistinguishedElements<T extends { c: Candidate }>(
  list: readonly T[],
  words: string,
  view: View,
): T[] {
  const all = list.map(({ c }) => c);
  const rowWords = all.map((c) => {
    const row = findOwnRow(c, all, view);
    return row && new Set(tokenizeContent(`${row.name} ${row.text}`).map(stem));
  });
  const distinguishingWords = tokenizeContent(words.replace(EXCEPTION, ''))
    .map(stem)
    .filter((word) => {
      const count = rowWords.filter((row) => row?.has(word)).length;
      return count > 0 && count < all.length;
    });
  return list.filter(
    (_item, i) => !rowWords[i] || distinguishingWords.every((word) => rowWords[i]!.has(word)),
  );
}

/**
 * Creates a test for elements in the place. With "for", the words describe what a control belongs to. In "for message
 * in Spam", the page need not contain the word "message", but the element must be in “Spam”.
 */
function createPlaceTest(place: Place | null, view: View): (c: Candidate) => boolean {
  if (!place) return () => true;
  if (place.relation !== 'for') return (c) => scorePlace(c, place, view) >= MIN_PLACE_FIT;
  const interpretations = readTarget(
    place.words.replace(EXCEPTION, '').replace(QUANTIFIERS, ''),
    [],
  ).interpretations;
  const genericInterpretations = interpretations.filter((r) => GENERIC_PHRASE.test(r.phrase));
  const interpretation =
    genericInterpretations.find((r) => r.place !== null) ??
    genericInterpretations[0] ??
    interpretations.find((r) => r.place !== null) ??
    interpretations[0];
  return (c) =>
    (!interpretation.place || scorePlace(c, interpretation.place, view) >= MIN_PLACE_FIT) &&
    (GENERIC_PHRASE.test(interpretation.phrase) ||
      scorePlace(c, { relation: 'in', words: interpretation.phrase }, view) >= MIN_PLACE_FIT);
}

/** Returns the matching elements that "not the first", "except Archive" or "but not in the footer" exclude. */
export function findExcludedElements(
  { not = [] }: Target,
  fits: readonly Candidate[],
  request: GroundingRequest,
  view: View,
): ReadonlySet<string> {
  const excludedUids = new Set<string>();
  for (const exclusion of not) {
    for (const interpretation of exclusion.interpretations) {
      const excludedElements = findExcludedByInterpretation(interpretation, fits, request, view);
      // An interpretation that excludes all elements is wrong, unless its words are exactly the name.
      const isExactName = interpretation.phrase.toLowerCase() === exclusion.text.toLowerCase();
      if (!excludedElements.length || (excludedElements.length === fits.length && !isExactName)) continue;
      for (const c of excludedElements) excludedUids.add(c.uid);
      break;
    }
  }
  return excludedUids;
}

function findExcludedByInterpretation(
  interpretation: Interpretation,
  fits: readonly Candidate[],
  request: GroundingRequest,
  view: View,
): Candidate[] {
  const { phrase, role, nth, place } = interpretation;
  let list = [...fits];
  if (place)
    list = list.filter(
      (c) => scorePlace(c, place, view) >= MIN_PLACE_FIT || hasWordsInRow(c, place.words, fits, view),
    );
  const rows = phrase ? findRowsWithValue(phrase, view) : [];
  const elementsInRows = list.filter((c) => view.getAncestors(c).some((a) => rows.includes(a)));
  if (elementsInRows.length > 0) list = elementsInRows;
  else if (phrase && !GENERIC_PHRASE.test(phrase)) {
    const nameInterpretation: Interpretation = {
      ...interpretation,
      role: null,
      nth: null,
      place: null,
      prior: 1,
    };
    const scored = list.map((c) => ({ c, s: scoreCandidate(nameInterpretation, c, 1, view, request) }));
    const best = Math.max(0, ...scored.map(({ s }) => s));
    const namedElements = scored
      .filter(({ s }) => s >= Math.max(MIN_ACCEPTED_SCORE, best - NAME_TIE_MARGIN))
      .map(({ c }) => c);
    list =
      best >= MIN_FULL_NAME_SCORE || namedElements.length
        ? namedElements
        : list.filter((c) => hasWordsInRow(c, phrase, fits, view));
  } else if (role && nth === null) list = list.filter((c) => scoreKind(c, role) >= 0.99);
  if (nth === null) return phrase || role || place ? list : [];
  const chosen = nth > 0 ? list[nth - 1] : list.at(nth);
  return chosen ? [chosen] : [];
}
