/** Parses dates and times in English text with chrono-node. The caller passes the current time. */
import { createRequire } from 'node:module';
import type { ParsedComponents } from 'chrono-node';

/** Order of numeric dates: day first (03/04 is 3 April), or month first. */
export type DateOrder = 'day-first' | 'month-first';

export interface ParsedDate {
  /** Fields that the text does not state are taken from the current time. */
  date: Date;
  /** `2026-11-27`; null if the text states no day ("9 am", "March"). */
  isoDay: string | null;
  /** `14:30`; null if the text states no time of day. */
  isoTime: string | null;
}

/** Loaded on first use, because loading chrono-node takes longer than the rest of startup. */
const loadChrono = (): typeof import('chrono-node/en') =>
  createRequire(import.meta.url)('chrono-node/en') as typeof import('chrono-node/en');

/** Every date or time contains one of these. Other text is rejected without loading chrono-node. */
const MAY_BE_DATE =
  /\d|\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:now|to(?:day|night|morrow)|tmr|yesterday|overmorrow|noon|mid(?:day|night)|morning|afternoon|evening|night)\b|\b(?:second|min|minute|hour|hr|day|week|weekend|month|quarter|year|decade)s?\b/iu;

/** Day phrases that chrono-node does not mark as certain. */
const RELATIVE_DAY = /\b(?:days?|weeks?|months?|years?|tomorrow|today|tonight|yesterday)\b/iu;

/** Tags of results such as "in 3 days" and "now": chrono-node adds the current time, which the text does not state. */
const HAS_CURRENT_TIME = /^(?:result\/relativeDate|casualReference\/now)/u;

/**
 * Parses text that is a single date or time. Returns null if it has other words, several dates or a range, because a
 * partial parse of "monday or tuesday" or "in 3 dais" would be wrong.
 * @param optionalPrefix words that may precede the date
 */
export function parseDateText(
  text: string,
  now: Date,
  order: DateOrder,
  optionalPrefix?: RegExp,
): ParsedDate | null {
  if (!MAY_BE_DATE.test(text)) return null;
  const parser = order === 'day-first' ? loadChrono().GB : loadChrono().casual;
  // With `forwardDate`, "last Sunday" would be parsed as the next Sunday.
  const forwardDate = !/\blast\b/iu.test(text);
  const [result, ...otherResults] = parser.parse(text, now, { forwardDate });
  if (!result || otherResults.length > 0 || result.end) return null;
  const prefixLength = optionalPrefix?.exec(text)?.[0].length ?? 0;
  if (result.index > prefixLength || result.index + result.text.length < text.length) return null;
  const { start } = result;
  const hasDay = start.isCertain('day') || start.isCertain('weekday') || RELATIVE_DAY.test(text);
  const tags = [...start.tags()];
  const statesTime = tags.includes('parser/ENTimeExpressionParser');
  const hasTime =
    start.isCertain('hour') &&
    (statesTime || !tags.some((tag) => HAS_CURRENT_TIME.test(tag))) &&
    // "March at 9" is neither a date nor a time.
    (hasDay || !start.isCertain('month'));
  return {
    date: result.date(),
    isoDay: hasDay ? formatIsoDay(start) : null,
    isoTime: hasTime ? `${padNumber(start.get('hour'))}:${padNumber(start.get('minute'))}` : null,
  };
}

const padNumber = (n: number | null, width = 2): string => String(n ?? 0).padStart(width, '0');

const formatIsoDay = (components: ParsedComponents): string =>
  `${padNumber(components.get('year'), 4)}-${padNumber(components.get('month'))}-${padNumber(components.get('day'))}`;
