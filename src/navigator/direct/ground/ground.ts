/**
 * Target phrase → element. Every reading of the phrase is scored against every candidate that suits the
 * purpose; the best is taken only when it agrees well and clearly better than anything else that would
 * do something different.
 */
import type { Candidate } from '../../../contract/index.js';
import { LIST_KINDS } from '../lexicon/roles.js';
import type { Reading, Target } from '../language/steps.js';
import { agreement, contentTokens } from '../text.js';
import { isField, isSelect, isSlider, isTickable, kindFit } from './kinds.js';
import { listOf } from './lists.js';
import { namings } from './names.js';
import { mostInPlace, placeFit } from './places.js';
import type { View } from './view.js';

/** At least this much agreement before anything is acted on. */
export const ACCEPT = 0.74;
/** Above this a name is as good as said. */
export const STRONG = 0.86;
/** What is this close to the best might have been meant as well. */
export const MARGIN = 0.03;
/** Worth mentioning when nothing fits. */
const CLOSE = 0.4;

export interface Scored {
  candidate: Candidate;
  score: number;
  reading: Reading;
}

export type Grounding =
  | { kind: 'one'; hit: Scored; others: Scored[] }
  | { kind: 'several'; hits: Scored[] }
  | { kind: 'none'; closest: Scored[] };

export interface Wanted {
  target: Target;
  /** 0 rules a candidate out; below 1 makes it second choice. */
  suits: (c: Candidate) => number;
  asField?: boolean;
  /** Elements that were tried before. */
  not?: ReadonlySet<string>;
}

function nameFit(reading: Reading, c: Candidate, view: View, asField: boolean, quoted: boolean): number {
  if (!reading.phrase) return reading.role || reading.nth !== null ? 0.9 : 0;
  const near = (isField(c) || isTickable(c) || isSelect(c)) && !c.name ? nearText(c, view) : '';
  let best = 0;
  for (const { text, weight } of namings(c, near)) {
    const fit = agreement(reading.phrase, text, asField);
    if (fit.coverage < (quoted ? 0.9 : 0.5)) continue;
    // Missing words count double: "Export CSV" is not "Export PDF".
    const score =
      fit.score *
      weight *
      (fit.coverage >= 0.84 ? 1 : fit.coverage >= 0.69 ? Math.sqrt(fit.coverage) : fit.coverage);
    if (score > best) best = score;
  }
  return best;
}

/** The text beside a nameless control. */
function nearText(c: Candidate, view: View): string {
  // A label that nobody tied to its field stands right before it, or before the box it is wrapped in.
  for (const at of [c, ...view.ancestors(c).slice(0, 2)]) {
    const before = view.before(at);
    if (before && before.text.length <= 60 && !isField(before) && !isSelect(before)) return before.text;
  }
  const near = view.ancestors(c).find((a) => a.text.length > 0);
  return near && near.text.length <= 80 ? near.text : '';
}

function scoreOf(reading: Reading, c: Candidate, suit: number, view: View, wanted: Wanted): number {
  let score = nameFit(reading, c, view, wanted.asField === true, wanted.target.quoted);
  if (score === 0) return 0;
  // What nothing marks as clickable is taken by its exact words only.
  if (!c.interactive && suit <= 0.8 && score < 0.93) return 0;
  score *= suit * reading.prior;
  if (reading.role) score *= kindFit(c, reading.role);
  if (c.states.disabled) score *= 0.985;
  if (reading.place && score > 0.3) {
    const fit = placeFit(c, reading.place, view);
    score *= fit >= 0.5 ? 0.6 + 0.4 * fit : 0.5;
  }
  return score;
}

/** The candidate that a reading with an ordinal counts to, among those that agree. */
function count(reading: Reading, view: View, wanted: Wanted): Scored | null {
  const nth = reading.nth!;
  const inPlace = (c: Candidate): boolean => !reading.place || placeFit(c, reading.place, view) >= 0.85;
  /** Only those that stand in the place, when they are counted as a list. */
  const standing = (fits: (c: Candidate) => boolean): ((c: Candidate) => boolean) => {
    const there = new Set(mostInPlace(view.candidates.filter(fits), reading.place).map((c) => c.uid));
    return (c) => there.has(c.uid);
  };
  let list: Candidate[];
  let sure = 1;
  if (reading.phrase) {
    const plain = { ...reading, nth: null };
    const scored = view.candidates
      .map((c) => ({ c, s: wanted.suits(c) > 0 ? scoreOf(plain, c, wanted.suits(c), view, wanted) : 0 }))
      .filter(({ s }) => s >= ACCEPT);
    const best = Math.max(0, ...scored.map(({ s }) => s));
    const alike = scored.filter(({ s }) => s >= best - 0.06);
    const top = alike.find(({ s }) => s === best);
    list = distinct(
      mostInPlace(
        alike.filter(({ c }) => c.role === top!.c.role).map(({ c }) => c),
        reading.place,
      ),
      view,
    );
    sure = best;
  } else if (!reading.role || LIST_KINDS.has(reading.role)) {
    list = distinct(
      listOf(
        view,
        reading.role ?? 'item',
        standing((c) => inPlace(c) && wanted.suits(c) > 0),
      ),
      view,
    );
  } else {
    const kind = reading.role;
    list = mostInPlace(
      view.candidates.filter(
        (c) =>
          kindFit(c, kind) >= 0.99 && inPlace(c) && (c.interactive || kind === 'heading' || kind === 'image'),
      ),
      reading.place,
    );
  }
  const chosen = nth > 0 ? list[nth - 1] : list[list.length + nth];
  // The last of one is that one, where a place was named that has only one.
  if (!chosen || (nth !== 1 && list.length < 2 && !(nth === -1 && reading.place))) return null;
  return { candidate: chosen, score: 0.95 * reading.prior * Math.max(sure, 0.8), reading };
}

