/** Resolves the current step's words to an element if names alone do not decide. */
import type { Candidate } from '../../../contract/index.js';
import { resolveReference, type ReferenceEvidence, type Resolution } from '../../../reference/index.js';
import { haveSameEffect, type Grounding } from '../ground/ground.js';
import type { Context } from './types.js';

/** Number of ranked elements to compare. */
const MAX_RANKED_ELEMENTS = 12;

/** Returns the scores of elements whose names match the target; `namedUid` is the uid of the only match. */
function collectNameEvidence(grounding: Grounding): Pick<ReferenceEvidence, 'nameScores' | 'namedUid'> {
  const matches =
    grounding.kind === 'one'
      ? [grounding.hit, ...grounding.others]
      : grounding.kind === 'several'
        ? grounding.hits
        : grounding.closest;
  return {
    nameScores: new Map(matches.map(({ candidate, score }) => [candidate.uid, score])),
    namedUid: grounding.kind === 'one' ? grounding.hit.candidate.uid : null,
  };
}

/**
 * Returns the element that the instruction most probably refers to, by the ranker's scores and the matching names; null
 * if that element cannot be acted on. A rival that cannot be acted on lowers the probability. It is not returned,
 * because no question may offer it.
 */
export async function resolveWithRanking(
  grounding: Grounding,
  scoreSuitability: (c: Candidate) => number,
  ctx: Context,
): Promise<Resolution | null> {
  const ranked = await ctx.inspector.rank(ctx.run.spokenStep.clause.text, MAX_RANKED_ELEMENTS);
  const resolution = resolveReference({
    ranked,
    ...collectNameEvidence(grounding),
    isSameEffect: (a, b) => haveSameEffect(a.candidate, b.candidate, ctx.view),
  });
  ctx.resolution = resolution;
  const isUsableControl = (c: Candidate): boolean =>
    c.interactive && !c.behindModal && !c.states.disabled && scoreSuitability(c) > 0;
  if (!resolution || !isUsableControl(resolution.candidate)) return null;
  const { rival } = resolution;
  return { ...resolution, rival: rival && isUsableControl(rival) ? rival : null };
}
