/** Resolves ordinals: "the second result". */
import type { Candidate } from '../../../contract/index.js';
import type { Interpretation } from '../language/steps.js';
import { LIST_KINDS, type RoleWord, WRITTEN_ITEMS } from '../lexicon/roles.js';
import { keepNamedKind, isLink, scoreKind } from './kinds.js';
import { findListEntries } from './lists.js';
import { keepBestPlacedElements, scorePlace } from './places.js';
import {
  MIN_ACCEPTED_SCORE,
  NAME_TIE_MARGIN,
  scoreCandidate,
  type ScoredCandidate,
  type GroundingRequest,
} from './score.js';
import { isTopic } from './topic.js';
import type { View } from './view.js';

const writtenItems: ReadonlySet<string> = new Set(WRITTEN_ITEMS);

/** Landmarks that contain links rather than list entries. */
const OUTER_LANDMARKS: ReadonlySet<string> = new Set(['header', 'nav', 'footer', 'aside']);
/** Names of controls that create or show entries. */
const CREATES_OR_SHOWS = /^\P{L}*(?:add|new|create|all|my|view|show)\b/iu;

/** Returns the elements that the ordinal of an interpretation counts, in page order. */
export const listCountedElements = (
  interpretation: Interpretation,
  view: View,
  request: GroundingRequest,
): readonly Candidate[] => listByInterpretation(interpretation, view, request).list;

/** Returns the element at the ordinal's position among those that match. */
export function findByOrdinal(
  interpretation: Interpretation,
  view: View,
  request: GroundingRequest,
): ScoredCandidate | null {
  const nth = interpretation.nth!;
  const { list, confidence } = listByInterpretation(interpretation, view, request);
  const chosen = nth > 0 ? list[nth - 1] : list[list.length + nth];
  // With a single element, "the last" is valid only if the instruction names a place.
  if (!chosen || (nth !== 1 && list.length < 2 && !(nth === -1 && interpretation.place))) return null;
  return {
    candidate: chosen,
    score: 0.95 * interpretation.prior * Math.max(confidence, 0.8),
    interpretation,
  };
}

function listByInterpretation(
  interpretation: Interpretation,
  view: View,
  request: GroundingRequest,
): { list: readonly Candidate[]; confidence: number } {
  const scoreSuitability = (c: Candidate): number =>
    request.excludedUids?.has(c.uid) ? 0 : request.scoreSuitability(c);
  const isInPlace = (c: Candidate): boolean =>
    !interpretation.place || scorePlace(c, interpretation.place, view) >= 0.85;
  /** Returns a test for the elements that fit and are best placed. */
  const createPlaceFilter = (fits: (c: Candidate) => boolean): ((c: Candidate) => boolean) => {
    const placedUids = new Set(
      keepBestPlacedElements(view.candidates.filter(fits), interpretation.place).map((c) => c.uid),
    );
    return (c) => placedUids.has(c.uid);
  };
  const findEntries = (kind: RoleWord): Candidate[] =>
    mergeSameEntries(
      findListEntries(
        view,
        kind,
        createPlaceFilter((c) => isInPlace(c) && scoreSuitability(c) > 0),
      ),
      view,
    );
  let list: Candidate[];
  let confidence = 1;
  if (interpretation.phrase) {
    const plainInterpretation = { ...interpretation, nth: null };
    const scored = view.candidates
      .map((c) => ({
        c,
        s:
          scoreSuitability(c) > 0
            ? scoreCandidate(plainInterpretation, c, request.scoreSuitability(c), view, request)
            : 0,
      }))
      .filter(({ s }) => s >= MIN_ACCEPTED_SCORE);
    const best = Math.max(0, ...scored.map(({ s }) => s));
    const bestMatches = scored.filter(({ s }) => s >= best - NAME_TIE_MARGIN);
    const bestMatch = bestMatches.find(({ s }) => s === best);
    list = mergeSameEntries(
      keepBestPlacedElements(
        bestMatches.filter(({ c }) => c.role === bestMatch!.c.role).map(({ c }) => c),
        interpretation.place,
      ),
      view,
    );
    confidence = best;
    // "the second letter", or "the first order" on the orders page: the names of the entries do not contain their kind.
    const namedEntries = list.filter(
      (c) => !OUTER_LANDMARKS.has(c.landmark) && !CREATES_OR_SHOWS.test(c.name || c.text),
    );
    const areTooFew = namedEntries.length < Math.max(2, Math.abs(interpretation.nth!));
    const isWrittenItem =
      list.length < Math.abs(interpretation.nth!) && writtenItems.has(interpretation.phrase.toLowerCase());
    if (isWrittenItem || (areTooFew && isTopic(interpretation.phrase, view))) {
      // A form for one entry is not a list of entries.
      const entries = findEntries('item');
      list = isWrittenItem || entries.every(isLink) ? entries : [];
      confidence = 1;
    }
  } else if (
    !interpretation.role ||
    LIST_KINDS.has(interpretation.role) ||
    interpretation.role === 'dialog'
  ) {
    list = findEntries(
      interpretation.role === 'dialog' || !interpretation.role ? 'item' : interpretation.role,
    );
  } else {
    const kind = interpretation.role;
    list = keepBestPlacedElements(
      keepNamedKind(view.candidates, (c) => c, request.target.text).filter(
        (c) =>
          !request.excludedUids?.has(c.uid) &&
          scoreKind(c, kind) >= 0.99 &&
          isInPlace(c) &&
          (c.interactive || kind === 'heading' || kind === 'image'),
      ),
      interpretation.place,
    );
  }
  return { list, confidence };
}

/** Removes repetitions, such as a title that links to the same page as the image before it. */
export function mergeSameEntries(list: readonly Candidate[], view: View): Candidate[] {
  return list.filter((c, i) => {
    const previous = list[i - 1];
    return (
      !previous || !view.getUrl(c) || view.getUrl(c) !== view.getUrl(previous) || c.parent !== previous.parent
    );
  });
}
