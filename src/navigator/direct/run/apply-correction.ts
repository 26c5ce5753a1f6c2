/**
 * Applies a correction to a value or name: "3" changes "2 people" to "3 people", and "Tuesday" changes "Monday at
 * 14:30" to "Tuesday at 14:30". Pure.
 */
import type { FieldValue, Interpretation, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { readDate } from '../language/dates.js';
import { readTime } from '../language/times.js';
import { convertValue } from '../language/values.js';

const NUMBER = /\d+(?:[.,]\d+)*/gu;

const findNumbers = (text: string): string[] => text.match(NUMBER) ?? [];

/** Returns the new value, completed from the old one: a new time gets the old date, a new number gets the old words. */
export function replaceValue(oldValue: string, newValue: string, today: Date): string {
  const dateAndTime = convertValue(oldValue, 'datetime-local', today)?.split('T');
  if (dateAndTime) {
    const [date, time] = [readDate(newValue, today), readTime(newValue)];
    if (date !== null && time === null) return `${date} ${dateAndTime[1]!}`;
    if (time !== null && date === null) return `${dateAndTime[0]!} ${time}`;
  }
  const oldNumbers = findNumbers(oldValue);
  const isNewValueNumeric = findNumbers(newValue)[0] === newValue.trim();
  const isOldValuePlainText =
    !dateAndTime && readDate(oldValue, today) === null && readTime(oldValue) === null;
  return isNewValueNumeric &&
    isOldValuePlainText &&
    oldNumbers.length === 1 &&
    oldNumbers[0] !== oldValue.trim()
    ? oldValue.replace(NUMBER, newValue.trim())
    : newValue;
}

/**
 * Keeps a corrected time in the afternoon if it has no am or pm: "half past three" as a correction of "15:00" means
 * 15:30.
 */
export function keepHalfOfDay(oldTime: string | null, newTime: string): string {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/u.exec(newTime) ?? [];
  const oldHour = Number(/^(\d{1,2}):\d{2}$/u.exec(oldTime ?? '')?.[1] ?? NaN);
  return hour && oldHour >= 12 && Number(hour) < 12 ? `${Number(hour) + 12}:${minute}` : newTime;
}

/** Returns the target with another name but the same kind and place. */
export function replaceName(oldTarget: Target, newName: string): Target {
  const oldInterpretation = oldTarget.interpretations[0];
  const [oldNumber, ...otherNumbers] = findNumbers(oldTarget.text);
  // "3" as a correction of "page 2" means "page 3".
  const newText =
    oldNumber !== undefined &&
    !otherNumbers.length &&
    oldNumber !== oldTarget.text &&
    findNumbers(newName)[0] === newName.trim()
      ? oldTarget.text.replace(oldNumber, newName.trim())
      : newName;
  const newTarget = createTarget(newText);
  const newInterpretation: Interpretation = {
    ...oldInterpretation,
    phrase: newText === newName ? newName : oldInterpretation.phrase.replace(oldNumber ?? '', newName.trim()),
    nth: null,
    prior: 1,
  };
  return oldInterpretation.phrase === '' || (!oldInterpretation.role && !oldInterpretation.place)
    ? newTarget
    : { ...newTarget, interpretations: [newInterpretation, ...newTarget.interpretations] };
}

/**
 * Returns the index of the field that a value corrects: the only filled field, or the only one whose value is of the
 * same kind. Null if there is none.
 */
export function findFieldForValue(fields: readonly FieldValue[], value: string, today: Date): number | null {
  const filledFields = fields.flatMap((f, i) =>
    f.value === null ? [] : [{ i, kind: classifyValue(f.value, today) }],
  );
  if (filledFields.length === 1) return filledFields[0]!.i;
  const kind = classifyValue(value, today);
  const sameKindFields = filledFields.filter((f) => f.kind === kind);
  return sameKindFields.length === 1 ? sameKindFields[0]!.i : null;
}

function classifyValue(value: string, today: Date): string {
  if (convertValue(value, 'datetime-local', today) !== null) return 'date and time';
  if (readDate(value, today) !== null) return 'date';
  if (readTime(value) !== null) return 'time';
  if (/^\S+@\S+$/u.test(value)) return 'email address';
  return findNumbers(value)[0] === value.trim() ? 'number' : 'words';
}
