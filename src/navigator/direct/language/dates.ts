/** Dates in everyday spelling → `2026-11-27`. Pure; `today` is passed in. */
import { readNumber } from './numbers.js';

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
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
export const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAY = '(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?';

export const monthOf = (word: string): number =>
  MONTHS.findIndex((m) => m.startsWith(word.toLowerCase().slice(0, 3))) + 1;
export const pad = (n: number, width = 2): string => String(n).padStart(width, '0');

function iso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && year >= 1000 && year <= 9999 ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : null;
}

const plusDays = (today: Date, days: number): string => {
  const d = new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
  return iso(d.getFullYear(), d.getMonth() + 1, d.getDate())!;
};

/** The next such day: this year, or the year after when it has passed. */
function withoutYear(today: Date, month: number, day: number): string | null {
  const here = iso(today.getFullYear(), month, day);
  const now = plusDays(today, 0);
  return here && here >= now ? here : (iso(today.getFullYear() + 1, month, day) ?? here);
}

/** A date in words or figures as `YYYY-MM-DD`, or null. */
export function readDate(text: string, today: Date): string | null {
  const t = text
    .toLowerCase()
    .replace(/[,]/gu, ' ')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^(?:on |the |for )+/u, '')
    .replace(new RegExp(`^${WEEKDAY}\\.? (?=.*\\d)`, 'u'), '')
    .replace(/^the /u, '');
  let m = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(t);
  if (m) return iso(+m[1]!, +m[2]!, +m[3]!);
  m = new RegExp(`^(\\d{1,2})(?: of)? ${MONTH}(?: (\\d{4}))?$`, 'u').exec(t);
  if (m) return m[3] ? iso(+m[3], monthOf(m[2]!), +m[1]!) : withoutYear(today, monthOf(m[2]!), +m[1]!);
  m = new RegExp(`^${MONTH} (?:the )?(\\d{1,2})(?: (\\d{4}))?$`, 'u').exec(t);
  if (m) return m[3] ? iso(+m[3], monthOf(m[1]!), +m[2]!) : withoutYear(today, monthOf(m[1]!), +m[2]!);
  m = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/u.exec(t);
  if (m) return m[3] ? iso(+m[3], +m[2]!, +m[1]!) : withoutYear(today, +m[2]!, +m[1]!);
  m = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/u.exec(t);
  if (m) {
    const [a, b] = [+m[1]!, +m[2]!];
    // 13/02/2026 can only be day first; 02/13 only month first; else the American order of English pages.
    return a > 12 ? iso(+m[3]!, b, a) : iso(+m[3]!, a, b);
  }
  const ofMonth = /^(\d{1,2}) of (this|next) month$/u.exec(t);
  if (ofMonth) {
    const first = new Date(today.getFullYear(), today.getMonth() + (ofMonth[2] === 'next' ? 1 : 0), 1);
    return iso(first.getFullYear(), first.getMonth() + 1, +ofMonth[1]!);
  }
  if (t === 'today') return plusDays(today, 0);
  if (t === 'tomorrow') return plusDays(today, 1);
  if (t === 'the day after tomorrow' || t === 'day after tomorrow') return plusDays(today, 2);
  if (t === 'yesterday') return plusDays(today, -1);
  m = /^in (\S+) (day|week)s?$/u.exec(t);
  const many = m && (m[1] === 'a' ? 1 : readNumber(m[1]!));
  if (m && many !== null && Number.isInteger(many)) return plusDays(today, many * (m[2] === 'week' ? 7 : 1));
  if (t === 'next week') return plusDays(today, 7);
  m = new RegExp(`^(?:(this|next|coming|this coming) )?${WEEKDAY}$`, 'u').exec(t);
  if (m) {
    const want = DAYS.findIndex((d) => d.startsWith(m[2]!.slice(0, 3)));
    const ahead = (want - today.getDay() + 7) % 7 || 7;
    // "next Friday" said on a Tuesday is this week's Friday for some and next week's for others; the nearest is taken
    // unless that is tomorrow or today, which nobody calls "next".
    return plusDays(today, m[1] === 'next' && ahead <= 1 ? ahead + 7 : ahead);
  }
  return null;
}

/** `2026-06-02`, `2026-06-02T14:30` → "2 June 2026", "2 June 2026 14:30"; null where it is no such day. */
export function dayInWords(text: string): string | null {
  const m = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}))?$/u.exec(text);
  const month = m && MONTHS[Number(m[2]) - 1];
  if (!m || month === null || month === undefined) return null;
  const name = month[0]!.toUpperCase() + month.slice(1);
  return `${Number(m[3])} ${name} ${m[1]}${m[4] ? ` ${m[4]}` : ''}`;
}
