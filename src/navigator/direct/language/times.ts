/** Converts times in everyday English to `14:30`. Pure. */
import { parseDateText } from '../../../dates/index.js';
import { fold } from '../text.js';
import { ONES } from '../lexicon/numbers.js';
import { readNumber } from './numbers.js';

/** Any day will do: times do not depend on it. */
const ANY_DAY = new Date(2000, 0, 1, 12);

/** Converts a time to `HH:MM`; null for any other text. A bare number is not a time: "9" is null, "at 9" is 09:00. */
export function readTime(text: string): string | null {
  const clock = rewriteTimes(text).replace(/^(?:(?:the|around|about) )+/u, '');
  if (/^\d{1,2}$/u.test(clock)) return null;
  const parsed = parseDateText(clock, ANY_DAY, 'month-first', /^at /u);
  return parsed && parsed.isoDay === null ? parsed.isoTime : null;
}

const PART_OF_DAY = '(?: ?(am|pm|in the (?:morning|afternoon|evening)|at night))?';
const PAST_OR_TO = new RegExp(
  `\\b(?:a )?([a-z]+(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|\\d{1,2})(?: minutes?)? (past|after|to|before) ([a-z]+|\\d{1,2})\\b${PART_OF_DAY}(?!\\w)`,
  'gu',
);
const HOUR_IN_WORDS = new RegExp(
  `(^|\\bat |, ?)(${Object.keys(ONES).join('|')})(?: o'clock)?\\b${PART_OF_DAY}(?=$| on |,)`,
  'gu',
);
const HOUR_OF_PART =
  /(?<![:.\d])(\d{1,2})(?:[:.](\d\d))?(?: o'clock)? (in the (?:morning|afternoon|evening)|at night)\b/gu;

/**
 * Rewrites times so that chrono-node can parse them. Each rule has a row in `values.spec.ts` or `modules.spec.ts` that
 * fails without it.
 */
export function rewriteTimes(text: string): string {
  return (
    fold(text)
      // "9 am sharp"
      .replace(/ sharp$/u, '')
      // "2.30 p.m." (`readMoment` has removed the last full stop)
      .replace(/(?<![a-z])([ap])(?:\. ?| )m\b\.?/gu, '$1m')
      // "half past two", "ten to nine in the morning"
      .replace(
        PAST_OR_TO,
        (all, minutes: string, word: string, hour: string, part?: string) =>
          parsePastOrTo(minutes, word, hour, part) ?? all,
      )
      // "at seven", "nine in the evening"
      .replace(
        HOUR_IN_WORDS,
        (_all, before: string, hour: string, part?: string) =>
          before + (formatTime(ONES[hour]!, 0, part) ?? hour),
      )
      // "8 o'clock in the evening": chrono-node needs "at 8", and reads "7 in the afternoon" as 07:00.
      .replace(
        HOUR_OF_PART,
        (all, hour: string, minute: string | undefined, part: string) =>
          formatTime(Number(hour), Number(minute ?? 0), part) ?? all,
      )
      // "4.15"; a date such as 24.12.2026 has two dots.
      .replace(/(?<![\d.])(\d{1,2})\.([0-5]\d)(?![.\d])/gu, '$1:$2')
  );
}

function parsePastOrTo(minutes: string, word: string, hour: string, part: string | undefined): string | null {
  const count = minutes === 'half' ? 30 : minutes === 'quarter' ? 15 : readNumber(minutes);
  const base = readNumber(hour);
  if (count === null || base === null || count <= 0 || count >= 60) return null;
  // "9 to 5" is a range.
  if (word === 'to' && /^\d/u.test(minutes) && count % 5 !== 0) return null;
  return /past|after/u.test(word)
    ? formatTime(base, count, part)
    : formatTime(base - 1, 60 - count, part, base);
}

/**
 * Formats `HH:MM`. Without a part of the day, an hour up to six in words is in the afternoon.
 * @param spokenHour the hour in the text, if it differs from the hour of the time ("quarter to nine")
 */
function formatTime(
  hour: number,
  minute: number,
  part: string | undefined,
  spokenHour = hour,
): string | null {
  if (spokenHour < 1 || spokenHour > 12) return null;
  const isPm =
    part === undefined
      ? spokenHour <= 6 || hour === 12
      : part === 'at night'
        ? spokenHour >= 6 && spokenHour < 12
        : !/^am|morning/u.test(part);
  return [(hour % 12) + (isPm ? 12 : 0), minute].map((n) => String(n).padStart(2, '0')).join(':');
}
