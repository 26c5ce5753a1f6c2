/**
 * Grounding: finds the element for a target phrase. Every reading of the phrase is scored against every candidate that
 * suits the purpose. The best candidate is accepted only if it agrees well, and clearly better than any candidate with
 * a different effect.
 */
import type { Candidate } from '../../../contract/index.js';
import { agreement, contentTokens } from '../text.js';
import { findAll, findExcluded } from './all.js';
import { findCounted } from './count.js';
import { keepNamedKind, looksLikeIcon, isField, isSelect, isSlider, scoreKind } from './kinds.js';
import { nameOf } from './names.js';
import { findOwnRow } from './own-row.js';
import { scorePlace } from './places.js';
import { findByLooks, isPainted } from './looks.js';
import { ACCEPT, STRONG, scoreCandidate, type Scored, type Wanted } from './score.js';
import type { View } from './view.js';

/** Candidates within this distance of the best are possible targets, too. */
export const MARGIN = 0.03;
/** Minimum score of a candidate that a message may mention if nothing matches. */
const MIN_MENTION_SCORE = 0.4;

export type Grounding =
  | { kind: 'one'; hit: Scored; others: Scored[] }
  | { kind: 'several'; hits: Scored[] }
  | { kind: 'none'; closest: Scored[] };

/** Whether two candidates have the same effect, so that either can be used. */
export function haveSameEffect(a: Candidate, b: Candidate, view: View): boolean {
  if (a.uid === b.uid) return true;
  const [x, y] = [view.address(a), view.address(b)];
  if (x && x === y) return true;
  if (view.ancestors(a).some((p) => p.uid === b.uid) || view.ancestors(b).some((p) => p.uid === a.uid))
    return !(isField(a) || isField(b)) || a.interactive !== b.interactive;
  return false;
}

