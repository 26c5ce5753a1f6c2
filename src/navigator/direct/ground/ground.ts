/**
 * Grounding: finds the element for a target phrase. Every interpretation of the phrase is scored against every suitable
 * candidate. The best candidate is accepted only if it matches well, and clearly better than any candidate with a
 * different effect.
 */
import type { Candidate } from '../../../contract/index.js';
import { scoreAgreement, tokenizeContent } from '../text.js';
import { removeTopicWords } from './topic.js';
import { findAll, findExcludedElements } from './find-all.js';
import { findByOrdinal } from './ordinals.js';
import { keepNamedKind, looksLikeIcon, isField, isSelect, isSlider, scoreKind } from './kinds.js';
import { getName } from './names.js';
import { findOwnRow } from './own-row.js';
import { scorePlace } from './places.js';
import { findByLooks, isColoured } from './looks.js';
import {
  MIN_ACCEPTED_SCORE,
  MIN_FULL_NAME_SCORE,
  scoreCandidate,
  type ScoredCandidate,
  type GroundingRequest,
} from './score.js';
import type { View } from './view.js';

/** Candidates whose score is at most this much below the best are possible targets, too. */
export const TIE_MARGIN = 0.03;
/** Minimum score of candidates that a message may suggest if nothing matches. */
const MIN_MENTION_SCORE = 0.4;

export type Grounding =
  | { kind: 'one'; hit: ScoredCandidate; others: ScoredCandidate[] }
  | { kind: 'several'; hits: ScoredCandidate[] }
  | { kind: 'none'; closest: ScoredCandidate[] };

/** Whether two candidates have the same effect, so that either can be used. */
export function haveSameEffect(a: Candidate, b: Candidate, view: View): boolean {
  if (a.uid === b.uid) return true;
  const [x, y] = [view.getUrl(a), view.getUrl(b)];
  if (x && x === y) return true;
  if (view.getAncestors(a).some((p) => p.uid === b.uid) || view.getAncestors(b).some((p) => p.uid === a.uid))
    return !(isField(a) || isField(b)) || a.interactive !== b.interactive;
  return false;
}

