/** Resolves "it" and "that one" to the entry that the last answer was about, or else to the last element used. */
import type { Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { Context } from './types.js';

/** Returns a target with the name of that entry or element, and picks the element if it is still on the page. */
export function resolvePronoun(target: Target, ctx: Context): Target {
  const { lastTarget, answeredEntry } = ctx.memory;
  if (target.pronoun && answeredEntry) return createTarget(answeredEntry);
  if (!target.pronoun || !lastTarget) return target;
  if (ctx.view.byUid.has(lastTarget.uid)) ctx.run.pickedUid = lastTarget.uid;
  return { ...createTarget(lastTarget.name), text: lastTarget.name };
}
