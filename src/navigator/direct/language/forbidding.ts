/** Parses prohibitions: in "Don't click Cancel, click OK", the first clause restricts the second. */
import { matchVerb } from './clauses.js';
import { readMeant } from './meant.js';
import type { Quotes, SpokenStep, Step, Target } from './steps.js';

const FORBIDDEN =
  /^(?:(?:please )?(?:do not|don't|never|not)|(?:you )?(?:must not|mustn't|should not|shouldn't)|without|avoid) (.+)$/iu;

/** Returns the instruction that a clause forbids; null if it forbids nothing. */
export function readForbidden(clause: string): string | null {
  const order = FORBIDDEN.exec(clause)?.[1];
  return order && matchVerb(order)?.rest ? order : null;
}

/** Returns the target of a forbidden instruction. */
export const readForbiddenTarget = (order: string, quotes: Quotes): Target =>
  readMeant(matchVerb(order)!.rest, quotes);

const bounded = (step: Step, not: readonly Target[]): Step | null =>
  'target' in step && step.target && ['click', 'tick', 'choose', 'hover', 'point'].includes(step.do)
    ? { ...step, target: { ...step.target, not: [...(step.target.not ?? []), ...not] } }
    : null;

/** Adds the prohibition to the nearest step that can have one. Without such a step, the line contains nothing to do. */
export function applyForbidden(
  steps: readonly SpokenStep[],
  not: readonly { about: Target; at: number }[],
): SpokenStep[] {
  const out = [...steps];
  for (const { about, at } of not) {
    const near = [at, at - 1].find((i) => out[i] && bounded(out[i].step, [about]));
    const step = near === undefined ? null : bounded(out[near]!.step, [about]);
    if (near !== undefined && step) out[near] = { ...out[near]!, step };
  }
  return out;
}