/** Leaves out what repeats the one before it: a picture and a title that lead to the same place. */
function distinct(list: readonly Candidate[], view: View): Candidate[] {
  return list.filter((c, i) => {
    const before = list[i - 1];
    return (
      !before || !view.address(c) || view.address(c) !== view.address(before) || c.parent !== before.parent
    );
  });
}

/** Two candidates that do the same, so that it does not matter which is taken. */
export function sameEffect(a: Candidate, b: Candidate, view: View): boolean {
  if (a.uid === b.uid) return true;
  const [x, y] = [view.address(a), view.address(b)];
  if (x && x === y) return true;
  if (view.ancestors(a).some((p) => p.uid === b.uid) || view.ancestors(b).some((p) => p.uid === a.uid))
    return !(isField(a) || isField(b)) || a.interactive !== b.interactive;
  return false;
}

/** Small reasons between equals: what a person would more likely mean. */
function preference(c: Candidate, view: View): number {
  let p = 0;
  if (view.dialogOpen && view.inDialog(c)) p += 0.05;
  if (c.interactive) p += 0.004;
  if (['a', 'button', 'input', 'select', 'textarea', 'summary'].includes(c.tag)) p += 0.003;
  if (c.inViewport) p += 0.002;
  if (c.states.current) p -= 0.004;
  // A link that leads nowhere is a worse guess than one that does.
  if (c.role === 'link' && /^(?:javascript:|#!?$)/iu.test(c.attributes.href ?? '')) p -= 0.035;
  return p;
}

export function ground(wanted: Wanted, view: View): Grounding {
  const { target } = wanted;
  const pool = view.candidates
    .map((c) => ({ c, suit: wanted.not?.has(c.uid) ? 0 : wanted.suits(c) }))
    .filter(({ suit }) => suit > 0);
  const best = new Map<string, Scored>();
  const keep = (s: Scored): void => {
    const before = best.get(s.candidate.uid);
    if (s.score > (before?.score ?? 0)) best.set(s.candidate.uid, s);
  };
  for (const reading of target.readings) {
    if (reading.nth !== null) {
      const hit = count(reading, view, wanted);
      if (hit && !wanted.not?.has(hit.candidate.uid)) keep(hit);
      continue;
    }
    // A role or place alone names something only where there is exactly one of it.
    if (!reading.phrase) {
      const list = pool.filter(
        ({ c }) =>
          reading.role &&
          kindFit(c, reading.role) >= 0.99 &&
          (!reading.place || placeFit(c, reading.place, view) >= 0.9),
      );
      for (const { c, suit } of list)
        keep({ candidate: c, score: (list.length <= 4 ? 0.8 : 0.5) * suit, reading });
      continue;
    }
    for (const { c, suit } of pool) {
      const score = scoreOf(reading, c, suit, view, wanted);
      if (score > 0) keep({ candidate: c, score: score + preference(c, view), reading });
    }
  }
  const ranked = [...best.values()].sort(
    (a, b) => b.score - a.score || a.candidate.order - b.candidate.order,
  );
  return settleOn(ranked, view);
}

/** One, several equally good, or none. */
export function settleOn(ranked: readonly Scored[], view: View): Grounding {
  const top = ranked[0];
  if (!top || top.score < ACCEPT)
    return { kind: 'none', closest: distinctNames(ranked.filter((s) => s.score >= CLOSE)).slice(0, 3) };
  const rivals = ranked.filter((s) => s.score >= top.score - MARGIN && s.score >= ACCEPT);
  const different: Scored[] = [];
  for (const rival of rivals)
    if (!different.some((d) => sameEffect(d.candidate, rival.candidate, view))) different.push(rival);
  const same = different.filter(
    (s) =>
      s.reading.phrase !== s.reading.phrase.toLowerCase() &&
      [s.candidate.name, s.candidate.text].includes(s.reading.phrase),
  );
  if (different.length > 1 && same.length === 1)
    return { kind: 'one', hit: same[0]!, others: different.filter((d) => d !== same[0]) };
  if (different.length > 1) return { kind: 'several', hits: different };
  // Of those that do the same, the control itself rather than what wraps it.
  const hit = rivals.find((s) => s.candidate.interactive && s.score >= top.score - 0.01) ?? top;
  return {
    kind: 'one',
    hit,
    others: ranked.filter(
      (s) => s !== hit && !sameEffect(s.candidate, hit.candidate, view) && s.score >= ACCEPT,
    ),
  };
}

function distinctNames(list: readonly Scored[]): Scored[] {
  const seen = new Set<string>();
  return list.filter(({ candidate: c }) => {
    const key = contentTokens(c.name || c.text).join(' ');
    return key !== '' && !seen.has(key) && (seen.add(key), true);
  });
}

/** Suits for clicking. Things that nothing marks as clickable are a last resort, and only by their exact words. */
export const clickable = (c: Candidate): number => {
  if (!c.visible) return 0;
  if (isSlider(c)) return 0.75;
  if (c.interactive) return isField(c) ? 0.9 : c.tag === 'label' ? 0.97 : isSelect(c) ? 0.95 : 1;
  return c.text.length > 0 &&
    c.text.length <= 80 &&
    !['heading', 'paragraph', 'form', 'navigation', 'main'].includes(c.role)
    ? 0.8
    : 0;
};
