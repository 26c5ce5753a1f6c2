/** Asks which of a form's fields is meant, and what to enter in it. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import { fold } from '../text.js';
import type { Fill, Match } from './fields.js';
import { formatWhichQuestion } from './messages.js';
import type { Context, Move } from './types.js';

export function askWhichField(match: Match, ctx: Context): Move {
  const descriptions = describeDistinctly(match.several, ctx.view);
  ctx.run.askedFor = `pick:${match.field.field.text}`;
  return {
    kind: 'ask',
    text: formatWhichQuestion(match.field.field.text, descriptions),
    pending: {
      kind: 'which',
      options: match.several.map((field, i) => ({
        uid: field.uid,
        name: getName(field),
        description: descriptions[i]!,
      })),
    },
  };
}

export function askForValue(field: Candidate, step: Fill, ctx: Context): Move {
  ctx.run.askedFor = `field:${field.uid}`;
  const itemPhrase = step.item ? ` for the ${fold(step.item.text)}` : '';
  return {
    kind: 'ask',
    text: `What should I enter in ${describe(field)}${itemPhrase}?`,
    pending: { kind: 'value', field: `field:${field.uid}` },
  };
}

/** Asks for another value, because the first attempt led to `problem`. */
export function askForValueAfterProblem(field: Candidate, problem: string, ctx: Context): Move {
  ctx.run.givenValues.delete(`field:${field.uid}`);
  ctx.run.askedFor = `field:${field.uid}`;
  return {
    kind: 'ask',
    text: `${problem}. What should I enter in ${describe(field)}?`,
    pending: { kind: 'value', field: `field:${field.uid}` },
  };
}
