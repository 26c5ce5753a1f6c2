/** Converts dates in everyday English to `2026-11-27`. Pure; the caller provides `today`. */
import { parseDateText, type ParsedDate } from '../../../dates/index.js';
import { fold } from '../text.js';
import { rewriteTimes } from './times.js';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
export const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';

export const parseMonth = (word: string): number =>
  MONTHS.findIndex((m) => m.startsWith(word.toLowerCase().slice(0, 3))) + 1;
export const pad = (n: number, width = 2): string => String(n).padStart(width, '0');

/** A duration, not a time: "two hours", "half an hour". */
export const DURATION =
  /^(?:about |for |around )?(?:\S+|half an?|a few|a couple of)(?: and a half)? (?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?)$/iu;

/** Words for a time of day or for several days. */
const NOT_ONE_DAY =
  /\b(?:now|tonight|morning|afternoon|evening|night|noon|weekend|seconds?|minutes?|mins?|hours?|hrs?)\b|\d ?[hms]\b|^(?:the )?day after$/u;

/** Converts a date in words or figures to `YYYY-MM-DD`; null for any other text, even for a date with a time. */
export function readDate(text: string, today: Date): string | null {
  const phrase = fold(text);
  if (NOT_ONE_DAY.test(phrase) || (DURATION.test(phrase) && phrase !== 'next week')) return null;
  // "1/2" is a fraction and "3-4" a range.
  if (/^\d+[/-]\d+$/u.test(phrase)) return null;
  const parsed = parseMoment(phrase, today);
  return parsed && parsed.isoTime === null ? parsed.isoDay : null;
}

/** Parses a text that is a date, a time, or both. */
export function parseMoment(text: string, today: Date): ParsedDate | null {
  const noon = new Date(today.getFullYear(), today.getMonth(), today.getDate(), 12);
  return parseDateText(
    rewriteDates(rewriteTimes(text), noon),
    noon,
    'month-first',
    /^(?:(?:on|at|for) )?(?:the )?/u,
  );
}

/**
 * Rewrites dates so that chrono-node can parse them. Each rule has a row in `values.spec.ts` or `modules.spec.ts` that
 * fails without it.
 * @param text case-folded text
 */
const rewriteDates = (text: string, today: Date): string =>
  text
    // "24.12.2026", "24.12.": with dots the day comes first, even where slashes mean month first.
    .replace(
      /\b(\d{1,2})\.(\d{1,2})\.(\d{4}\b|(?!\d))/gu,
      (all, day: string, month: string, year: string) => {
        const name = MONTHS[Number(month) - 1];
        return name ? `${day} ${name} ${year}`.trim() : all;
      },
    )
    // "the 15th of next month"
    .replace(
      /\b(?:the )?(\d{1,2})(?:st|nd|rd|th)? of (this|next) month\b/u,
      (_all, day: string, which: string) => {
        const first = new Date(today.getFullYear(), today.getMonth() + (which === 'next' ? 1 : 0), 1);
        return `${day} ${MONTHS[first.getMonth()]} ${first.getFullYear()}`;
      },
    )
    // "March the 3rd"
    .replace(MONTH_THE_DAY, '$1 $2')
    // "day after tomorrow"
    .replace(/(?<!the )\bday after tomorrow\b/u, 'the day after tomorrow')
    // "two weeks from today"
    .replace(/\bfrom today\b/u, 'from now')
    // "this coming Monday", "the Monday"
    .replace(WEEKDAY_AHEAD, '$1$2')
    // On a Friday, "Friday" means a week later.
    .replace(WEEKDAY_ALONE, (all, before: string, day: string) =>
      day.startsWith(WEEKDAYS[today.getDay()]!) ? `${before}next ${day}` : all,
    );

const MONTH_THE_DAY = new RegExp(`\\b${MONTH} the (\\d)`, 'u');
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = '((?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?)';
const WEEKDAY_AHEAD = new RegExp(`(^|\\bon |, ?| )(?:the|this|coming|this coming) ${WEEKDAY}\\b`, 'u');
/** A weekday, perhaps with a time, but without a date. */
const WEEKDAY_ALONE = new RegExp(
  `(^|\\bon |, ?|\\d |m )${WEEKDAY}(?=$|,? (?:at )?\\d{1,2}(?::\\d\\d)?(?: ?[ap]\\.?m\\.?)?$|,? (?:at )?(?:noon|midnight)$)`,
  'u',
);

/** Formats `2026-06-02` as "2 June 2026" and `2026-06-02T14:30` as "2 June 2026 14:30"; null for other text. */
export function formatDayInWords(text: string): string | null {
  const m = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}))?$/u.exec(text);
  const month = m && MONTHS[Number(m[2]) - 1];
  if (!m || month === null || month === undefined) return null;
  const name = month[0]!.toUpperCase() + month.slice(1);
  return `${Number(m[3])} ${name} ${m[1]}${m[4] ? ` ${m[4]}` : ''}`;
}
