/** Detects a field's date format from its hints: label, placeholder, pattern, current value. No side effects. */
import type { CalendarDay } from './dates.js';

export interface DateFormat {
  /** Date components and separators in order: `['d', '/', 'm', '/', 'y']`. */
  parts: string[];
  /** Whether days and months have leading zeros. */
  isPadded: boolean;
  hasShortYear: boolean;
  monthNameStyle: 'none' | 'short' | 'long';
}

const LETTER_PATTERN = String.raw`(\p{L}{1,4})(\s*[./\-–,年]\s*|\s+)(\p{L}{1,4})(\s*[./\-–,月]\s*|\s+)(\p{L}{1,4})`;

/** Returns the date component that letters such as `DD`, `jj` or `aaaa` denote, in several languages. */
function toDatePart(letters: string): 'y' | 'm' | 'd' | null {
  if (/^(y{2,4}|a{4}|j{4}|r{4}|å{4}|v{4}|г{4}|u{4}|é{4})$/i.test(letters)) return 'y';
  if (/^(m{1,4}|k{2}|м{1,2}|h{2})$/i.test(letters)) return 'm';
  if (/^(d{1,2}|t{1,2}|j{1,2}|g{1,2}|p{1,2}|д{1,2}|n{2})$/i.test(letters)) return 'd';
  return null;
}

function getLocalePartOrder(lang: string): ('d' | 'm' | 'y')[] {
  try {
    return new Intl.DateTimeFormat(lang)
      .formatToParts(0)
      .map(({ type }) => ({ day: 'd', month: 'm', year: 'y' })[type as 'day'] as 'd' | 'm' | 'y' | undefined)
      .filter((p) => p !== undefined);
  } catch {
    return ['m', 'd', 'y'];
  }
}

/** Detects the format from the first hint that contains a format. @returns null if no hint contains one */
export function detectDateFormat(hints: readonly string[], lang: string): DateFormat | null {
  for (const hint of hints) {
    const letterMatch = new RegExp(LETTER_PATTERN, 'u').exec(hint);
    if (letterMatch) {
      const [
        ,
        firstLetters = '',
        firstSeparator = '',
        secondLetters = '',
        secondSeparator = '',
        thirdLetters = '',
      ] = letterMatch;
      const dateParts = [firstLetters, secondLetters, thirdLetters].map(toDatePart);
      if (new Set(dateParts).size === 3 && !dateParts.includes(null)) {
        const [firstPart, secondPart, thirdPart] = dateParts as string[];
        const lettersByPart = {
          [firstPart!]: firstLetters,
          [secondPart!]: secondLetters,
          [thirdPart!]: thirdLetters,
        };
        return {
          parts: [firstPart!, firstSeparator, secondPart!, secondSeparator, thirdPart!],
          isPadded: (lettersByPart.d ?? '').length > 1,
          hasShortYear: (lettersByPart.y ?? '').length === 2,
          monthNameStyle: /^m{3}$/i.test(lettersByPart.m ?? '')
            ? 'short'
            : /^m{4}$/i.test(lettersByPart.m ?? '')
              ? 'long'
              : 'none',
        };
      }
    }
    const exampleMatch = /(?<!\d)(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})(?!\d)/.exec(hint);
    const patternMatch =
      /\\d\{(\d)(?:,\d)?\}[\\[]*([./-])\]?\\d\{(\d)(?:,\d)?\}[\\[]*[./-]\]?\\d\{(\d)(?:,\d)?\}/.exec(hint);
    if (!exampleMatch && !patternMatch) continue;
    const [, first = '', separator = '/', second = '', third = ''] = (exampleMatch ?? patternMatch)!;
    const isYearFirst = exampleMatch ? first.length === 4 : first === '4';
    const order: string[] = isYearFirst
      ? ['y', 'm', 'd']
      : exampleMatch && Number(first) > 12
        ? ['d', 'm', 'y']
        : exampleMatch && Number(second) > 12
          ? ['m', 'd', 'y']
          : getLocalePartOrder(lang)[0] === 'm'
            ? ['m', 'd', 'y']
            : ['d', 'm', 'y'];
    return {
      parts: [order[0]!, separator, order[1]!, separator, order[2]!],
      isPadded: exampleMatch ? [first, second].every((n) => n.length !== 1) : true,
      hasShortYear: !isYearFirst && (exampleMatch ? third.length === 2 : third === '2'),
      monthNameStyle: 'none',
    };
  }
  return null;
}

/** Formats a day in the given date format. */
export function formatDay({ year, month, day }: CalendarDay, format: DateFormat, lang: string): string {
  const formatNumber = (n: number): string => (format.isPadded ? String(n).padStart(2, '0') : String(n));
  const formatMonthName = (): string =>
    new Intl.DateTimeFormat(lang, {
      month: format.monthNameStyle === 'long' ? 'long' : 'short',
      timeZone: 'UTC',
    }).format(Date.UTC(year, month - 1, day));
  return format.parts
    .map((part) => {
      if (part === 'y') return format.hasShortYear ? String(year % 100).padStart(2, '0') : String(year);
      if (part === 'm') return format.monthNameStyle === 'none' ? formatNumber(month) : formatMonthName();
      return part === 'd' ? formatNumber(day) : part;
    })
    .join('');
}
