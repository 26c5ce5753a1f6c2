/** Handles names with “and”: one control that the parser split into two steps, or several controls in one step. */
import { scoreClickable, ground, type Grounding } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import type { SpokenStep, Target, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { Context, Move } from './types.js';

/**
 * Rejoins a name that the parser split into two steps, such as “Save and close”, if the page has a control with this
 * name.
 */
export function useJoinedName(step: StepOf<'click'>, ctx: Context): Move | null {
  const nextRun = ctx.plan.steps[ctx.plan.cursor + 1];
  if (!nextRun || !/\band\b|,|&/u.test(nextRun.spokenStep.clause.joint) || ctx.run.target) return null;
  const joinedName = `${step.target.text}${nextRun.spokenStep.clause.joint}${nextRun.spokenStep.clause.raw.replace(/[.!?\s]+$/u, '')}`;
  const grounding = ground(
    { target: createLiteralTarget(joinedName), scoreSuitability: scoreClickable },
    ctx.view,
  );
  if (grounding.kind !== 'one' || grounding.hit.score < 0.96) return null;
  const joinedStep: SpokenStep = {
    ...ctx.run.spokenStep,
    step: { ...step, target: createLiteralTarget(joinedName) },
  };
  return { kind: 'replace', steps: [joinedStep], droppedStepCount: 1 };
}

const createLiteralTarget = (text: string): Target => ({
  text,
  interpretations: [{ phrase: text, role: null, nth: null, place: null, prior: 1 }],
  quoted: false,
  pronoun: false,
});

/** For "click Home and Contact", clicks two elements. An element after "then" may appear only after the first click. */
export function useSplitName(step: StepOf<'click'>, ctx: Context): Move | null {
  const isSequence = /\s+then\s+/iu.test(step.target.text);
  const names = step.target.text
    .split(/(?:\s*,)?\s+(?:and\s+)?then\s+|\s*,\s*(?:and\s+)?|\s+and\s+/iu)
    .filter(Boolean);
  if (names.length < 2 || names.length > 6 || step.target.quoted) return null;
  const groundings = names.map((name) =>
    ground({ target: createTarget(name), scoreSuitability: scoreClickable }, ctx.view),
  );
  const isFound = (grounding: Grounding): boolean =>
    grounding.kind === 'one' && grounding.hit.score >= MIN_FULL_NAME_SCORE;
  if (!(isSequence ? isFound(groundings[0]!) : groundings.every(isFound))) return null;
  const { clause } = ctx.run.spokenStep;
  return {
    kind: 'replace',
    steps: names.map((name) => ({
      step: { ...step, target: createTarget(name) },
      clause: { ...clause, joint: '' },
    })),
  };
}
