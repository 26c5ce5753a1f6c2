/** Applies a correction to a value or name: "2 people" → "3", "Monday at 14:30" → "Tuesday". Pure. */
import type { FieldValue, Reading, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { readDate } from '../language/dates.js';
import { readTime } from '../language/times.js';
import { convertValue } from '../language/values.js';

const NUMBER = /\d+(?:[.,]\d+)*/gu;

const numbers = (text: string): string[] => text.match(NUMBER) ?? [];

/** Returns the new value, with the parts of the old one that it does not mention. */
export function replaceValue(old: string, now: string, today: Date): string {
  const both = convertValue(old, 'datetime-local', today)?.split('T');
  if (both) {
    const [date, time] = [readDate(now, today), readTime(now)];
    if (date !== null && time === null) return `${date} ${both[1]!}`;
    if (time !== null && date === null) return `${both[0]!} ${time}`;
  }
  const only = numbers(old);
  const alone = numbers(now)[0] === now.trim();
  const words = !both && readDate(old, today) === null && readTime(old) === null;
  return alone && words && only.length === 1 && only[0] !== old.trim()
    ? old.replace(NUMBER, now.trim())
    : now;
}

/** "15:00", then "no, half past three": without am or pm, the new time stays in the same half of the day. */
export function keepHalfOfDay(old: string | null, now: string): string {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/u.exec(now) ?? [];
  const before = Number(/^(\d{1,2}):\d{2}$/u.exec(old ?? '')?.[1] ?? NaN);
  return hour && before >= 12 && Number(hour) < 12 ? `${Number(hour) + 12}:${minute}` : now;
}

/** Returns the target with another name, the same kind and the same place. */
export function replaceName(old: Target, name: string): Target {
  const of = old.readings[0];
  const [was, ...more] = numbers(old.text);
  // "page 2" and "3": keeps the words around the number.
  const whole =
    was !== undefined && !more.length && was !== old.text && numbers(name)[0] === name.trim()
      ? old.text.replace(was, name.trim())
      : name;
  const plain = createTarget(whole);
  const like: Reading = {
    ...of,
    phrase: whole === name ? name : of.phrase.replace(was ?? '', name.trim()),
    nth: null,
    prior: 1,
  };
  return of.phrase === '' || (!of.role && !of.place)
    ? plain
    : { ...plain, readings: [like, ...plain.readings] };
}

/** Returns which field a value corrects: the only one, or the only one with the same kind of value. */
export function findFieldForValue(fields: readonly FieldValue[], value: string, today: Date): number | null {
  const filled = fields.flatMap((f, i) => (f.value === null ? [] : [{ i, kind: kindOf(f.value, today) }]));
  if (filled.length === 1) return filled[0]!.i;
  const kind = kindOf(value, today);
  const alike = filled.filter((f) => f.kind === kind);
  return alike.length === 1 ? alike[0]!.i : null;
}

function kindOf(value: string, today: Date): string {
  if (convertValue(value, 'datetime-local', today) !== null) return 'both';
  if (readDate(value, today) !== null) return 'date';
  if (readTime(value) !== null) return 'time';
  if (/^\S+@\S+$/u.test(value)) return 'address';
  return numbers(value)[0] === value.trim() ? 'number' : 'words';
}
