/** Asks which field of a form is meant, and what to enter. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import { fold } from '../text.js';
import type { FillStep, FieldMatch } from './match-form-fields.js';
import { formatWhichQuestion } from './messages.js';
import type { Context, Move } from './types.js';

export function askWhichField(m: FieldMatch, ctx: Context): Move {
  const descriptions = describeDistinctly(m.ambiguousCandidates, ctx.view);
  ctx.run.askedValueKey = `pick:${m.field.field.text}`;
  return {
    kind: 'ask',
    text: formatWhichQuestion(m.field.field.text, descriptions),
    openQuestion: {
      kind: 'which',
      options: m.ambiguousCandidates.map((c, i) => ({
        uid: c.uid,
        name: getName(c),
        description: descriptions[i]!,
      })),
    },
  };
}

export function askForValue(c: Candidate, step: FillStep, ctx: Context): Move {
  ctx.run.askedValueKey = `field:${c.uid}`;
  const what = step.item ? ` for the ${fold(step.item.text)}` : '';
  return {
    kind: 'ask',
    text: `What should I enter in ${describe(c)}${what}?`,
    openQuestion: { kind: 'value', field: `field:${c.uid}` },
  };
}

export function askForValueAgain(c: Candidate, problem: string, ctx: Context): Move {
  ctx.run.givenValues.delete(`field:${c.uid}`);
  ctx.run.askedValueKey = `field:${c.uid}`;
  return {
    kind: 'ask',
    text: `${problem}. What should I enter in ${describe(c)}?`,
    openQuestion: { kind: 'value', field: `field:${c.uid}` },
  };
}
