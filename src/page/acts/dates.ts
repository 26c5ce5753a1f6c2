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
  const list = [...names].map(([name, month]) => ({ name, month })).sort((a, b) => b.name.length - a.name.length);
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

export interface DateFormat {
  /** Order of the parts with what stands between them: `['d', '/', 'm', '/', 'y']`. */
  parts: string[];
  /** Leading zeros; how many digits of the year; months by name. */
  padded: boolean;
  shortYear: boolean;
  monthName: 'none' | 'short' | 'long';
}

const LETTERS = String.raw`(\p{L}{1,4})(\s*[./\-–,年]\s*|\s+)(\p{L}{1,4})(\s*[./\-–,月]\s*|\s+)(\p{L}{1,4})`;

/** Letters that stand for years, months and days in the languages that write such hints. */
function part(letters: string): 'y' | 'm' | 'd' | null {
  if (/^(y{2,4}|a{4}|j{4}|r{4}|å{4}|v{4}|г{4}|u{4}|é{4})$/i.test(letters)) return 'y';
  if (/^(m{1,4}|k{2}|м{1,2}|h{2})$/i.test(letters)) return 'm';
  if (/^(d{1,2}|t{1,2}|j{1,2}|g{1,2}|p{1,2}|д{1,2}|n{2})$/i.test(letters)) return 'd';
  return null;
}

function localeOrder(lang: string): ('d' | 'm' | 'y')[] {
  try {
    return new Intl.DateTimeFormat(lang)
      .formatToParts(0)
      .map(({ type }) => ({ day: 'd', month: 'm', year: 'y' })[type as 'day'] as 'd' | 'm' | 'y' | undefined)
      .filter((p) => p !== undefined);
  } catch {
    return ['m', 'd', 'y'];
  }
}

/** The form in which a field wants dates, from what it says of itself; null when it says nothing. */
export function dateFormat(hints: readonly string[], lang: string): DateFormat | null {
  for (const hint of hints) {
    const letters = new RegExp(LETTERS, 'u').exec(hint);
    if (letters) {
      const [, a = '', s1 = '', b = '', s2 = '', c = ''] = letters;
      const kinds = [a, b, c].map(part);
      if (new Set(kinds).size === 3 && !kinds.includes(null)) {
        const [x, y, z] = kinds as string[];
        const runs = { [x!]: a, [y!]: b, [z!]: c };
        return {
          parts: [x!, s1, y!, s2, z!],
          padded: (runs.d ?? '').length > 1,
          shortYear: (runs.y ?? '').length === 2,
          monthName: /^m{3}$/i.test(runs.m ?? '') ? 'short' : /^m{4}$/i.test(runs.m ?? '') ? 'long' : 'none',
        };
      }
    }
    const example = /(?<!\d)(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})(?!\d)/.exec(hint);
    const pattern = /\\d\{(\d)(?:,\d)?\}[\\[]*([./-])\]?\\d\{(\d)(?:,\d)?\}[\\[]*[./-]\]?\\d\{(\d)(?:,\d)?\}/.exec(hint);
    if (!example && !pattern) continue;
    const [, first = '', separator = '/', second = '', third = ''] = (example ?? pattern)!;
    const yearFirst = example ? first.length === 4 : first === '4';
    const order: string[] = yearFirst
      ? ['y', 'm', 'd']
      : example && Number(first) > 12
        ? ['d', 'm', 'y']
        : example && Number(second) > 12
          ? ['m', 'd', 'y']
          : localeOrder(lang)[0] === 'm'
            ? ['m', 'd', 'y']
            : ['d', 'm', 'y'];
    return {
      parts: [order[0]!, separator, order[1]!, separator, order[2]!],
      padded: example ? [first, second].every((n) => n.length !== 1) : true,
      shortYear: !yearFirst && (example ? third.length === 2 : third === '2'),
      monthName: 'none',
    };
  }
  return null;
}

/** A day in that form. */
export function writeDay({ year, month, day }: Day, format: DateFormat, lang: string): string {
  const two = (n: number): string => (format.padded ? String(n).padStart(2, '0') : String(n));
  const name = (): string =>
    new Intl.DateTimeFormat(lang, { month: format.monthName === 'long' ? 'long' : 'short', timeZone: 'UTC' }).format(
      Date.UTC(year, month - 1, day),
    );
  return format.parts
    .map((piece) => {
      if (piece === 'y') return format.shortYear ? String(year % 100).padStart(2, '0') : String(year);
      if (piece === 'm') return format.monthName === 'none' ? two(month) : name();
      return piece === 'd' ? two(day) : piece;
    })
    .join('');
}

/** Cells of this month only: it begins at the first 1 and ends before the next, whatever languages and styles say. */
export function ownDays<T extends { day: number }>(days: readonly T[]): T[] {
  const first = days.findIndex(({ day }) => day === 1);
  if (first < 0) return [];
  const after = days.findIndex(({ day }, i) => i > first && day < days[i - 1]!.day);
  return days.slice(first, after < 0 ? undefined : after);
}
