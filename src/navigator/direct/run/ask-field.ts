/** Asking for what goes into one field of a form. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { fold } from '../text.js';
import type { Fill } from './fields.js';
import type { Context, Move } from './types.js';

export function askFor(c: Candidate, step: Fill, ctx: Context): Move {
  ctx.run.asked = `field:${c.uid}`;
  const what = step.thing ? ` for the ${fold(step.thing.text)}` : '';
  return {
    kind: 'ask',
    text: `What should I enter in ${describe(c)}${what}?`,
    pending: { kind: 'value', field: `field:${c.uid}` },
  };
}

export function askAgain(c: Candidate, problem: string, ctx: Context): Move {
  ctx.run.given.delete(`field:${c.uid}`);
  ctx.run.asked = `field:${c.uid}`;
  return {
    kind: 'ask',
    text: `${problem}. What should I enter in ${describe(c)}?`,
    pending: { kind: 'value', field: `field:${c.uid}` },
  };
}
