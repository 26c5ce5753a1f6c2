/**
 * Converts moments (dates, times or both) in everyday English to `2026-11-27`, `14:30` or `2026-11-27 14:30`. Pure; the
 * caller provides `today`.
 */
import { DURATION, parseMoment } from './dates.js';
import { readTime } from './times.js';

/**
 * Words that may also be names, as in "the Monday tab". A value that is only one of these words is read as a date or time
 * only if its field is about time. "Noon" and "midnight" are always times.
 */
const AMBIGUOUS_ALONE =
  /^(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|now|second|noon|midnight)$/iu;
export const ABOUT_TIME =
  /\b(?:date|day|dates|deadline|due|birthday|born|calendar|when|time|start|starts|end|ends|begin|until|from|arrival|departure|check-?in|check-?out|return|reminder|alarm|hour|meeting|appointment|schedule|delivery|pick-?up|expiry|expires)\b/iu;

const TIME_MARKERS =
  /\b(?:in the (?:morning|afternoon|evening)|at night|noon|midnight|midday|am|pm|a\.m\.|p\.m\.|o'clock)\b|\d(?:am|pm)\b|\d:\d\d/iu;

/**
 * Returns the date or time that the whole text expresses; null if it is neither.
 * @param about the name of the field, or the question, that the value is for; '' if unknown
 */
export function readMoment(text: string, today: Date, about = ''): string | null {
  const phrase = text
    .replace(/[’‘]/gu, "'")
    .replace(/[.!,\s]+$/u, '')
    .replace(/'s date$/iu, '')
    .trim();
  const plain = phrase.replace(/^(?:on|at|by|for|from|until) /iu, '');
  // "2.50" is an amount, "1/2" a fraction and "12" a number.
  if (/^[\d.,]+$/u.test(plain) && !/\btime\b/iu.test(about) && !/^\d{1,2}\.\d{1,2}\.\d{4}$/u.test(plain))
    return null;
  if (/^\d+[/-]\d+$/u.test(plain) || !/\d|\p{L}/u.test(plain)) return null;
  if (AMBIGUOUS_ALONE.test(plain) && !ABOUT_TIME.test(about))
    return /^(?:noon|midnight)$/u.test(plain) ? readTime(plain) : null;
  // For a time field, a bare number can only be an hour: "set the start time to 9".
  if (/\btime\b/iu.test(about) && /^\d{1,2}$|^\p{L}+$/u.test(plain)) {
    const hour = readTime(`at ${plain}`);
    if (hour !== null) return hour;
  }
  if (DURATION.test(plain)) return null;
  const parsed = parseMoment(plain, today);
  if (!parsed) return null;
  const { isoDay, isoTime } = parsed;
  if (isoDay !== null) return isoTime === null ? isoDay : `${isoDay} ${isoTime}`;
  // "four" on its own is a number.
  return TIME_MARKERS.test(plain) || /\b(?:past|to) \w+/iu.test(plain) ? isoTime : null;
}
