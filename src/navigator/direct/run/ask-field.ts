/** Asks which field of a form is meant, and what to enter. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import { fold } from '../text.js';
import type { Fill, Match } from './fields.js';
import { formatWhichQuestion } from './messages.js';
import type { Context, Move } from './types.js';

export function askWhichField(m: Match, ctx: Context): Move {
  const descriptions = describeDistinctly(m.several, ctx.view);
  ctx.run.askedFor = `pick:${m.field.field.text}`;
  return {
    kind: 'ask',
    text: formatWhichQuestion(m.field.field.text, descriptions),
    pending: {
      kind: 'which',
      options: m.several.map((c, i) => ({ uid: c.uid, name: getName(c), description: descriptions[i]! })),
    },
  };
}

export function askForValue(c: Candidate, step: Fill, ctx: Context): Move {
  ctx.run.askedFor = `field:${c.uid}`;
  const what = step.item ? ` for the ${fold(step.item.text)}` : '';
  return {
    kind: 'ask',
    text: `What should I enter in ${describe(c)}${what}?`,
    pending: { kind: 'value', field: `field:${c.uid}` },
  };
}

export function askForValueAgain(c: Candidate, problem: string, ctx: Context): Move {
  ctx.run.givenValues.delete(`field:${c.uid}`);
  ctx.run.askedFor = `field:${c.uid}`;
  return {
    kind: 'ask',
    text: `${problem}. What should I enter in ${describe(c)}?`,
    pending: { kind: 'value', field: `field:${c.uid}` },
  };
}
