/** Compares times of day, weekdays and months in a line with those on the page. Pure. */
import { foldLookalikes } from './region.js';

const WEEKDAY = /\b(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:days?)?\b/gu;

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

const MONTH =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t?(?:ember)?|ober)?\b/gu;

/** Times of day: "19:40", "7.30 pm", "7 pm". */
const CLOCK_TIME = /\b(\d{1,2})(?:[:.](\d\d))?(?: ?([ap])\.?m\b\.?| ?h\b| o'clock\b)?(?! ?[€$£%]|[.,]?\d)/gu;

const HALF_DAY = 12 * 60;

const HOUR_NAMES = 'noon one two three four five six seven eight nine ten eleven twelve midnight'.split(' ');

/** An hour without a unit: "at five", "from 9". */
const HOUR_WITHOUT_UNIT =
  /\b(?:at|around|until|till|from|by|before|after) (\d{1,2}|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?!(?:[:.,]?\d| ?[€$£%]|\.? (?:\p{L}+s|euros?|pounds?|dollars?|[ap]\.?m|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)\b))/gu;

/** An hour with a part of the day: "two in the afternoon". */
const HOUR_OF_DAY =
  /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= in the (?:morning|afternoon|evening)\b)/gu;

/** An hour in words: "the three o'clock fitting". */
const SPELLED_HOUR = /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) o'clock\b/gu;

const normalizeHours = (text: string): string =>
  text
    .replace(/\bfrom (\S+) to (?=\S+)/gu, 'from $1 until ')
    .replace(HOUR_OF_DAY, 'at $1')
    .replace(SPELLED_HOUR, (_, hour: string) => `${HOUR_NAMES.indexOf(hour)} o'clock`)
    .replace(HOUR_WITHOUT_UNIT, (_, hour: string) => {
      if (hour === 'midnight') return 'at 0:00';
      return hour === 'noon'
        ? 'at 12:00 pm'
        : `at ${/\d/u.test(hour) ? hour : HOUR_NAMES.indexOf(hour)} o'clock`;
    });

/** Returns the times in folded text, in minutes since midnight. A time without am or pm yields both values. */
function parseTimes(text: string): number[][] {
  return [...text.matchAll(CLOCK_TIME)].flatMap(([match, hour, minute, half]) => {
    const isTime = minute !== undefined || /[hpk]/u.test(match.slice(hour!.length));
    const minutes = (Number(hour) % 24) * 60 + Number(minute ?? 0);
    if (!isTime || Number(minute ?? 0) > 59) return [];
    if (half) return [[(minutes % HALF_DAY) + (half === 'p' ? HALF_DAY : 0)]];
    return [Number(hour) <= 12 ? [minutes % HALF_DAY, (minutes % HALF_DAY) + HALF_DAY] : [minutes]];
  });
}

/** Removes times of day, such as "at 8", from folded text. */
export const removeTimes = (text: string): string =>
  normalizeHours(text).replace(CLOCK_TIME, (match, hour: string, minute?: string) =>
    minute !== undefined || /[hpk]/u.test(match.slice(hour.length)) ? ' ' : match,
  );

/** Days of a month in a folded text: "3rd", "3 March", "March 3", "3.3.". */
const DAY_OF_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)\\b|\\b(\\d{1,2})(?:\\.|st|nd|rd|th)?(?: of)? (?:${MONTHS})\\p{L}*|\\b(?:${MONTHS})\\p{L}* (\\d{1,2})\\b(?![:.]\\d)|\\b\\d{4}-\\d\\d-(\\d\\d)\\b|\\b(\\d{1,2})[./]\\d{1,2}[./](?:\\d{4}|\\d\\d)?(?![\\d:])`,
  'gu',
);

const parseDaysOfMonth = (text: string): number[] =>
  [...text.matchAll(DAY_OF_MONTH)].map((match) => Number(match.slice(1).find((day) => day !== undefined)));

/** Parts of the day, with their first and last minute. */
const DAY_PARTS: readonly (readonly [word: string, startMinute: number, endMinute: number])[] = [
  ['morning', 4 * 60, 12 * 60],
  ['afternoon', 12 * 60, 18 * 60],
  ['evening', 16 * 60, 24 * 60],
];

/** Whether both texts contain weekdays, months or times, but different ones. */
export function hasConflictingTime(line: string, page: string): boolean {
  const [lineText, pageText] = [foldLookalikes(line), foldLookalikes(page)];
  const [lineTimes, pageTimes] = [parseTimes(normalizeHours(lineText)), parseTimes(pageText).flat()];
  if (
    lineTimes.length > 0 &&
    pageTimes.length > 0 &&
    !lineTimes.flat().some((time) => pageTimes.includes(time))
  )
    return true;
  const unshownDayParts = DAY_PARTS.filter(([word]) => lineText.includes(word) && !pageText.includes(word));
  if (
    unshownDayParts.some(
      ([, startMinute, endMinute]) =>
        pageTimes.length > 0 && !pageTimes.some((time) => time >= startMinute && time <= endMinute),
    )
  )
    return true;
  const [lineDays, pageDays] = [parseDaysOfMonth(lineText), parseDaysOfMonth(pageText)];
  if (lineDays.length > 0 && pageDays.length > 0 && !lineDays.some((day) => pageDays.includes(day)))
    return true;
  return [WEEKDAY, MONTH].some((pattern) => {
    const lineDays = [...lineText.matchAll(pattern)].map(([, abbreviation]) => abbreviation!);
    const pageDays = [...pageText.matchAll(pattern)].map(([, abbreviation]) => abbreviation!);
    return lineDays.length > 0 && pageDays.length > 0 && !lineDays.some((day) => pageDays.includes(day));
  });
}

/** Whether the line contains times, weekdays or days of a month, and the page contains none. */
export function hasUnshownTime(line: string, page: string): boolean {
  const [lineText, pageText] = [normalizeHours(foldLookalikes(line)), foldLookalikes(page)];
  const hasTime = (text: string): boolean =>
    parseTimes(text).length > 0 || WEEKDAY_NAME.test(text) || parseDaysOfMonth(text).length > 0;
  return hasTime(lineText) && !hasTime(pageText);
}

const WEEKDAY_NAME = /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b/u;

/** Whether the texts have a time of day in common. */
export function hasCommonTime(line: string, page: string): boolean {
  const pageTimes = parseTimes(foldLookalikes(page)).flat();
  return parseTimes(normalizeHours(foldLookalikes(line)))
    .flat()
    .some((time) => pageTimes.includes(time));
}
