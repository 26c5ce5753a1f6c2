/** Dates and times in free words → `2026-11-27`, `14:30`, `2026-11-27 14:30`. Pure; the day is passed in. */
import { parseDateText } from '../../../dates/index.js';
import { fold } from '../text.js';
import { readDate } from './dates.js';
import { readTime } from './times.js';

/** A weekday or month alone may be a name ("the Monday tab"); a thing that is about time makes it a date. */
const ALONE =
  /^(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|now|second|noon|midnight)$/iu;
export const ABOUT_TIME =
  /\b(?:date|day|dates|deadline|due|birthday|born|calendar|when|time|start|starts|end|ends|begin|until|from|arrival|departure|check-?in|check-?out|return|reminder|alarm|hour|meeting|appointment|schedule|delivery|pick-?up|expiry|expires)\b/iu;

/** How long, not when. */
const LASTS =
  /^(?:about |for |around )?(?:\S+|half an?|a few|a couple of)(?: and a half)? (?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?)$/iu;

const PARTS_OF_DAY =
  /\b(?:in the (?:morning|afternoon|evening)|at night|noon|midnight|midday|am|pm|a\.m\.|p\.m\.|o'clock)\b|\d(?:am|pm)\b|\d:\d\d/iu;

/**
 * The moment that the whole text says, or null.
 * @param about what the value is for, as far as is known
 */
export function readMoment(text: string, today: Date, about = ''): string | null {
  const said = text
    .replace(/[’‘]/gu, "'")
    .replace(/[.!,\s]+$/u, '')
    .replace(/'s date$/iu, '')
    .trim();
  const plain = said.replace(/^(?:on|at|by|for|from|until) /iu, '');
  // "2.50" is an amount, "1/2" a share, "12" a number.
  if (/^[\d.,]+$/u.test(plain) && !/\btime\b/iu.test(about) && !/^\d{1,2}\.\d{1,2}\.\d{4}$/u.test(plain))
    return null;
  if (/^\d+[/-]\d+$/u.test(plain) || !/\d|\p{L}/u.test(plain)) return null;
  if (ALONE.test(plain) && !ABOUT_TIME.test(about))
    return /^(?:noon|midnight)$/u.test(plain) ? readTime(plain) : null;
  // "the start time … to 9": nothing else is said in hours.
  if (/\btime\b/iu.test(about) && /^\d{1,2}$|^\p{L}+$/u.test(plain)) {
    const hour = readTime(`at ${plain}`);
    if (hour !== null) return hour;
  }
  if (LASTS.test(plain)) return null;
  const date = readDate(plain, today);
  if (date) return date;
  // "four" alone is a number, "at four" a time.
  if (PARTS_OF_DAY.test(plain) || /\b(?:past|to) \w+/iu.test(plain)) {
    const time = readTime(plain);
    if (time) return time;
  }
  return both(plain, today) ?? byChrono(plain, today);
}

/** "tomorrow at 9 am", "9 am on 3 March". */
function both(text: string, today: Date): string | null {
  const cuts = [
    /^(.+?),? (?:at |around )(.+)$/iu,
    /^(.+?),? (\d{1,2}(?::\d{2})? ?(?:[ap]\.?m\.?)?|noon|midnight)$/iu,
  ];
  for (const cut of cuts) {
    const m = cut.exec(text);
    const date = m && readDate(m[1]!, today);
    const time = m && (readTime(m[2]!) ?? readTime(`at ${m[2]!}`));
    if (date && time) return `${date} ${time}`;
  }
  const turned = /^(.+?) (?:on |, ?)(.+)$/iu.exec(text);
  const time = turned && readTime(turned[1]!);
  const date = turned && readDate(turned[2]!, today);
  return time && date ? `${date} ${time}` : null;
}

const pad = (n: number): string => String(n).padStart(2, '0');

function byChrono(text: string, today: Date): string | null {
  const said = fold(text).replace(/\bfrom today\b/u, 'from now');
  const noon = new Date(today.getFullYear(), today.getMonth(), today.getDate(), 12);
  const hit = parseDateText(said, noon, 'month-first', /^(?:the|on|at) /u);
  if (!hit) return null;
  const { start } = hit;
  const date = `${start.get('year')}-${pad(start.get('month')!)}-${pad(start.get('day')!)}`;
  const time = start.isCertain('hour') ? `${pad(start.get('hour')!)}:${pad(start.get('minute') ?? 0)}` : null;
  const dated =
    start.isCertain('day') ||
    start.isCertain('weekday') ||
    /\b(?:days?|weeks?|months?|years?|tomorrow|today|tonight|yesterday)\b/u.test(said);
  if (!dated) return time;
  // "in 3 days" keeps the hour of now, which nobody said.
  return time && PARTS_OF_DAY.test(said) ? `${date} ${time}` : date;
}
