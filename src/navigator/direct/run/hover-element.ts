/** Moves the pointer over an element. */
import { scoreClickable } from '../ground/ground.js';
import type { StepOf } from '../language/steps.js';
import { useElement } from './use-element.js';
import { resolvePronoun } from './resolve-pronoun.js';
import type { Context, Move } from './types.js';

export async function hoverElement(step: StepOf<'hover'>, ctx: Context): Promise<Move> {
  return useElement(
    {
      target: resolvePronoun(step.target, ctx),
      scoreSuitability: (c) => Math.max(scoreClickable(c), c.visible && c.text.length <= 120 ? 0.9 : 0),
      createActions: (c) => [{ intent: 'hover', uid: c.uid }],
      pastVerb: 'moved the pointer over',
      describeDone: ({ description }) => `moved the pointer over ${description}`,
      skipsOpeningMenus: true,
    },
    ctx,
  );
}
