/** Resolves ordinals: "the second result". */
import type { Candidate } from '../../../contract/index.js';
import type { Reading } from '../language/steps.js';
import { LIST_KINDS, type RoleWord, WRITTEN_THINGS } from '../lexicon/roles.js';
import { keepNamedKind, isLink, scoreKind } from './kinds.js';
import { findListEntries } from './lists.js';
import { keepBestPlaced, scorePlace } from './places.js';
import { ACCEPT, BAND, scoreCandidate, type Scored, type Wanted } from './score.js';
import { isTopic } from './topic.js';
import type { View } from './view.js';

const WRITTEN: ReadonlySet<string> = new Set(WRITTEN_THINGS);

/** Landmarks that contain links rather than list entries, and names of controls that create or show entries. */
const OUTSIDE: ReadonlySet<string> = new Set(['header', 'nav', 'footer', 'aside']);
const CREATES_OR_SHOWS = /^\P{L}*(?:add|new|create|all|my|view|show)\b/iu;

/** Returns the elements that a reading with an ordinal counts, in reading order. */
export const listCounted = (reading: Reading, view: View, wanted: Wanted): readonly Candidate[] =>
  listFor(reading, view, wanted).list;

/** Returns the element at the ordinal's position among those that match. */
export function findCounted(reading: Reading, view: View, wanted: Wanted): Scored | null {
  const nth = reading.nth!;
  const { list, sure } = listFor(reading, view, wanted);
  const chosen = nth > 0 ? list[nth - 1] : list[list.length + nth];
  // "The last" of a single element is valid only if the instruction names a place.
  if (!chosen || (nth !== 1 && list.length < 2 && !(nth === -1 && reading.place))) return null;
  return { candidate: chosen, score: 0.95 * reading.prior * Math.max(sure, 0.8), reading };
}

function listFor(reading: Reading, view: View, wanted: Wanted): { list: readonly Candidate[]; sure: number } {
  const suits = (c: Candidate): number => (wanted.out?.has(c.uid) ? 0 : wanted.suits(c));
  const inPlace = (c: Candidate): boolean => !reading.place || scorePlace(c, reading.place, view) >= 0.85;
  /** Keeps only elements in the place if they are counted as a list. */
  const standing = (fits: (c: Candidate) => boolean): ((c: Candidate) => boolean) => {
    const there = new Set(keepBestPlaced(view.candidates.filter(fits), reading.place).map((c) => c.uid));
    return (c) => there.has(c.uid);
  };
  const entries = (kind: RoleWord): Candidate[] =>
    mergeSameEntries(
      findListEntries(
        view,
        kind,
        standing((c) => inPlace(c) && suits(c) > 0),
      ),
      view,
    );
  let list: Candidate[];
  let sure = 1;
  if (reading.phrase) {
    const plain = { ...reading, nth: null };
    const scored = view.candidates
      .map((c) => ({ c, s: suits(c) > 0 ? scoreCandidate(plain, c, wanted.suits(c), view, wanted) : 0 }))
      .filter(({ s }) => s >= ACCEPT);
    const best = Math.max(0, ...scored.map(({ s }) => s));
    const alike = scored.filter(({ s }) => s >= best - BAND);
    const top = alike.find(({ s }) => s === best);
    list = mergeSameEntries(
      keepBestPlaced(
        alike.filter(({ c }) => c.role === top!.c.role).map(({ c }) => c),
        reading.place,
      ),
      view,
    );
    sure = best;
    // "the second letter", or "the first order" on the orders page: the names of the entries do not contain their kind.
    const ownNames = list.filter((c) => !OUTSIDE.has(c.landmark) && !CREATES_OR_SHOWS.test(c.name || c.text));
    const isOwn = ownNames.length < Math.max(2, Math.abs(reading.nth!));
    const written = list.length < Math.abs(reading.nth!) && WRITTEN.has(reading.phrase.toLowerCase());
    if (written || (isOwn && isTopic(reading.phrase, view))) {
      // A form for one entry is not a list of entries.
      const listed = entries('item');
      list = written || listed.every(isLink) ? listed : [];
      sure = 1;
    }
  } else if (!reading.role || LIST_KINDS.has(reading.role) || reading.role === 'dialog') {
    list = entries(reading.role === 'dialog' || !reading.role ? 'item' : reading.role);
  } else {
    const kind = reading.role;
    list = keepBestPlaced(
      keepNamedKind(view.candidates, (c) => c, wanted.target.text).filter(
        (c) =>
          !wanted.out?.has(c.uid) &&
          scoreKind(c, kind) >= 0.99 &&
          inPlace(c) &&
          (c.interactive || kind === 'heading' || kind === 'image'),
      ),
      reading.place,
    );
  }
  return { list, sure };
}

/** Removes repetitions, such as a title that links to the same page as the image before it. */
export function mergeSameEntries(list: readonly Candidate[], view: View): Candidate[] {
  return list.filter((c, i) => {
    const before = list[i - 1];
    return (
      !before || !view.address(c) || view.address(c) !== view.address(before) || c.parent !== before.parent
    );
  });
}
