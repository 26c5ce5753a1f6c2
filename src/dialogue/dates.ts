/** Parses and formats the dates in scenarios ("+7d", "next monday"). */
import { parseDateText } from '../dates/index.js';

/** An offset from now: `+7d`, `-2w`. */
const OFFSET_EXPRESSION = /^([+-]\d{1,5})\s*(min|h|d|w|mo|y)$/;

/** Returns null if the text is not a date. */
export function parseDate(text: string, now: Date): Date | null {
  const offset = OFFSET_EXPRESSION.exec(text.trim());
  if (offset) return addOffset(now, Number(offset[1]), offset[2] ?? 'd');
  return parseDateText(text.trim(), now, 'day-first')?.date ?? null;
}

function addOffset(now: Date, amount: number, unit: string): Date {
  const date = new Date(now);
  if (unit === 'min') date.setMinutes(date.getMinutes() + amount);
  else if (unit === 'h') date.setHours(date.getHours() + amount);
  else if (unit === 'd' || unit === 'w') date.setDate(date.getDate() + amount * (unit === 'w' ? 7 : 1));
  else {
    const day = date.getDate();
    date.setDate(1);
    date.setMonth(date.getMonth() + amount * (unit === 'y' ? 12 : 1));
    // One month after 31 January is the last day of February.
    date.setDate(Math.min(day, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()));
  }
  return date;
}

export const DEFAULT_FORMAT = 'yyyy-MM-dd';

const padToTwoDigits = (n: number): string => String(n).padStart(2, '0');
const createFormatter = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
  new Intl.DateTimeFormat('en-GB', options).format(date);

const TOKEN_FORMATTERS: Readonly<Record<string, (date: Date) => string>> = {
  yyyy: (date) => String(date.getFullYear()).padStart(4, '0'),
  yy: (date) => padToTwoDigits(date.getFullYear() % 100),
  MMMM: createFormatter({ month: 'long' }),
  MMM: (date) => createFormatter({ month: 'long' })(date).slice(0, 3),
  MM: (date) => padToTwoDigits(date.getMonth() + 1),
  M: (date) => String(date.getMonth() + 1),
  dd: (date) => padToTwoDigits(date.getDate()),
  d: (date) => String(date.getDate()),
  EEEE: createFormatter({ weekday: 'long' }),
  EEE: (date) => createFormatter({ weekday: 'long' })(date).slice(0, 3),
  HH: (date) => padToTwoDigits(date.getHours()),
  H: (date) => String(date.getHours()),
  hh: (date) => padToTwoDigits(date.getHours() % 12 || 12),
  h: (date) => String(date.getHours() % 12 || 12),
  mm: (date) => padToTwoDigits(date.getMinutes()),
  a: (date) => (date.getHours() < 12 ? 'am' : 'pm'),
};

/** Quoted text is literal; a run of the same letter is a token. */
const FORMAT_TOKEN = /'([^']*)'|([A-Za-z])\2*/g;

export function formatDate(date: Date, format: string): string {
  return format.replace(
    FORMAT_TOKEN,
    (part, quoted?: string) => quoted ?? TOKEN_FORMATTERS[part]?.(date) ?? part,
  );
}

/** Returns what is wrong with a date format; null if it is valid. */
export function findFormatError(format: string): string | null {
  const unknownToken = [...format.matchAll(FORMAT_TOKEN)].find(
    ([part, quoted]) => quoted === undefined && !TOKEN_FORMATTERS[part],
  );
  if (unknownToken) {
    return `"${unknownToken[0]}" is not part of a date format; use ${Object.keys(TOKEN_FORMATTERS).join(', ')}, and put words in single quotes: 'at' HH:mm`;
  }
  return [...format.matchAll(FORMAT_TOKEN)].some(([, quoted]) => quoted === undefined)
    ? null
    : 'contains no part of a date; write a format such as yyyy-MM-dd';
}
