/** Finds all elements of a target: "every Remove button", "the boxes under Toppings", without the excluded ones. */
import type { Candidate } from '../../../contract/index.js';
import { LIST_KINDS } from '../lexicon/roles.js';
import type { Place, Reading, Target } from '../language/steps.js';
import { readTarget } from '../language/target.js';
import { mergeSameEntries } from './count.js';
import { isTickable, scoreKind } from './kinds.js';
import { findListEntries } from './lists.js';
import { findByLooks } from './looks.js';
import { nameOf } from './names.js';
import { keepBestPlaced, scorePlace } from './places.js';
import { rowContains } from './own-row.js';
import { ACCEPT, BAND, scoreCandidate, STRONG, type Wanted } from './score.js';
import { isTopic } from './topic.js';
import type { View } from './view.js';

/** What to find if the words alone do not name a kind of element. */
export interface AllWanted extends Wanted {
  /** Whether `suits` already selects one kind (check boxes, disclosures), so that a heading above may name the set. */
  narrow?: boolean;
}

/** Minimum place score from which a place excludes other elements. */
const MIN_PLACE_FIT = 0.85;
/** Words that mean only "all of them", or only a kind of element. */
const GENERIC_PHRASE =
  /^(?:(?:all|every|each|any|both|of|the|them|these|those|check|tick|(?:one|thing|everything|item|row|box|option|choice|field|element|section|panel|part|button|link|checkbox|switch|toggle|message|letter|conversation|mail|e-?mail|product|result|file|record|line)(?:e?s)?|entry|entries)\b ?)*$/iu;
/** The words around the thing in "all items except the last". */
const HOW_MANY =
  /^(?:(?:all|every|each|any|both|of|the|first|last|\d+|two|three|four|five|six|seven|eight|nine|ten)\s+)+(?=\S)/iu;
/** Names of a "select all" box, which is not itself one of the boxes. */
const SELECT_ALL_NAME =
  /^\P{L}*(?:(?:select|check|tick|pick|mark|choose|(?:de|un)select)? ?(?:all|every(?:thing| \p{L}+)?)(?: (?:rows|items|of them|messages|results|products|files))?|(?:select|check|tick|mark|toggle) (?:all|every) .+)$/iu;
const EXCEPTION = /,?\s+(?:except|but|apart from|other than|excluding|without|save for)\b.*$/iu;

/** Whether the target gives only a kind of element, not a name. */
export const isNameless = ({ readings }: Target): boolean => GENERIC_PHRASE.test(readings[0].phrase);

/** Returns all matching elements in reading order, without those that the target excludes. */
export function findAll(wanted: AllWanted, view: View): Candidate[] {
  const { target } = wanted;
  const found = new Map<string, Candidate>();
  for (const one of [target, ...(target.or ?? [])])
    for (const c of elementsOfTarget({ ...wanted, target: one }, view)) found.set(c.uid, c);
  const list = [...found.values()].sort((a, b) => a.order - b.order);
  const out = findExcluded(target, list, wanted, view);
  return list.filter((c) => !out.has(c.uid));
}

function elementsOfTarget(wanted: AllWanted, view: View): Candidate[] {
  const { readings } = wanted.target;
  for (const reading of readings) {
    const list = elementsOfReading(reading, wanted, view);
    if (list.length) return list;
  }
  const alike = wanted.asField || wanted.narrow ? [] : findByLooks(wanted.target.text, view, wanted.suits);
  if (alike.length) return alike;
  if (!wanted.narrow) return [];
  const { phrase, place } = readings[0];
  if (phrase && !GENERIC_PHRASE.test(phrase)) {
    const there = elementsOfReading(
      { ...readings[0], phrase: '', place: { relation: 'in', words: phrase } },
      wanted,
      view,
    );
    // "the first three orders" on the orders page means the boxes of its list.
    const isOwn = !there.length && isTopic(phrase, view);
    return isOwn ? elementsOfReading({ ...readings[0], phrase: '', role: null, place }, wanted, view) : there;
  }
  return elementsOfReading({ ...readings[0], phrase: '', role: null, place }, wanted, view);
}

