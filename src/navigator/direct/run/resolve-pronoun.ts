/** Resolves "it" and "that one" to the element used last. */
import type { Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { Context } from './types.js';

/** Returns a target for the last element, by its uid or its name. */
export function resolvePronoun(target: Target, ctx: Context): Target {
  const last = ctx.memory.target;
  if (!target.pronoun || !last) return target;
  if (ctx.view.byUid.has(last.uid)) ctx.run.pickedUid = last.uid;
  return { ...createTarget(last.name), text: last.name };
}
