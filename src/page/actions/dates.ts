/** Dates as pages write them: months by name in the page's language, field formats, what a text shows. Pure. */

export interface Day {
  year: number;
  /** 1–12 */
  month: number;
  day: number;
}

export interface Month {
  year: number;
  month: number;
}

export function isoDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : null;
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\./g, '');

const namesByLanguage = new Map<string, { month: number; name: string }[]>();

/** Every way in which a language writes its months, the longest first; English ones always too. */
function monthNames(lang: string): { month: number; name: string }[] {
  const known = namesByLanguage.get(lang);
  if (known) return known;
  const names = new Map<string, number>();
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
        const name = plain(parts.find((part) => part.type === 'month')?.value ?? '');
        if (/\p{L}{2}/u.test(name) && !names.has(name)) names.set(name, month);
      }
    }
  }
  const list = [...names]
    .map(([name, month]) => ({ name, month }))
    .sort((a, b) => b.name.length - a.name.length);
  namesByLanguage.set(lang, list);
  return list;
}

/** The month that a text names in words; 0 when it names none. */
export function monthNamed(text: string, lang: string): number {
  const words = plain(text);
  for (const { name, month } of monthNames(lang)) {
    const at = words.indexOf(name);
    if (at < 0) continue;
    // A short name inside another word is none: “mar” in “market”.
    const around = `${words[at - 1] ?? ' '}${words[at + name.length] ?? ' '}`;
    if (!/\p{L}/u.test(around)) return month;
  }
  return 0;
}

function yearIn(text: string): number {
  return Number(/(?<!\d)(1[89]\d\d|2\d\d\d)(?!\d)/.exec(text)?.[1] ?? 0);
}

/** `March 2026`, `mars 2026`, `2026年3月`, `03 / 2026`; null when month or year are missing. */
export function monthOf(text: string, lang: string): Month | null {
  const year = yearIn(text);
  if (!year) return null;
  const named = monthNamed(text, lang);
  if (named) return { year, month: named };
  const eastern = /(?<!\d)(\d{1,2})\s*[月월]/.exec(text);
  const numeric =
    eastern ??
    /^\D*\d{4}\s*[-/.]\s*(\d{1,2})\D*$/.exec(text) ??
    /^\D*(\d{1,2})\s*[-/.]\s*\d{4}\D*$/.exec(text);
  const month = Number(numeric?.[1] ?? 0);
  return month >= 1 && month <= 12 ? { year, month } : null;
}

/** Months from `a` to `b`. */
export function monthsBetween(a: Month, b: Month): number {
  return (b.year - a.year) * 12 + b.month - a.month;
}

/** A text shows this day: year, month by name or number, and day are all in it. */
export function showsDay(text: string, { year, month, day }: Day, lang: string): boolean {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const take = (wanted: number): boolean => {
    const at = numbers.indexOf(wanted);
    if (at < 0) return false;
    numbers.splice(at, 1);
    return true;
  };
  const compact = `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
  if (text.replace(/\D/g, '') === compact) return true;
  const named = monthNamed(text, lang);
  // Buttons often leave the year out: `Thu, 5 Mar`.
  const yearShown = take(year) || take(year % 100) || (named > 0 && !yearIn(text));
  return yearShown && (named ? named === month : take(month)) && take(day);
}

/**
 * Cells of this month only: from the first 1 on, each day after the one before, whatever languages and styles say.
 * Days of neighbouring months and numbers of weeks fall through.
 */
export function ownDays<T extends { day: number }>(days: readonly T[]): T[] {
  const out: T[] = [];
  for (const cell of days) if (cell.day === out.length + 1) out.push(cell);
  return out;
}
