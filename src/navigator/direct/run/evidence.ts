/** Collects what a decision was based on, for the record of the turn. */
import type { Evidence } from '../../../contract/index.js';
import { getName } from '../ground/names.js';
import { formatStep } from '../language/notation.js';
import type { Context } from './types.js';

const round = (value: number): number => Math.round(value * 1000) / 1000;

export function createEvidence(ctx: Context): Evidence {
  const { resolution } = ctx;
  return {
    step: formatStep({ ...ctx.run.spokenStep, step: ctx.run.step }),
    query: ctx.run.spokenStep.clause.text,
    ...(resolution
      ? {
          reference: {
            uid: resolution.candidate.uid,
            probability: round(resolution.probability),
            features: Object.fromEntries(Object.entries(resolution.features).map(([k, v]) => [k, round(v)])),
          },
        }
      : {}),
    ...(ctx.rankedCandidates.length
      ? {
          ranked: ctx.rankedCandidates.map(({ candidate: c, score }) => ({
            uid: c.uid,
            score: round(score),
            name: getName(c).slice(0, 80),
          })),
        }
      : {}),
  };
}
