/** Reads dates and times in free English text with chrono-node. The caller passes the current time. */
import { createRequire } from 'node:module';
import type { ParsedResult } from 'chrono-node';

/** Order of numeric dates: day first (03/04 is 3 April), or month first. */
export type DateOrder = 'day-first' | 'month-first';

/** Loaded on first use: loading chrono-node takes longer than the rest of the program's start. */
const chrono = (): typeof import('chrono-node/en') =>
  createRequire(import.meta.url)('chrono-node/en') as typeof import('chrono-node/en');

/**
 * Parses a text that consists of one date or time. Returns null if the text has other words, several dates or a range:
 * a partial reading such as "monday or tuesday" or "in 3 dais" is a wrong one.
 * @param optionalPrefix words at the start that the date may lack
 */
export function parseDateText(
  text: string,
  now: Date,
  order: DateOrder,
  optionalPrefix?: RegExp,
): ParsedResult | null {
  const parser = order === 'day-first' ? chrono().GB : chrono().casual;
  const [result, ...others] = parser.parse(text, now, { forwardDate: true });
  const required = optionalPrefix ? text.replace(optionalPrefix, '') : text;
  if (!result || others.length > 0 || result.end || result.text.length < required.length) return null;
  return result;
}
