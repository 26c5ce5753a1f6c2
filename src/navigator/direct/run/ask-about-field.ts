/** Asks which of a form's fields is meant, and what to enter in it. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import { fold } from '../text.js';
import type { FillStep, FieldMatch } from './match-form-fields.js';
import { formatWhichQuestion } from './messages.js';
import type { Context, Move } from './types.js';

export function askWhichField(match: FieldMatch, ctx: Context): Move {
  const descriptions = describeDistinctly(match.ambiguousCandidates, ctx.view);
  ctx.run.askedValueKey = `pick:${match.field.field.text}`;
  return {
    kind: 'ask',
    text: formatWhichQuestion(match.field.field.text, descriptions),
    openQuestion: {
      kind: 'which',
      options: match.ambiguousCandidates.map((field, i) => ({
        uid: field.uid,
        name: getName(field),
        description: descriptions[i]!,
      })),
    },
  };
}

export function askForValue(field: Candidate, step: FillStep, ctx: Context): Move {
  ctx.run.askedValueKey = `field:${field.uid}`;
  const itemPhrase = step.item ? ` for the ${fold(step.item.text)}` : '';
  return {
    kind: 'ask',
    text: `What should I enter in ${describe(field)}${itemPhrase}?`,
    openQuestion: { kind: 'value', field: `field:${field.uid}` },
  };
}

/** Asks for another value, because the first attempt led to `problem`. */
export function askForValueAfterProblem(field: Candidate, problem: string, ctx: Context): Move {
  ctx.run.givenValues.delete(`field:${field.uid}`);
  ctx.run.askedValueKey = `field:${field.uid}`;
  return {
    kind: 'ask',
    text: `${problem}. What should I enter in ${describe(field)}?`,
    openQuestion: { kind: 'value', field: `field:${field.uid}` },
  };
}
