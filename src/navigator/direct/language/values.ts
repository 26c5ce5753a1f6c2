/** Converts values to the format that a field accepts. Pure; the caller provides `today`. */
import { COLOURS } from '../lexicon/colours.js';
import { MONTH, parseMonth, pad, readDate } from './dates.js';
import { readNumber } from './numbers.js';
import { readTime } from './times.js';

/** Converts a value to the format of a native field of this type; null if that is impossible. */
export function convertValue(value: string, type: string, today: Date): string | null {
  const v = value.trim();
  switch (type) {
    case 'date':
      return readDate(v, today) ?? null;
    case 'time':
      return readTime(v) ?? readTime(`at ${v}`);
    case 'datetime-local': {
      if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u.test(v)) return v;
      const match = /^(.+?)(?:,)?\s+(?:at\s+)?(\S+(?:\s*[ap]\.?m\.?)?)$/iu.exec(v);
      const [date, time] = match
        ? [readDate(match[1]!, today), readTime(match[2]!) ?? readTime(`at ${match[2]!}`)]
        : [null, null];
      return date && time ? `${date}T${time}` : null;
    }
    case 'month': {
      const m = new RegExp(`^${MONTH} (\\d{4})$`, 'iu').exec(v);
      return m ? `${m[2]}-${pad(parseMonth(m[1]!))}` : /^\d{4}-\d{2}$/u.test(v) ? v : null;
    }
    case 'week':
      return /^\d{4}-W\d{2}$/u.test(v) ? v : null;
    case 'color': {
      const word = v.toLowerCase();
      return /^#[0-9a-f]{6}$/u.test(word) ? word : (COLOURS[word] ?? null);
    }
    case 'number':
    case 'range': {
      const m = /-?\d+(?:[.,]\d+)?/u.exec(v);
      // "12 and continue": the rest of the text would be lost, so the value is not just the first number.
      if (m && /\d\D* (?:and|then) \p{L}/iu.test(v)) return readNumber(v)?.toString() ?? null;
      return m ? m[0].replace(',', '.') : (readNumber(v)?.toString() ?? null);
    }
    default:
      return v;
  }
}

/** Formats a date like a text field's hint (`dd/mm/yyyy`); without a hint, returns it unchanged. */
export function reorderDate(value: string, hint: string, today: Date): string {
  const pattern =
    /\b(d{1,2}|m{1,2}|y{2,4})([-/. ])(d{1,2}|m{1,2}|mmm|y{2,4})\2(d{1,2}|m{1,2}|y{2,4})\b/iu.exec(hint);
  const date = pattern && readDate(value, today);
  if (!date) return value;
  const [y, m, d] = date.split('-') as [string, string, string];
  const formatPart = (p: string): string =>
    /^y/iu.test(p) ? (p.length === 2 ? y.slice(2) : y) : /^m/iu.test(p) ? m : d;
  return [pattern[1]!, pattern[3]!, pattern[4]!].map(formatPart).join(pattern[2]);
}
