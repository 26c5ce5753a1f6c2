/** Finds the day and the time of day within a longer text: "take Sat 5 Dec between 12 and 1". Pure. */
import { PARTS_OF_DAY } from '../lexicon/slots.js';
import { fold, toAlternation } from '../text.js';
import { MONTH, parseMonth, readDate, WEEKDAYS } from './dates.js';
import { rewriteTimes } from './times.js';

/** What a text says about a day. `weekday` is 0 for Sunday, `month` is 1 for January. */
export interface DayParts {
  weekday?: number;
  day?: number;
  month?: number;
}

/** A time of day, in minutes after midnight. `to` equals `from` for a point in time. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** A value that was found in a text, and the text without it. */
export interface FoundValue<T> {
  value: T;
  rest: string;
}

const WEEKDAY =
  /\b(?:(?:on|next|this|the) )?(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?\b[.,]?/u;
const RELATIVE_DAY = /\b(?:the )?(?:day after tomorrow|tomorrow|today)\b/u;
const DAY_AND_MONTH = new RegExp(`\\b(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?![\\p{L}])`, 'u');
const MONTH_AND_DAY = new RegExp(`\\b${MONTH} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)`, 'u');
const DAY_OF_MONTH = /\b(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:one|slot|row|column|option|seat))/u;

/** Returns the day that a text names; null if it names none. */
export function findDay(text: string, today: Date): FoundValue<DayParts> | null {
  let rest = fold(text);
  const value: DayParts = {};
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.replace(pattern, ' ');
    return match;
  };
  const relativeDay = take(RELATIVE_DAY)?.[0] ?? (/\btonight\b/u.test(rest) ? 'today' : null);
  const isoDay = relativeDay === null ? null : readDate(relativeDay, today);
  if (isoDay !== null) {
    value.month = Number(isoDay.slice(5, 7));
    value.day = Number(isoDay.slice(8, 10));
    value.weekday = new Date(`${isoDay}T12:00`).getDay();
  }
  const weekday = take(WEEKDAY)?.[1];
  if (weekday !== undefined) value.weekday = WEEKDAYS.indexOf(weekday.slice(0, 3));
  const dayFirst = take(DAY_AND_MONTH);
  const monthFirst = dayFirst ? null : take(MONTH_AND_DAY);
  const [day, month] = dayFirst ? [dayFirst[1], dayFirst[2]] : [monthFirst?.[2], monthFirst?.[1]];
  if (day !== undefined && month !== undefined) [value.day, value.month] = [Number(day), parseMonth(month)];
  else {
    const dayOfMonth = take(DAY_OF_MONTH)?.[1];
    if (dayOfMonth !== undefined) value.day = Number(dayOfMonth);
  }
  return Object.keys(value).length > 0 ? { value, rest } : null;
}

/** Whether two descriptions can mean the same day: the weekday or the day of the month agrees, and no part differs. */
export function isSameDay(a: DayParts, b: DayParts): boolean {
  const parts = (['weekday', 'day', 'month'] as const).filter(
    (part) => a[part] !== undefined && b[part] !== undefined,
  );
  return parts.some((part) => part !== 'month') && parts.every((part) => a[part] === b[part]);
}

const CLOCK = "(\\d{1,2})(?:[:.](\\d{2}))? ?(am|pm|a\\.m\\.|p\\.m\\.|o'clock)?(?![\\d:.]\\d|[\\p{L}])";
const RANGE = new RegExp(
  `(?:\\b(?:between|from|at) )?(?<![\\d.,:£$€])${CLOCK} ?(?:-|to|and|till|until) ?${CLOCK}`,
  'u',
);
const POINT = new RegExp(
  `(\\b(?:at|around|about|by) )?(?<![\\d.,:£$€])${CLOCK}(?=$|[\\s,.!?])(?! ?(?:tickets?|people|times|of|x)\\b)`,
  'gu',
);
/** What may follow a bare number that is a time: "book Saturday 10 for me". */
const AFTER_BARE_NUMBER = /^[,.!?]?(?:$| (?:on|for|slot|one|in|please|instead|then|window|time|if)\b)/u;
const PART_OF_DAY = new RegExp(`\\b(?:in the |at )?(${toAlternation(Object.keys(PARTS_OF_DAY))})\\b`, 'u');
const NOON = /\b(?:at )?(?:noon|midday)\b/u;
const HALF_DAY_MINUTES = 720;

/** Returns the times that a clock time can mean. Without "am" or "pm", an hour up to 12 can mean either. */
function readClock(
  hour: string,
  minute: string | undefined,
  amOrPm: string | undefined,
  uses24HourClock: boolean,
): number[] {
  const h = Number(hour);
  const minutes = Number(minute ?? 0);
  if (h > 24 || minutes > 59) return [];
  if (amOrPm && /^[ap]/u.test(amOrPm))
    return h > 12 ? [] : [(h % 12) * 60 + minutes + (amOrPm.startsWith('p') ? HALF_DAY_MINUTES : 0)];
  const isCertain = uses24HourClock || h > 12 || h === 0 || (hour.length === 2 && hour.startsWith('0'));
  return isCertain
    ? [h * 60 + minutes]
    : [(h % 12) * 60 + minutes, (h % 12) * 60 + minutes + HALF_DAY_MINUTES];
}

/**
 * Returns the spans that a text can mean; null if it names no time.
 * @param uses24HourClock whether "10:00" cannot be in the evening
 */
export function findTime(text: string, uses24HourClock = false): FoundValue<readonly TimeSpan[]> | null {
  let rest = rewriteTimes(text);
  const part = PART_OF_DAY.exec(rest)?.[1];
  rest = rest.replace(PART_OF_DAY, ' ').replace(NOON, ' 12:00 pm ').replace(/\s+/gu, ' ').trim();
  const [from, to] = part === undefined ? [0, 1440] : PARTS_OF_DAY[part]!;
  const isInPart = (span: TimeSpan): boolean => span.from >= from && span.from < to;
  const range = RANGE.exec(rest);
  if (range) {
    const [, hour1, minute1, amOrPm1, hour2, minute2, amOrPm2] = range;
    const ends = readClock(hour2!, minute2, amOrPm2, uses24HourClock);
    const spans = readClock(hour1!, minute1, amOrPm1, uses24HourClock)
      .flatMap((start) => ends.map((end): TimeSpan => ({ from: start, to: end === 0 ? 1440 : end })))
      .filter((span) => span.to > span.from && span.to - span.from <= HALF_DAY_MINUTES && isInPart(span));
    if (spans.length > 0) return { value: spans, rest: rest.replace(range[0], ' ') };
  }
  for (const point of rest.matchAll(POINT)) {
    const [all, preposition, hour, minute, amOrPm] = point;
    const after = rest.slice(point.index + all.length);
    const isBare = minute === undefined && amOrPm === undefined && preposition === undefined;
    const spans = readClock(hour!, minute, amOrPm, uses24HourClock)
      .map((at): TimeSpan => ({ from: at, to: at }))
      .filter(isInPart);
    if (spans.length > 0 && (!isBare || AFTER_BARE_NUMBER.test(after)))
      return { value: spans, rest: `${rest.slice(0, point.index)} ${after}` };
  }
  return part === undefined ? null : { value: [{ from, to }], rest };
}
