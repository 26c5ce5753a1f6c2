/** Asks which of a form's fields is meant, and what to enter in it. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import { readValuesForForm } from '../assign/index.js';
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

/** Asks for another value, because the last attempt led to `problem`. */
export function askForValueAfterProblem(field: Candidate, problem: string, ctx: Context): Move {
  ctx.run.givenValues.delete(`field:${field.uid}`);
  ctx.run.askedValueKey = `field:${field.uid}`;
  return {
    kind: 'ask',
    text: `${problem}. What should I enter in ${describe(field)}?`,
    openQuestion: { kind: 'value', field: `field:${field.uid}` },
  };
}

/** Returns why an answer cannot be the field's value; null if it can. */
export function describeProblem(field: Candidate, value: string): string | null {
  if (field.inputType === 'email') return EMAIL_VALUE.test(value) ? null : 'is not an email address';
  const isCode =
    /^(?:tel|number|date|time|month|week)$/u.test(field.inputType ?? '') || CODE_NAME.test(getName(field));
  const lacksDigit = NUMERIC_NAME.test(getName(field)) && WORDS_ONLY.test(value);
  return lacksDigit || (isCode && SENTENCE.test(value)) ? `is not a value for ${describe(field)}` : null;
}

/**
 * Returns the step for an answer that gives values for several fields, such as "3 May 1987" when asked for “Day”; null
 * for other answers.
 */
export function readSeveralValues(answer: string, { view, today }: Context): FillStep | null {
  const fillStep = readValuesForForm(answer, view, today);
  return fillStep && fillStep.fields.length > 1 && fillStep.isCertain ? fillStep : null;
}

/** An email address, or the placeholder of a secret. */
const EMAIL_VALUE = /\S@\S|^<[\w-]+>$/u;
const CODE_NAME =
  /\b(?:post ?code|zip|phone|telephone|mobile|number|code|date|day|month|year|time|amount|price|quantity)\b/iu;
/** Names of fields whose values contain a digit. */
const NUMERIC_NAME = /\b(?:post ?code|zip|phone|telephone|mobile)\b/iu;
/** At least two words without digits: "use my work address". */
const WORDS_ONLY = /^\p{L}+(?: \p{L}+)+$/u;
/** A sentence with a subject: "I live at number 6". */
const SENTENCE = /^(?:i|we|you|he|she|they|it|there|this|that)(?:'\p{L}+)?(?: \S+){2,}/iu;
