/** Parses prohibitions: in "Don't click Cancel, click OK", the first clause restricts the second. */
import { matchVerb } from './line-text.js';
import { readLimitedTarget } from './target-limits.js';
import type { Quotes, SpokenStep, Step, Target } from './steps.js';

const FORBIDDEN =
  /^(?:(?:please )?(?:do not|don't|never|not)|(?:you )?(?:must not|mustn't|should not|shouldn't)|without|avoid) (.+)$/iu;

/** Returns the instruction that a clause forbids; null if it forbids nothing. */
export function readProhibition(clause: string): string | null {
  const instruction = FORBIDDEN.exec(clause)?.[1];
  return instruction && matchVerb(instruction)?.rest ? instruction : null;
}

/** Returns the target of a forbidden instruction. */
export const readForbiddenTarget = (instruction: string, quotes: Quotes): Target =>
  readLimitedTarget(matchVerb(instruction)!.rest, quotes);

const addExclusions = (step: Step, not: readonly Target[]): Step | null =>
  'target' in step &&
  step.target &&
  ['click', 'tick', 'choose', 'hover', 'double-or-right-click'].includes(step.do)
    ? { ...step, target: { ...step.target, not: [...(step.target.not ?? []), ...not] } }
    : null;

/** Adds each prohibition to the nearest step that can have one. If there is none, drops the prohibition. */
export function applyProhibitions(
  steps: readonly SpokenStep[],
  not: readonly { target: Target; stepIndex: number }[],
): SpokenStep[] {
  const out = [...steps];
  for (const { target, stepIndex } of not) {
    const index = [stepIndex, stepIndex - 1].find((i) => out[i] && addExclusions(out[i].step, [target]));
    const step = index === undefined ? null : addExclusions(out[index]!.step, [target]);
    if (index !== undefined && step) out[index] = { ...out[index]!, step };
  }
  return out;
}
