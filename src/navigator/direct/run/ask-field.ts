/** Asks which field of a form is meant, and what to enter. */
import type { Candidate } from '../../../contract/index.js';
import { describe, tellApart } from '../ground/describe.js';
import { nameOf } from '../ground/names.js';
import { fold } from '../text.js';
import type { Fill, Match } from './fields.js';
import { whichOf } from './speech.js';
import type { Context, Move } from './types.js';

export function askWhichField(m: Match, ctx: Context): Move {
  const said = tellApart(m.several, ctx.view);
  ctx.run.asked = `pick:${m.field.field.text}`;
  return {
    kind: 'ask',
    text: whichOf(m.field.field.text, said),
    pending: {
      kind: 'which',
      options: m.several.map((c, i) => ({ uid: c.uid, name: nameOf(c), said: said[i]! })),
    },
  };
}

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
