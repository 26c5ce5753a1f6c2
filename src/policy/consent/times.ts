/**
 * Times of day, weekdays and months in a line and on the page. Pure.
 */
import { fold } from './region.js';

const WEEKDAY = /\b(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:days?)?\b/gu;

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

const MONTH =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t?(?:ember)?|ober)?\b/gu;

/** "19:40", "7.30 pm", "7 pm". */
const CLOCK = /\b(\d{1,2})(?:[:.](\d\d))?(?: ?([ap])\.?m\b\.?| ?h\b| o'clock\b)?(?! ?[€$£%]|[.,]?\d)/gu;

const HALF_DAY = 12 * 60;

const HOURS = 'noon one two three four five six seven eight nine ten eleven twelve midnight'.split(' ');

/** "At five", "from 9": an hour without a unit. */
const BARE_HOUR =
  /\b(?:at|around|until|till|from|by|before|after) (\d{1,2}|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?!(?:[:.,]?\d| ?[€$£%]|\.? (?:\p{L}+s|euros?|pounds?|dollars?|[ap]\.?m|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)\b))/gu;

/** "Two in the afternoon" */
const HOUR_OF_DAY =
  /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= in the (?:morning|afternoon|evening)\b)/gu;

/** "The three o'clock fitting" */
const HOUR_ON_THE_CLOCK = /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) o'clock\b/gu;

const inClockForm = (text: string): string =>
  text
    .replace(/\bfrom (\S+) to (?=\S+)/gu, 'from $1 until ')
    .replace(HOUR_OF_DAY, 'at $1')
    .replace(HOUR_ON_THE_CLOCK, (_, hour: string) => `${HOURS.indexOf(hour)} o'clock`)
    .replace(BARE_HOUR, (_, hour: string) => {
      if (hour === 'midnight') return 'at 0:00';
      return hour === 'noon' ? 'at 12:00 pm' : `at ${/\d/u.test(hour) ? hour : HOURS.indexOf(hour)} o'clock`;
    });

/** Minutes since midnight of the times in a folded text; both values if the text does not say am or pm. */
function timesIn(text: string): number[][] {
  return [...text.matchAll(CLOCK)].flatMap(([match, hour, minute, half]) => {
    const isTime = minute !== undefined || /[hpk]/u.test(match.slice(hour!.length));
    const minutes = (Number(hour) % 24) * 60 + Number(minute ?? 0);
    if (!isTime || Number(minute ?? 0) > 59) return [];
    if (half) return [[(minutes % HALF_DAY) + (half === 'p' ? HALF_DAY : 0)]];
    return [Number(hour) <= 12 ? [minutes % HALF_DAY, (minutes % HALF_DAY) + HALF_DAY] : [minutes]];
  });
}

/** A folded text without times of day, such as "at 8". */
export const withoutTimes = (text: string): string =>
  inClockForm(text).replace(CLOCK, (match, hour: string, minute?: string) =>
    minute !== undefined || /[hpk]/u.test(match.slice(hour.length)) ? ' ' : match,
  );

/** "3rd", "3 March", "March 3", "3.3.": days of a month in a folded text. */
const DAY_OF_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)\\b|\\b(\\d{1,2})(?:\\.|st|nd|rd|th)?(?: of)? (?:${MONTHS})\\p{L}*|\\b(?:${MONTHS})\\p{L}* (\\d{1,2})\\b(?![:.]\\d)|\\b\\d{4}-\\d\\d-(\\d\\d)\\b|\\b(\\d{1,2})[./]\\d{1,2}[./](?:\\d{4}|\\d\\d)?(?![\\d:])`,
  'gu',
);

const daysOfMonthIn = (text: string): number[] =>
  [...text.matchAll(DAY_OF_MONTH)].map((match) => Number(match.slice(1).find((one) => one !== undefined)));

/** Parts of the day, with their first and last minute. */
const DAY_PARTS: readonly (readonly [word: string, from: number, to: number])[] = [
  ['morning', 4 * 60, 12 * 60],
  ['afternoon', 12 * 60, 18 * 60],
  ['evening', 16 * 60, 24 * 60],
];

/** Whether both texts have weekdays, months or times, but different ones. */
export function namesOtherTime(line: string, page: string): boolean {
  const [lineText, pageText] = [fold(line), fold(page)];
  const [named, known] = [timesIn(inClockForm(lineText)), timesIn(pageText).flat()];
  if (named.length > 0 && known.length > 0 && !named.flat().some((time) => known.includes(time))) return true;
  const halves = DAY_PARTS.filter(([word]) => lineText.includes(word) && !pageText.includes(word));
  if (halves.some(([, from, to]) => known.length > 0 && !known.some((time) => time >= from && time <= to)))
    return true;
  const [days, shownDays] = [daysOfMonthIn(lineText), daysOfMonthIn(pageText)];
  if (days.length > 0 && shownDays.length > 0 && !days.some((day) => shownDays.includes(day))) return true;
  return [WEEKDAY, MONTH].some((pattern) => {
    const days = [...lineText.matchAll(pattern)].map(([, short]) => short!);
    const shownDays = [...pageText.matchAll(pattern)].map(([, short]) => short!);
    return days.length > 0 && shownDays.length > 0 && !days.some((day) => shownDays.includes(day));
  });
}

/** Whether the first text names times, weekdays or days of a month, and the other shows none at all. */
export function namesUnshownTime(line: string, page: string): boolean {
  const [lineText, pageText] = [inClockForm(fold(line)), fold(page)];
  const has = (text: string): boolean =>
    timesIn(text).length > 0 || WEEKDAY_NAME.test(text) || daysOfMonthIn(text).length > 0;
  return has(lineText) && !has(pageText);
}

const WEEKDAY_NAME = /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b/u;

/** Whether both texts have the same time of day. */
export function haveSameTime(line: string, page: string): boolean {
  const known = timesIn(fold(page)).flat();
  return timesIn(inClockForm(fold(line)))
    .flat()
    .some((time) => known.includes(time));
}
