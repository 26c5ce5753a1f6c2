/** Dates as people name them ("+7d", "next monday"), and how they are written into a text. */
import { createRequire } from 'node:module';

/** Loaded when a scenario names a date, since loading it takes longer than all the rest. */
const chrono = (): typeof import('chrono-node') =>
  createRequire(import.meta.url)('chrono-node') as typeof import('chrono-node');

/** `+7d`, `-2w`: how far from now. */
const AWAY = /^([+-]\d{1,5})\s*(min|h|d|w|mo|y)$/;

/** @returns null where the text names no date */
export function readDate(text: string, now: Date): Date | null {
  const away = AWAY.exec(text.trim());
  if (away) return moved(now, Number(away[1]), away[2] ?? 'd');
  const hits = chrono().en.GB.parse(text.trim(), now, { forwardDate: true });
  const [hit] = hits;
  // What is read in part is misread: "monday or tuesday", "in 3 dais".
  if (!hit || hits.length > 1 || hit.end || hit.text.length !== text.trim().length) return null;
  return hit.date();
}

function moved(now: Date, by: number, unit: string): Date {
  const date = new Date(now);
  if (unit === 'min') date.setMinutes(date.getMinutes() + by);
  else if (unit === 'h') date.setHours(date.getHours() + by);
  else if (unit === 'd' || unit === 'w') date.setDate(date.getDate() + by * (unit === 'w' ? 7 : 1));
  else {
    const day = date.getDate();
    date.setDate(1);
    date.setMonth(date.getMonth() + by * (unit === 'y' ? 12 : 1));
    // A month after the 31st of January is the last of February.
    date.setDate(Math.min(day, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()));
  }
  return date;
}

export const DEFAULT_FORMAT = 'yyyy-MM-dd';

const two = (n: number): string => String(n).padStart(2, '0');
const named = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
  new Intl.DateTimeFormat('en-GB', options).format(date);

const TOKENS: Readonly<Record<string, (date: Date) => string>> = {
  yyyy: (date) => String(date.getFullYear()).padStart(4, '0'),
  yy: (date) => two(date.getFullYear() % 100),
  MMMM: named({ month: 'long' }),
  MMM: (date) => named({ month: 'long' })(date).slice(0, 3),
  MM: (date) => two(date.getMonth() + 1),
  M: (date) => String(date.getMonth() + 1),
  dd: (date) => two(date.getDate()),
  d: (date) => String(date.getDate()),
  EEEE: named({ weekday: 'long' }),
  EEE: (date) => named({ weekday: 'long' })(date).slice(0, 3),
  HH: (date) => two(date.getHours()),
  H: (date) => String(date.getHours()),
  hh: (date) => two(date.getHours() % 12 || 12),
  h: (date) => String(date.getHours() % 12 || 12),
  mm: (date) => two(date.getMinutes()),
  a: (date) => (date.getHours() < 12 ? 'am' : 'pm'),
};

/** A quoted part stands for itself, a run of one letter is a token. */
const PART = /'([^']*)'|([A-Za-z])\2*/g;

export function formatDate(date: Date, format: string): string {
  return format.replace(PART, (part, quoted?: string) => quoted ?? TOKENS[part]?.(date) ?? part);
}

/** What is wrong with a format; null where nothing is. */
export function formatFault(format: string): string | null {
  const unknown = [...format.matchAll(PART)].find(([part, quoted]) => quoted === undefined && !TOKENS[part]);
  if (unknown) {
    return `"${unknown[0]}" is no part of a date; there are ${Object.keys(TOKENS).join(', ')}, and words stand in single quotes: 'at' HH:mm`;
  }
  return [...format.matchAll(PART)].some(([, quoted]) => quoted === undefined)
    ? null
    : 'names no part of a date; for example yyyy-MM-dd';
}
