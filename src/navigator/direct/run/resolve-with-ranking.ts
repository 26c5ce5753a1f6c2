/** Resolves the words of the current step to an element, where names alone do not decide. */
import type { Candidate } from '../../../contract/index.js';
import { resolveReference, type ReferenceEvidence, type Resolution } from '../../../reference/index.js';
import { haveSameEffect, type Grounding } from '../ground/ground.js';
import type { Context } from './types.js';

/** Number of elements that are compared. */
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
    isSameEffect: (a, b) => haveSameEffect(a.candidate, b.candidate, ctx.view),
  });
  ctx.resolved = resolved;
  const isUsable = (c: Candidate): boolean =>
    c.interactive && !c.behindModal && !c.states.disabled && suits(c) > 0;
  if (!resolved || !isUsable(resolved.candidate)) return null;
  const { rival } = resolved;
  return { ...resolved, rival: rival && isUsable(rival) ? rival : null };
}
