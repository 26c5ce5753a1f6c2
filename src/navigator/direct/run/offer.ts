/** Offers candidates to the instructor if no element, or more than one, has the given name. */
import type { Candidate } from '../../../contract/index.js';
import { sameEffect } from '../ground/ground.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { Target } from '../language/steps.js';
import type { Context, Move } from './types.js';

/** Asks the instructor to choose from several elements. */
export const offer = (text: string, list: readonly Candidate[], said: readonly string[]): Move => ({
  kind: 'ask',
  text,
  pending: {
    kind: 'which',
    options: list.map((c, i) => ({ uid: c.uid, name: nameOf(c), said: said[i]! })),
  },
});

/** An offered candidate must score this factor higher than the next one. */
const CLEARLY = 1.2;
const MAX_OFFERED = 2;

/**
 * Returns elements that may be meant although no name matches: the top of the session's ranking, if it stands out. They
 * are offered, never used directly, because similar meaning is not proof.
 */
export async function meant(suits: (c: Candidate) => number, ctx: Context): Promise<Candidate[]> {
  const ranked = await ctx.look.rank(ctx.run.spoken.clause.text, MAX_OFFERED + 1);
  const fits = (c: Candidate): boolean =>
    c.interactive && !c.behindModal && !c.states.disabled && suits(c) > 0;
  for (let offered = 1; offered <= MAX_OFFERED && offered < ranked.length; offered++) {
    if (ranked[offered - 1]!.score - ranked[offered]!.score < CLEARLY) continue;
    const best = ranked.slice(0, offered).map(({ candidate }) => candidate);
    return best.every(fits) ? best : [];
  }
  return [];
}

/** The top of the ranking is preferred to an element if its score is higher by this factor. */
const PREFERS = 2;
/** An element beyond this rank counts like the last one within it. */
const RANKS_COMPARED = 20;

/**
 * Returns the element that the session's ranking clearly prefers to the chosen one; otherwise null. It is offered,
 * never used directly.
 */
export async function preferredTo(
  chosen: Candidate,
  suits: (c: Candidate) => number,
  ctx: Context,
): Promise<Candidate | null> {
  const ranked = await ctx.look.rank(ctx.run.spoken.clause.text, RANKS_COMPARED);
  const [best] = ranked;
  const same = ranked.find(({ candidate }) => sameEffect(candidate, chosen, ctx.view)) ?? ranked.at(-1);
  if (!best || !same || best.score - same.score < PREFERS) return null;
  const { candidate } = best;
  return candidate.interactive && !candidate.behindModal && !candidate.states.disabled && suits(candidate) > 0
    ? candidate
    : null;
}

/** Returns the name with its place: "Add to basket" may exist, but not for the teapot. */
export function withPlace({ text, readings }: Target): string {
  const { place } = readings[0];
  return place && !text.includes(place.words)
    ? `${text} ${RELATION[place.relation] ?? place.relation} ${place.words}`
    : text;
}

const RELATION: Readonly<Record<string, string>> = { near: 'next to' };

/** Adds all elements with the same name to each: "the “Drop” link" could be any of five. */
export function namesakes(
  list: readonly Candidate[],
  suits: (c: Candidate) => number,
  view: View,
): Candidate[] {
  const all = list.flatMap((one) => [
    one,
    ...view.candidates.filter(
      (c) =>
        !sameEffect(c, one, view) &&
        c.interactive &&
        c.role === one.role &&
        suits(c) > 0 &&
        nameOf(c) === nameOf(one),
    ),
  ]);
  return [...new Map(all.map((c) => [c.uid, c])).values()].sort((a, b) => a.order - b.order);
}
