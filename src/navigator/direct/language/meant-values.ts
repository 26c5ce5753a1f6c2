/**
 * Normalises the values of steps: numbers become figures; parsed dates and times are added to the original text. Quoted
 * values are not changed.
 */
import type { FieldValue, SpokenStep, Step, StepOf } from './steps.js';
import { readMoment } from './moments.js';
import { readNumber } from './numbers.js';

/** A value, and its parsed date or time if it is one. */
export interface ReadValue {
  value: string;
  meant?: string;
}

/** @param about what the value is for: the field, the list, the question */
export function readValue(phrase: string, quotes: readonly string[], today: Date, about = ''): ReadValue {
  if (quotes.includes(phrase) || phrase === '') return { value: phrase };
  const meant = readMoment(phrase, today, about);
  if (meant !== null) return meant === phrase ? { value: phrase } : { value: phrase, meant };
  // "Seven" with a capital is a name.
  const number = /^\p{Ll}/u.test(phrase) ? readNumber(phrase) : null;
  return { value: number === null ? phrase : String(number) };
}

const withFieldValue = (f: FieldValue, quotes: readonly string[], today: Date): FieldValue =>
  f.value === null ? f : { ...f, ...readValue(f.value, quotes, today, f.field.text) };

/** "pick 4 December" is a date even if no calendar is named; words without numbers remain names. */
function withDate(step: StepOf<'choose'>, quotes: readonly string[], today: Date): Step {
  const { meant } = readValue(step.value, quotes, today);
  return meant === undefined ? step : { ...step, meant };
}

function withStepValues(step: Step, quotes: readonly string[], today: Date): Step {
  switch (step.do) {
    case 'set':
      return step.value === null
        ? step
        : { ...step, ...readValue(step.value, quotes, today, step.target?.text ?? '') };
    case 'choose':
      return step.from && !/^(?:sort|filter)$/u.test(step.from.text)
        ? {
            ...step,
            ...readValue(
              step.value,
              quotes,
              today,
              /calendar|date|picker/iu.test(step.from.text) ? 'date' : '',
            ),
          }
        : step.from || step.target.or || step.target.not
          ? step
          : withDate(step, quotes, today);
    case 'fill':
      return { ...step, fields: step.fields.map((f) => withFieldValue(f, quotes, today)) };
    default:
      return step;
  }
}

export const readStepValues = (
  steps: readonly SpokenStep[],
  quotes: readonly string[],
  today: Date,
): SpokenStep[] => steps.map((spoken) => ({ ...spoken, step: withStepValues(spoken.step, quotes, today) }));
