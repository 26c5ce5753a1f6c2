/** What a corrected word makes of the value or name it corrects: "3" of "2 people", "Tuesday" of "Monday at 14:30". Pure. */
import type { FieldValue, Reading, Target } from '../language/steps.js';
import { named } from '../language/target.js';
import { readDate } from '../language/dates.js';
import { readTime } from '../language/times.js';
import { valueForType } from '../language/values.js';

const NUMBER = /\d+(?:[.,]\d+)*/gu;

const numbers = (text: string): string[] => text.match(NUMBER) ?? [];

/** The new value, with what of the old one it says nothing about. */
export function insteadOf(old: string, now: string, today: Date): string {
  const both = valueForType(old, 'datetime-local', today)?.split('T');
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

/** "15:00", "no, half past three": an hour that names no half of the day stays in the one that was spoken of. */
export function sameHalf(old: string | null, now: string): string {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/u.exec(now) ?? [];
  const before = Number(/^(\d{1,2}):\d{2}$/u.exec(old ?? '')?.[1] ?? NaN);
  return hour && before >= 12 && Number(hour) < 12 ? `${Number(hour) + 12}:${minute}` : now;
}

/** The target with another name, of the same kind and at the same place. */
export function namedInstead(old: Target, name: string): Target {
  const of = old.readings[0];
  const [was, ...more] = numbers(old.text);
  // "page 2" and "3": the words around the number stay.
  const whole =
    was !== undefined && !more.length && was !== old.text && numbers(name)[0] === name.trim()
      ? old.text.replace(was, name.trim())
      : name;
  const plain = named(whole);
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

/** Which of several fields a value corrects: the only one, or the only one that holds the same kind of thing. */
export function whichField(fields: readonly FieldValue[], value: string, today: Date): number | null {
  const filled = fields.flatMap((f, i) => (f.value === null ? [] : [{ i, kind: kindOf(f.value, today) }]));
  if (filled.length === 1) return filled[0]!.i;
  const kind = kindOf(value, today);
  const alike = filled.filter((f) => f.kind === kind);
  return alike.length === 1 ? alike[0]!.i : null;
}

function kindOf(value: string, today: Date): string {
  if (valueForType(value, 'datetime-local', today) !== null) return 'both';
  if (readDate(value, today) !== null) return 'date';
  if (readTime(value) !== null) return 'time';
  if (/^\S+@\S+$/u.test(value)) return 'address';
  return numbers(value)[0] === value.trim() ? 'number' : 'words';
}