/** A small bonus that decides between equal candidates: the one that a person more probably means. */
function preference(c: Candidate, view: View): number {
  let p = 0;
  if (view.dialogOpen && view.inDialog(c)) p += 0.05;
  if (c.behindModal) p -= 0.05;
  if (c.interactive) p += 0.004;
  if (['a', 'button', 'input', 'select', 'textarea', 'summary'].includes(c.tag)) p += 0.003;
  if (c.inViewport) p += 0.002;
  if (c.states.current) p -= 0.004;
  // A link without a destination is a worse guess than one with a destination.
  if (c.role === 'link' && /^(?:javascript:|#!?$)/iu.test(c.attributes.href ?? '')) p -= 0.035;
  return p;
}

export function ground(wanted: Wanted, view: View): Grounding {
  const { or = [], ...first } = wanted.target;
  if (!or.length) return groundByLooks(groundOne(wanted, view), wanted, view);
  // Prefers the best match. Among equals, prefers the alternative named first, and enabled elements over disabled ones.
  const found = [first, ...or].map((target) =>
    groundOne({ ...wanted, target: { ...target, not: [...(first.not ?? []), ...(target.not ?? [])] } }, view),
  );
  const worth = (g: Grounding): number => {
    if (g.kind === 'none') return 0;
    const hit = g.kind === 'one' ? g.hit : g.hits[0]!;
    return hit.score - (g.kind === 'several' ? 1 : 0) - (hit.candidate.states.disabled ? 2 : 0) + 4;
  };
  const best = Math.max(...found.map(worth));
  if (best === 0) {
    const closest = found.flatMap((g) => (g.kind === 'none' ? g.closest : []));
    return { kind: 'none', closest: distinctNames(closest.sort((a, b) => b.score - a.score)).slice(0, 3) };
  }
  return found.find((g) => worth(g) >= best - MARGIN)!;
}

/** Tries names first, then appearance. */
function groundByLooks(found: Grounding, wanted: Wanted, view: View): Grounding {
  const { target, asField } = wanted;
  const score = found.kind === 'one' ? found.hit.score : found.kind === 'several' ? found.hits[0]!.score : 0;
  if (score >= STRONG || asField || target.quoted || target.pronoun || target.readings[0].nth !== null)
    return found;
  const suits = (c: Candidate): number =>
    wanted.not?.has(c.uid) || wanted.out?.has(c.uid) ? 0 : wanted.suits(c);
  const hits = findByLooks(target.text, view, suits).map((candidate): Scored => ({
    candidate,
    score: 0.9,
    reading: target.readings[0],
  }));
  const [hit, ...others] = hits;
  if (!hit) return found;
  return wanted.any || !others.length ? { kind: 'one', hit, others } : { kind: 'several', hits };
}

function groundOne(wanted: Wanted, view: View): Grounding {
  const { target } = wanted;
  if (!target.not?.length) return groundWithoutExclusions(wanted, view);
  const out = findExcluded(
    target,
    findAll({ ...wanted, target: { ...target, not: [] } }, view),
    wanted,
    view,
  );
  // "The second, not the first": counts before excluding anything, unless the counted element is itself excluded.
  if (target.readings[0].nth !== null) {
    const counted = groundWithoutExclusions(wanted, view);
    if (counted.kind === 'one' && !out.has(counted.hit.candidate.uid)) return counted;
  }
  const found = groundWithoutExclusions({ ...wanted, out }, view);
  if (found.kind !== 'none' && !(found.kind === 'several' && wanted.any)) return found;
  // For a kind without a name, all elements of that kind that are not excluded.
  const reading = target.readings[0];
  const rest = findAll({ ...wanted, out, target: { ...target, not: [] } }, view).map((candidate): Scored => ({
    candidate,
    score: 0.9,
    reading,
  }));
  const [hit, ...others] = rest;
  if (!hit) return found;
  return wanted.any || !others.length ? { kind: 'one', hit, others } : { kind: 'several', hits: rest };
}

/** Prefers elements in an open dialog, and elements that are not covered. */
function preferInFront<T extends { c: Candidate }>(list: readonly T[], view: View): readonly T[] {
  const inside = view.dialogOpen ? list.filter(({ c }) => view.inDialog(c)) : [];
  if (inside.length > 0) return inside;
  const free = list.filter(({ c }) => !c.behindModal);
  return free.length > 0 ? free : list;
}

function groundWithoutExclusions(wanted: Wanted, view: View): Grounding {
  const { target } = wanted;
  const pool = view.candidates
    .map((c) => ({ c, suit: wanted.not?.has(c.uid) || wanted.out?.has(c.uid) ? 0 : wanted.suits(c) }))
    .filter(({ suit }) => suit > 0);
  const best = new Map<string, Scored>();
  const keep = (s: Scored): void => {
    const before = best.get(s.candidate.uid);
    if (s.score > (before?.score ?? 0)) best.set(s.candidate.uid, s);
  };
  for (const reading of target.readings) {
    if (reading.nth !== null) {
      const hit = findCounted(reading, view, wanted);
      if (hit && !wanted.not?.has(hit.candidate.uid)) keep(hit);
      continue;
    }
    // A role or place without a name is clear only if exactly one element matches.
    if (!reading.phrase) {
      const list = keepNamedKind(
        pool.filter(
          ({ c }) =>
            reading.role &&
            scoreKind(c, reading.role) >= 0.99 &&
            (!reading.place || scorePlace(c, reading.place, view) >= 0.9),
        ),
        ({ c }) => c,
        target.text,
      );
      const first = preferInFront(list, view);
      // "Click a checkbox": any one will do.
      for (const { c, suit } of wanted.any ? first.slice(0, 1) : first)
        keep({ candidate: c, score: (first.length <= 4 || wanted.any ? 0.8 : 0.5) * suit, reading });
      continue;
    }
    for (const { c, suit } of pool) {
      const score = scoreCandidate(reading, c, suit, view, wanted);
      if (score > 0) keep({ candidate: c, score: score + preference(c, view), reading });
    }
  }
  const ranked = [...best.values()].sort(
    (a, b) => b.score - a.score || a.candidate.order - b.candidate.order,
  );
  return chooseBest(ranked, view);
}

/** Returns one match, several equally good ones, or none. */
export function chooseBest(ranked: readonly Scored[], view: View): Grounding {
  const top = ranked[0];
  if (!top || top.score < ACCEPT)
    return {
      kind: 'none',
      closest: distinctNames(ranked.filter((s) => s.score >= MIN_MENTION_SCORE)).slice(0, 3),
    };
  const rivals = ranked.filter((s) => s.score >= top.score - MARGIN && s.score >= ACCEPT);
  const different: Scored[] = [];
  for (const rival of rivals)
    if (!different.some((d) => haveSameEffect(d.candidate, rival.candidate, view))) different.push(rival);
  const same = different.filter(
    (s) =>
      s.reading.phrase !== s.reading.phrase.toLowerCase() &&
      [s.candidate.name, s.candidate.text].includes(s.reading.phrase),
  );
  if (different.length > 1 && same.length === 1)
    return { kind: 'one', hit: same[0]!, others: different.filter((d) => d !== same[0]) };
  const whole = different.filter(isFullNameExceptNumber);
  if (different.length > 1 && whole.length === 1)
    return { kind: 'one', hit: whole[0]!, others: different.filter((d) => d !== whole[0]) };
  const own =
    different.length > 1 ? (findByOwnRow(different, view) ?? findInOpenDisclosure(different)) : null;
  if (own) return { kind: 'one', hit: own, others: different.filter((d) => d !== own) };
  if (different.length > 1) return { kind: 'several', hits: different };
  // Among candidates with the same effect, prefers the control over its wrapper.
  const hit = rivals.find((s) => s.candidate.interactive && s.score >= top.score - 0.01) ?? top;
  return {
    kind: 'one',
    hit,
    others: ranked.filter(
      (s) => s !== hit && !haveSameEffect(s.candidate, hit.candidate, view) && s.score >= ACCEPT,
    ),
  };
}

/**
 * Whether the phrase is the whole name except for a number: "{1} Active tickets", not "{2} Active tickets by version".
 */
function isFullNameExceptNumber({ candidate, reading }: Scored): boolean {
  const { coverage, precision } = agreement(reading.phrase, nameOf(candidate));
  return contentTokens(reading.phrase).length > 1 && coverage > 0.99 && precision === 1;
}

/** Returns the element inside a disclosure that is already open and has the same name. */
function findInOpenDisclosure(hits: readonly Scored[]): Scored | null {
  if (new Set(hits.map((h) => nameOf(h.candidate))).size > 1) return null;
  const rest = hits.filter((h) => h.candidate.states.expanded !== true);
  return rest.length === 1 ? rest[0]! : null;
}

/**
 * Among controls with the same name, one per row, returns the one whose own row contains the words. A box around all
 * rows contains them too.
 */
function findByOwnRow(hits: readonly Scored[], view: View): Scored | null {
  const list = hits.map((h) => h.candidate);
  if (new Set(list.map((c) => nameOf(c))).size > 1) return null;
  for (const words of new Set(hits.flatMap((h) => (h.reading.place ? [h.reading.place.words] : [])))) {
    const said = hits.filter((h) => {
      const row = findOwnRow(h.candidate, list, view);
      return row !== null && agreement(words, `${row.name} ${row.text}`).coverage >= 0.95;
    });
    if (said.length === 1) return said[0]!;
  }
  return null;
}

function distinctNames(list: readonly Scored[]): Scored[] {
  const seen = new Set<string>();
  return list.filter(({ candidate: c }) => {
    const key = contentTokens(c.name || c.text).join(' ');
    return key !== '' && !seen.has(key) && (seen.add(key), true);
  });
}

/**
 * Scores suitability for a click. Elements without any sign of being clickable are a last resort and must match
 * exactly.
 */
export const scoreClickable = (c: Candidate): number => {
  if (!c.visible) return 0;
  if (isSlider(c)) return 0.75;
  if (c.interactive) return isField(c) ? 0.9 : c.tag === 'label' ? 0.97 : isSelect(c) ? 0.95 : 1;
  if (looksLikeIcon(c)) return 0.8;
  return (c.text.length > 0 || isPainted(c)) &&
    c.text.length <= 80 &&
    !['heading', 'paragraph', 'form', 'navigation', 'main'].includes(c.role)
    ? 0.8
    : 0;
};
