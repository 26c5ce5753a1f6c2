/** Parses the dates that pages display: month names in the page's language, months and days. No side effects. */
import { foldCase } from '../../text/index.js';

export interface CalendarDay {
  year: number;
  /** From 1 to 12. */
  month: number;
  day: number;
}

export interface CalendarMonth {
  year: number;
  month: number;
}

export function parseIsoDay(text: string): CalendarDay | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : null;
}

const normaliseName = (text: string): string => foldCase(text).replace(/\./g, '');

const namesByLanguage = new Map<string, { month: number; name: string }[]>();

/** Lists all spellings of the months in the given language and in English, longest first. */
function listMonthNames(lang: string): { month: number; name: string }[] {
  const cachedNames = namesByLanguage.get(lang);
  if (cachedNames) return cachedNames;
  const monthsByName = new Map<string, number>();
  for (const language of [lang, 'en']) {
    for (const options of [
      { month: 'long' },
      { month: 'short' },
      { month: 'long', day: 'numeric' },
      { month: 'short', day: 'numeric' },
    ] as const) {
      for (let month = 1; month <= 12; month++) {
        let parts: Intl.DateTimeFormatPart[];
        try {
          parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(
            Date.UTC(2026, month - 1, 15),
          );
        } catch {
          continue;
        }
        const name = normaliseName(parts.find((part) => part.type === 'month')?.value ?? '');
        if (/\p{L}{2}/u.test(name) && !monthsByName.has(name)) monthsByName.set(name, month);
      }
    }
  }
  const sortedNames = [...monthsByName]
    .map(([name, month]) => ({ name, month }))
    .sort((a, b) => b.name.length - a.name.length);
  namesByLanguage.set(lang, sortedNames);
  return sortedNames;
}

/** Finds the number of the month that the text names; 0 if it names none. */
export function findMonthNumber(text: string, lang: string): number {
  const normalisedText = normaliseName(text);
  for (const { name, month } of listMonthNames(lang)) {
    const index = normalisedText.indexOf(name);
    if (index < 0) continue;
    // A short name inside another word, such as “mar” in “market”, is not a month.
    const neighbouringCharacters = `${normalisedText[index - 1] ?? ' '}${normalisedText[index + name.length] ?? ' '}`;
    if (!/\p{L}/u.test(neighbouringCharacters)) return month;
  }
  return 0;
}

function findYear(text: string): number {
  return Number(/(?<!\d)(1[89]\d\d|2\d\d\d)(?!\d)/.exec(text)?.[1] ?? 0);
}

/** Parses `March 2026`, `mars 2026`, `2026年3月`, `03 / 2026`. Null if the month or the year is missing. */
export function parseMonth(text: string, lang: string): CalendarMonth | null {
  const year = findYear(text);
  if (!year) return null;
  const namedMonth = findMonthNumber(text, lang);
  if (namedMonth) return { year, month: namedMonth };
  const eastAsianMatch = /(?<!\d)(\d{1,2})\s*[月월]/.exec(text);
  const numericMatch =
    eastAsianMatch ??
    /^\D*\d{4}\s*[-/.]\s*(\d{1,2})\D*$/.exec(text) ??
    /^\D*(\d{1,2})\s*[-/.]\s*\d{4}\D*$/.exec(text);
  const month = Number(numericMatch?.[1] ?? 0);
  return month >= 1 && month <= 12 ? { year, month } : null;
}

/** Number of months from `a` to `b`. */
export function countMonthsBetween(a: CalendarMonth, b: CalendarMonth): number {
  return (b.year - a.year) * 12 + b.month - a.month;
}

/** Whether the text contains the year, the month (as a name or a number) and the day. */
export function showsDay(text: string, { year, month, day }: CalendarDay, lang: string): boolean {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const takeNumber = (number: number): boolean => {
    const index = numbers.indexOf(number);
    if (index < 0) return false;
    numbers.splice(index, 1);
    return true;
  };
  const compactDate = `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
  if (text.replace(/\D/g, '') === compactDate) return true;
  const namedMonth = findMonthNumber(text, lang);
  // Buttons often omit the year: `Thu, 5 Mar`.
  const hasYear = takeNumber(year) || takeNumber(year % 100) || (namedMonth > 0 && !findYear(text));
  return hasYear && (namedMonth ? namedMonth === month : takeNumber(month)) && takeNumber(day);
}

/**
 * Selects the cells of the displayed month: the first cell with the day 1, and then each next day in sequence. This
 * leaves out week numbers and the days of neighbouring months, in any language.
 */
export function selectDaysOfMonth<T extends { day: number }>(days: readonly T[]): T[] {
  const monthDays: T[] = [];
  for (const cell of days) if (cell.day === monthDays.length + 1) monthDays.push(cell);
  return monthDays;
}