function elementsOfReading(reading: Reading, wanted: AllWanted, view: View): Candidate[] {
  const { phrase, role, place } = reading;
  const suits = (c: Candidate): number =>
    wanted.not?.has(c.uid) || wanted.out?.has(c.uid) ? 0 : wanted.suits(c);
  const there = isThere(place, view);
  const pool = view.candidates.filter(
    (c) => suits(c) > 0 && !(isTickable(c) && SELECT_ALL_NAME.test(nameOf(c))),
  );
  if (phrase) {
    const plain: Reading = { ...reading, nth: null, place: null, prior: 1 };
    const scored = pool
      .map((c) => ({ c, s: scoreCandidate(plain, c, suits(c), view, wanted) }))
      .filter(({ c, s }) => s >= ACCEPT && there(c));
    const best = Math.max(0, ...scored.map(({ s }) => s));
    const alike = scored.filter(({ s }) => s >= best - BAND);
    // "Remove the blue mug" and "Remove tea" both count as "every Remove".
    const longer = scored.filter(({ c }) => startsWith(c, phrase));
    return inPlace(alike.length > 1 || !longer.length ? alike : longer, place, view).map(({ c }) => c);
  }
  if (role && LIST_KINDS.has(role) && !wanted.narrow)
    return mergeSameEntries(
      findListEntries(view, role, (c) => suits(c) > 0 && there(c)),
      view,
    );
  if (!role && !wanted.narrow && !place) return [];
  if (!role && !wanted.narrow) return pool.filter((c) => c.interactive && there(c));
  const fits = pool.map((c) => ({ c, s: role ? scoreKind(c, role) : 1 })).filter(({ c }) => there(c));
  const best = Math.max(wanted.narrow ? 0 : 0.9, ...fits.map(({ s }) => s));
  return keepBestPlaced(
    fits.filter(({ s }) => wanted.narrow || s >= best - 0.001).map(({ c }) => c),
    place,
  );
}

const startsWith = (c: Candidate, phrase: string): boolean =>
  `${c.name || c.text} `.toLowerCase().startsWith(`${phrase.toLowerCase()} `);

function inPlace<T extends { c: Candidate }>(list: readonly T[], place: Place | null, view: View): T[] {
  const all = list.map(({ c }) => c);
  // "on all posts by Ana": a container of several posts also contains "Ana", so only the post's own row counts.
  const beside = place?.relation === 'near' ? all.filter((c) => rowContains(c, place.words, all, view)) : [];
  const kept = new Set(beside.length ? beside : keepBestPlaced(all, place));
  return list.filter(({ c }) => kept.has(c));
}

/**
 * "for message in Spam" describes what a control belongs to. The kind ("message") is not visible; name and place are.
 */
function isThere(place: Place | null, view: View): (c: Candidate) => boolean {
  if (!place) return () => true;
  if (place.relation !== 'for') return (c) => scorePlace(c, place, view) >= MIN_PLACE_FIT;
  const of = readTarget(place.words.replace(EXCEPTION, '').replace(HOW_MANY, ''), []).readings;
  const genericReadings = of.filter((r) => GENERIC_PHRASE.test(r.phrase));
  const reading =
    genericReadings.find((r) => r.place !== null) ??
    genericReadings[0] ??
    of.find((r) => r.place !== null) ??
    of[0];
  return (c) =>
    (!reading.place || scorePlace(c, reading.place, view) >= MIN_PLACE_FIT) &&
    (GENERIC_PHRASE.test(reading.phrase) ||
      scorePlace(c, { relation: 'in', words: reading.phrase }, view) >= MIN_PLACE_FIT);
}

/** Returns the matching elements that "not the first", "except Archive" or "but not in the footer" exclude. */
export function findExcluded(
  { not = [] }: Target,
  fits: readonly Candidate[],
  wanted: Wanted,
  view: View,
): ReadonlySet<string> {
  const out = new Set<string>();
  for (const other of not) {
    for (const reading of other.readings) {
      const hits = excludedBy(reading, fits, wanted, view);
      // An exclusion that leaves nothing is a wrong reading, unless the words are exactly the name.
      const whole = reading.phrase.toLowerCase() === other.text.toLowerCase();
      if (!hits.length || (hits.length === fits.length && !whole)) continue;
      for (const c of hits) out.add(c.uid);
      break;
    }
  }
  return out;
}

function excludedBy(reading: Reading, fits: readonly Candidate[], wanted: Wanted, view: View): Candidate[] {
  const { phrase, role, nth, place } = reading;
  let list = [...fits];
  if (place)
    list = list.filter(
      (c) => scorePlace(c, place, view) >= MIN_PLACE_FIT || rowContains(c, place.words, fits, view),
    );
  if (phrase && !GENERIC_PHRASE.test(phrase)) {
    const plain: Reading = { ...reading, role: null, nth: null, place: null, prior: 1 };
    const scored = list.map((c) => ({ c, s: scoreCandidate(plain, c, 1, view, wanted) }));
    const best = Math.max(0, ...scored.map(({ s }) => s));
    const named = scored.filter(({ s }) => s >= Math.max(ACCEPT, best - BAND)).map(({ c }) => c);
    list = best >= STRONG || named.length ? named : list.filter((c) => rowContains(c, phrase, fits, view));
  } else if (role && nth === null) list = list.filter((c) => scoreKind(c, role) >= 0.99);
  if (nth === null) return phrase || role || place ? list : [];
  const chosen = nth > 0 ? list[nth - 1] : list.at(nth);
  return chosen ? [chosen] : [];
}