/** Returns a small bonus for candidates that a person more probably means. It decides between equal matches. */
function getPreferenceBonus(c: Candidate, view: View): number {
  let bonus = 0;
  if (view.isDialogOpen && view.isInDialog(c)) bonus += 0.05;
  if (c.behindModal) bonus -= 0.05;
  if (c.interactive) bonus += 0.004;
  if (['a', 'button', 'input', 'select', 'textarea', 'summary'].includes(c.tag)) bonus += 0.003;
  if (c.inViewport) bonus += 0.002;
  if (c.states.current) bonus -= 0.004;
  // A link without a destination is a worse guess than one with a destination.
  if (c.role === 'link' && /^(?:javascript:|#!?$)/iu.test(c.attributes.href ?? '')) bonus -= 0.035;
  return bonus;
}

export function ground(request: GroundingRequest, view: View): Grounding {
  const { or = [], ...first } = request.target;
  if (!or.length) return groundByLooks(groundTarget(request, view), request, view);
  // The best match wins. If several match equally well, the alternative named first wins. Disabled elements come last.
  const groundings = [first, ...or].map((target) =>
    groundTarget(
      { ...request, target: { ...target, not: [...(first.not ?? []), ...(target.not ?? [])] } },
      view,
    ),
  );
  const scoreGrounding = (g: Grounding): number => {
    if (g.kind === 'none') return 0;
    const hit = g.kind === 'one' ? g.hit : g.hits[0]!;
    return hit.score - (g.kind === 'several' ? 1 : 0) - (hit.candidate.states.disabled ? 2 : 0) + 4;
  };
  const best = Math.max(...groundings.map(scoreGrounding));
  if (best === 0) {
    const closest = groundings.flatMap((g) => (g.kind === 'none' ? g.closest : []));
    return {
      kind: 'none',
      closest: keepDistinctNames(closest.sort((a, b) => b.score - a.score)).slice(0, 3),
    };
  }
  return groundings.find((g) => scoreGrounding(g) >= best - TIE_MARGIN)!;
}

/** Keeps what was found by name if the name matches well; otherwise tries the appearance. */
function groundByLooks(nameGrounding: Grounding, request: GroundingRequest, view: View): Grounding {
  const { target, asField } = request;
  const score =
    nameGrounding.kind === 'one'
      ? nameGrounding.hit.score
      : nameGrounding.kind === 'several'
        ? nameGrounding.hits[0]!.score
        : 0;
  if (
    score >= MIN_FULL_NAME_SCORE ||
    asField ||
    target.quoted ||
    target.pronoun ||
    target.interpretations[0].nth !== null
  )
    return nameGrounding;
  const scoreSuitability = (c: Candidate): number =>
    request.triedUids?.has(c.uid) || request.excludedUids?.has(c.uid) ? 0 : request.scoreSuitability(c);
  const hits = findByLooks(target.text, view, scoreSuitability).map((candidate): ScoredCandidate => ({
    candidate,
    score: 0.9,
    interpretation: target.interpretations[0],
  }));
  const [hit, ...others] = hits;
  if (!hit) return nameGrounding;
  return request.acceptsAny || !others.length ? { kind: 'one', hit, others } : { kind: 'several', hits };
}

function groundTarget(request: GroundingRequest, view: View): Grounding {
  const { target } = request;
  if (!target.not?.length) return groundWithoutExclusions(request, view);
  const excludedUids = findExcludedElements(
    target,
    findAll({ ...request, target: { ...target, not: [] } }, view),
    request,
    view,
  );
  // "The second, not the first": counts before excluding anything, unless the counted element is itself excluded.
  if (target.interpretations[0].nth !== null) {
    const countedGrounding = groundWithoutExclusions(request, view);
    if (countedGrounding.kind === 'one' && !excludedUids.has(countedGrounding.hit.candidate.uid))
      return countedGrounding;
  }
  const foundGrounding = groundWithoutExclusions({ ...request, excludedUids }, view);
  if (foundGrounding.kind !== 'none' && !(foundGrounding.kind === 'several' && request.acceptsAny))
    return foundGrounding;
  // A kind without a name means all elements of that kind that are not excluded.
  const interpretation = target.interpretations[0];
  const rest = findAll({ ...request, excludedUids, target: { ...target, not: [] } }, view).map(
    (candidate): ScoredCandidate => ({
      candidate,
      score: 0.9,
      interpretation,
    }),
  );
  const [hit, ...others] = rest;
  if (!hit) return foundGrounding;
  return request.acceptsAny || !others.length
    ? { kind: 'one', hit, others }
    : { kind: 'several', hits: rest };
}

/** Keeps the elements in an open dialog or, without any, those that no dialog covers. */
function preferFrontmost<T extends { c: Candidate }>(list: readonly T[], view: View): readonly T[] {
  const elementsInDialog = view.isDialogOpen ? list.filter(({ c }) => view.isInDialog(c)) : [];
  if (elementsInDialog.length > 0) return elementsInDialog;
  const uncoveredElements = list.filter(({ c }) => !c.behindModal);
  return uncoveredElements.length > 0 ? uncoveredElements : list;
}

function groundWithoutExclusions(request: GroundingRequest, view: View): Grounding {
  const { target } = request;
  const suitableCandidates = view.candidates
    .map((c) => ({
      c,
      suitability:
        request.triedUids?.has(c.uid) || request.excludedUids?.has(c.uid) ? 0 : request.scoreSuitability(c),
    }))
    .filter(({ suitability: suit }) => suit > 0);
  const bestByUid = new Map<string, ScoredCandidate>();
  const keepBest = (s: ScoredCandidate): void => {
    const previous = bestByUid.get(s.candidate.uid);
    if (s.score > (previous?.score ?? 0)) bestByUid.set(s.candidate.uid, s);
  };
  for (const interpretation of target.interpretations) {
    if (interpretation.nth !== null) {
      const hit = findByOrdinal(interpretation, view, request);
      if (hit && !request.triedUids?.has(hit.candidate.uid)) keepBest(hit);
      continue;
    }
    // A role or place without a name is clear only if exactly one element matches.
    if (!interpretation.phrase) {
      const matches = keepNamedKind(
        suitableCandidates.filter(
          ({ c }) =>
            interpretation.role &&
            scoreKind(c, interpretation.role) >= 0.99 &&
            (!interpretation.place || scorePlace(c, interpretation.place, view) >= 0.9),
        ),
        ({ c }) => c,
        target.text,
      );
      const first = preferFrontmost(matches, view);
      // "Click a checkbox": any one will do.
      for (const { c, suitability: suit } of request.acceptsAny ? first.slice(0, 1) : first)
        keepBest({
          candidate: c,
          score: (first.length <= 4 || request.acceptsAny ? 0.8 : 0.5) * suit,
          interpretation,
        });
      continue;
    }
    for (const { c, suitability: suit } of suitableCandidates) {
      const score = scoreCandidate(interpretation, c, suit, view, request);
      if (score > 0) keepBest({ candidate: c, score: score + getPreferenceBonus(c, view), interpretation });
    }
  }
  const ranked = [...bestByUid.values()].sort(
    (a, b) => b.score - a.score || a.candidate.order - b.candidate.order,
  );
  return chooseBest(ranked, view);
}

/** Returns one match, several equally good ones, or none. */
export function chooseBest(ranked: readonly ScoredCandidate[], view: View): Grounding {
  const top = ranked[0];
  if (!top || top.score < MIN_ACCEPTED_SCORE)
    return {
      kind: 'none',
      closest: keepDistinctNames(ranked.filter((s) => s.score >= MIN_MENTION_SCORE)).slice(0, 3),
    };
  const rivals = ranked.filter((s) => s.score >= top.score - TIE_MARGIN && s.score >= MIN_ACCEPTED_SCORE);
  const distinctRivals: ScoredCandidate[] = [];
  for (const rival of rivals)
    if (!distinctRivals.some((d) => haveSameEffect(d.candidate, rival.candidate, view)))
      distinctRivals.push(rival);
  const exactNames = distinctRivals.filter(
    (s) =>
      s.interpretation.phrase !== s.interpretation.phrase.toLowerCase() &&
      [s.candidate.name, s.candidate.text].includes(s.interpretation.phrase),
  );
  if (distinctRivals.length > 1 && exactNames.length === 1)
    return { kind: 'one', hit: exactNames[0]!, others: distinctRivals.filter((d) => d !== exactNames[0]) };
  const fullNames = distinctRivals.filter(isFullNameExceptNumber);
  if (distinctRivals.length > 1 && fullNames.length === 1)
    return { kind: 'one', hit: fullNames[0]!, others: distinctRivals.filter((d) => d !== fullNames[0]) };
  const preferredHit =
    distinctRivals.length > 1
      ? (findByOwnRow(distinctRivals, view) ?? findInOpenDisclosure(distinctRivals))
      : null;
  if (preferredHit)
    return { kind: 'one', hit: preferredHit, others: distinctRivals.filter((d) => d !== preferredHit) };
  if (distinctRivals.length > 1) return { kind: 'several', hits: distinctRivals };
  // Among candidates with the same effect, prefers the control over its wrapper.
  const hit = rivals.find((s) => s.candidate.interactive && s.score >= top.score - 0.01) ?? top;
  return {
    kind: 'one',
    hit,
    others: ranked.filter(
      (s) => s !== hit && !haveSameEffect(s.candidate, hit.candidate, view) && s.score >= MIN_ACCEPTED_SCORE,
    ),
  };
}

/**
 * Whether the phrase is the whole name except for a number: "{1} Active tickets", not "{2} Active tickets by version".
 */
function isFullNameExceptNumber({ candidate, interpretation }: ScoredCandidate): boolean {
  const { coverage, precision } = scoreAgreement(interpretation.phrase, getName(candidate));
  return tokenizeContent(interpretation.phrase).length > 1 && coverage > 0.99 && precision === 1;
}

/** If only one of several elements with the same name is not an expanded disclosure button, returns that one. */
function findInOpenDisclosure(hits: readonly ScoredCandidate[]): ScoredCandidate | null {
  if (new Set(hits.map((h) => getName(h.candidate))).size > 1) return null;
  const rest = hits.filter((h) => h.candidate.states.expanded !== true);
  return rest.length === 1 ? rest[0]! : null;
}

/**
 * Among controls with the same name, one in each row, returns the one whose own row contains the words. Looks only at
 * the row, because a container around all rows contains the words for every control.
 */
function findByOwnRow(hits: readonly ScoredCandidate[], view: View): ScoredCandidate | null {
  const list = hits.map((h) => h.candidate);
  if (new Set(list.map((c) => getName(c))).size > 1) return null;
  // "The Oxford trip" on the page of trips: the rows need not contain the word "trip".
  const phrases = hits.flatMap((h) =>
    h.interpretation.place
      ? [h.interpretation.place.words, removeTopicWords(h.interpretation.place.words, view)]
      : [],
  );
  for (const words of new Set(phrases.filter(Boolean))) {
    const matching = hits.filter((h) => {
      const row = findOwnRow(h.candidate, list, view);
      return row !== null && scoreAgreement(words, `${row.name} ${row.text}`).coverage >= 0.95;
    });
    if (matching.length === 1) return matching[0]!;
  }
  return null;
}

function keepDistinctNames(list: readonly ScoredCandidate[]): ScoredCandidate[] {
  const seen = new Set<string>();
  return list.filter(({ candidate: c }) => {
    const key = tokenizeContent(c.name || c.text).join(' ');
    return key !== '' && !seen.has(key) && (seen.add(key), true);
  });
}

/**
 * Scores how suitable an element is for a click. Elements without any sign of being clickable are a last resort and
 * must match exactly.
 */
export const scoreClickable = (c: Candidate): number => {
  // A landmark may take the focus, but nobody wants to click it.
  if (!c.visible || LANDMARK_ROLES.has(c.role)) return 0;
  if (isSlider(c)) return 0.75;
  if (c.interactive) return isField(c) ? 0.9 : c.tag === 'label' ? 0.97 : isSelect(c) ? 0.95 : 1;
  if (looksLikeIcon(c)) return 0.8;
  return (c.text.length > 0 || isColoured(c)) &&
    c.text.length <= 80 &&
    !['heading', 'paragraph', 'form'].includes(c.role)
    ? 0.8
    : 0;
};
const LANDMARK_ROLES: ReadonlySet<string> = new Set(['main', 'navigation', 'banner', 'contentinfo']);
