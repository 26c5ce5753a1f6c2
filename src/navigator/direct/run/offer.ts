/** Offers candidates to the instructor if no element, or more than one, has the given name. */
import type { Candidate } from '../../../contract/index.js';
import { resolveReference, type ReferenceEvidence, type Resolution } from '../../../reference/index.js';
import { sameEffect, type Grounding } from '../ground/ground.js';
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

const RANKED = 12;

/** Scores of the elements whose names agree with the target; `named` is the uid of the only one that does. */
function namesOf(found: Grounding): Pick<ReferenceEvidence, 'names' | 'named'> {
  const list =
    found.kind === 'one'
      ? [found.hit, ...found.others]
      : found.kind === 'several'
        ? found.hits
        : found.closest;
  return {
    names: new Map(list.map(({ candidate, score }) => [candidate.uid, score])),
    named: found.kind === 'one' ? found.hit.candidate.uid : null,
  };
}

/**
 * Returns what the instruction most probably refers to, by the ranking of the page and the names that agree; null if that
 * element cannot be acted on. A rival that cannot be acted on counts for the probability, but is not returned, so that no
 * question offers it.
 */
export async function resolve(
  found: Grounding,
  suits: (c: Candidate) => number,
  ctx: Context,
): Promise<Resolution | null> {
  const ranked = await ctx.look.rank(ctx.run.spoken.clause.text, RANKED);
  const resolved = resolveReference({
    ranked,
    ...namesOf(found),
    isSameEffect: (a, b) => sameEffect(a.candidate, b.candidate, ctx.view),
  });
  ctx.resolved = resolved;
  const isUsable = (c: Candidate): boolean =>
    c.interactive && !c.behindModal && !c.states.disabled && suits(c) > 0;
  if (!resolved || !isUsable(resolved.candidate)) return null;
  const { rival } = resolved;
  return { ...resolved, rival: rival && isUsable(rival) ? rival : null };
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
