/** Resolves "it" and "that one" to the last element used. */
import type { Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { Context } from './types.js';

/** Returns a target for the last element, by its uid or its name. */
export function resolvePronoun(target: Target, ctx: Context): Target {
  const lastTarget = ctx.memory.lastTarget;
  if (!target.pronoun || !lastTarget) return target;
  if (ctx.view.byUid.has(lastTarget.uid)) ctx.run.pickedUid = lastTarget.uid;
  return { ...createTarget(lastTarget.name), text: lastTarget.name };
}
