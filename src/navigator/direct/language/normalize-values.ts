/**
 * Normalises the values of steps: number words become digits; the ISO format of dates and times is added. Quoted
 * values are not changed.
 */
import type { FieldValue, SpokenStep, Step, StepOf } from './steps.js';
import { readMoment } from './moments.js';
import { readNumber } from './numbers.js';

/** A value, and its ISO format if it is a date or time. */
export interface NormalizedValue {
  value: string;
  isoValue?: string;
}

/** @param about the name of the field or list, or the question, that the value is for */
export function normalizeValue(
  phrase: string,
  quotes: readonly string[],
  today: Date,
  about = '',
): NormalizedValue {
  if (quotes.includes(phrase) || phrase === '') return { value: phrase };
  const isoValue = readMoment(phrase, today, about);
  if (isoValue !== null) return isoValue === phrase ? { value: phrase } : { value: phrase, isoValue };
  // "Seven" with a capital is a name.
  const number = /^\p{Ll}/u.test(phrase) ? readNumber(phrase) : null;
  return { value: number === null ? phrase : String(number) };
}

const normalizeFieldValue = (f: FieldValue, quotes: readonly string[], today: Date): FieldValue =>
  f.value === null ? f : { ...f, ...normalizeValue(f.value, quotes, today, f.field.text) };

/** Adds a date to a choice: "pick 4 December" is a date even if no calendar is named. */
function addDate(step: StepOf<'choose'>, quotes: readonly string[], today: Date): Step {
  const { isoValue } = normalizeValue(step.value, quotes, today);
  return isoValue === undefined ? step : { ...step, isoValue };
}

function normalizeStep(step: Step, quotes: readonly string[], today: Date): Step {
  switch (step.do) {
    case 'set':
      return step.value === null
        ? step
        : { ...step, ...normalizeValue(step.value, quotes, today, step.target?.text ?? '') };
    case 'choose':
      return step.from && !/^(?:sort|filter)$/u.test(step.from.text)
        ? {
            ...step,
            ...normalizeValue(
              step.value,
              quotes,
              today,
              /calendar|date|picker/iu.test(step.from.text) ? 'date' : '',
            ),
          }
        : step.from || step.target.or || step.target.not
          ? step
          : addDate(step, quotes, today);
    case 'fill':
      return { ...step, fields: step.fields.map((f) => normalizeFieldValue(f, quotes, today)) };
    default:
      return step;
  }
}

export const normalizeSteps = (
  steps: readonly SpokenStep[],
  quotes: readonly string[],
  today: Date,
): SpokenStep[] => steps.map((spoken) => ({ ...spoken, step: normalizeStep(spoken.step, quotes, today) }));
