/** Detects a field's date format from its hints: label, placeholder, pattern, current value. Pure. */
import type { CalendarDay } from './dates.js';

export interface DateFormat {
  /** Date parts and separators in order: `['d', '/', 'm', '/', 'y']`. */
  parts: string[];
  /** Whether days and months have leading zeros. */
  padded: boolean;
  shortYear: boolean;
  monthName: 'none' | 'short' | 'long';
}

const LETTER_PATTERN = String.raw`(\p{L}{1,4})(\s*[./\-–,年]\s*|\s+)(\p{L}{1,4})(\s*[./\-–,月]\s*|\s+)(\p{L}{1,4})`;

/** The date part that letters such as `DD`, `jj` or `aaaa` denote, in several languages. */
function datePart(letters: string): 'y' | 'm' | 'd' | null {
  if (/^(y{2,4}|a{4}|j{4}|r{4}|å{4}|v{4}|г{4}|u{4}|é{4})$/i.test(letters)) return 'y';
  if (/^(m{1,4}|k{2}|м{1,2}|h{2})$/i.test(letters)) return 'm';
  if (/^(d{1,2}|t{1,2}|j{1,2}|g{1,2}|p{1,2}|д{1,2}|n{2})$/i.test(letters)) return 'd';
  return null;
}

function localePartOrder(lang: string): ('d' | 'm' | 'y')[] {
  try {
    return new Intl.DateTimeFormat(lang)
      .formatToParts(0)
      .map(({ type }) => ({ day: 'd', month: 'm', year: 'y' })[type as 'day'] as 'd' | 'm' | 'y' | undefined)
      .filter((p) => p !== undefined);
  } catch {
    return ['m', 'd', 'y'];
  }
}

/** Detects the format from the first hint that contains one. @returns null if no hint does */
export function detectDateFormat(hints: readonly string[], lang: string): DateFormat | null {
  for (const hint of hints) {
    const letters = new RegExp(LETTER_PATTERN, 'u').exec(hint);
    if (letters) {
      const [, a = '', s1 = '', b = '', s2 = '', c = ''] = letters;
      const kinds = [a, b, c].map(datePart);
      if (new Set(kinds).size === 3 && !kinds.includes(null)) {
        const [x, y, z] = kinds as string[];
        const lettersByPart = { [x!]: a, [y!]: b, [z!]: c };
        return {
          parts: [x!, s1, y!, s2, z!],
          padded: (lettersByPart.d ?? '').length > 1,
          shortYear: (lettersByPart.y ?? '').length === 2,
          monthName: /^m{3}$/i.test(lettersByPart.m ?? '')
            ? 'short'
            : /^m{4}$/i.test(lettersByPart.m ?? '')
              ? 'long'
              : 'none',
        };
      }
    }
    const example = /(?<!\d)(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})(?!\d)/.exec(hint);
    const pattern =
      /\\d\{(\d)(?:,\d)?\}[\\[]*([./-])\]?\\d\{(\d)(?:,\d)?\}[\\[]*[./-]\]?\\d\{(\d)(?:,\d)?\}/.exec(hint);
    if (!example && !pattern) continue;
    const [, first = '', separator = '/', second = '', third = ''] = (example ?? pattern)!;
    const isYearFirst = example ? first.length === 4 : first === '4';
    const order: string[] = isYearFirst
      ? ['y', 'm', 'd']
      : example && Number(first) > 12
        ? ['d', 'm', 'y']
        : example && Number(second) > 12
          ? ['m', 'd', 'y']
          : localePartOrder(lang)[0] === 'm'
            ? ['m', 'd', 'y']
            : ['d', 'm', 'y'];
    return {
      parts: [order[0]!, separator, order[1]!, separator, order[2]!],
      padded: example ? [first, second].every((n) => n.length !== 1) : true,
      shortYear: !isYearFirst && (example ? third.length === 2 : third === '2'),
      monthName: 'none',
    };
  }
  return null;
}

/** Writes a day in this format. */
export function formatDay({ year, month, day }: CalendarDay, format: DateFormat, lang: string): string {
  const formatNumber = (n: number): string => (format.padded ? String(n).padStart(2, '0') : String(n));
  const monthName = (): string =>
    new Intl.DateTimeFormat(lang, {
      month: format.monthName === 'long' ? 'long' : 'short',
      timeZone: 'UTC',
    }).format(Date.UTC(year, month - 1, day));
  return format.parts
    .map((piece) => {
      if (piece === 'y') return format.shortYear ? String(year % 100).padStart(2, '0') : String(year);
      if (piece === 'm') return format.monthName === 'none' ? formatNumber(month) : monthName();
      return piece === 'd' ? formatNumber(day) : piece;
    })
    .join('');
}
