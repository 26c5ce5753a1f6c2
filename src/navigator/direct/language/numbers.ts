/** Parses numbers and ordinals in words. Pure. */
import { AMOUNTS, FRACTIONS, ONES, SCALES, TENS } from '../lexicon/numbers.js';
import { ORDINALS } from '../lexicon/places.js';
import { fold, toAlternation } from '../text.js';

/** The pattern of an ordinal: "first", "2nd". */
export const ORDINAL = `${toAlternation(Object.keys(ORDINALS))}|\\d+(?:st|nd|rd|th)`;

/** Parses "first", "2nd", "number 3" or "#3"; "last" is -1. */
export const parseOrdinal = (word: string): number =>
  ORDINALS[word.toLowerCase()] ?? Number(/\d+/u.exec(word)?.[0]);

/**
 * Parses "one hundred and twenty", "twenty-five", "three and a half" or "a dozen"; null if the whole text is not a number.
 */
export function readNumber(text: string): number | null {
  const phrase = fold(text)
    .replace(/-/gu, ' ')
    .replace(/^(?:just|only|exactly|about|around) /u, '');
  const negative = /^(?:minus|negative) (.+)$/u.exec(phrase);
  if (negative) {
    const absolute = readNumber(negative[1]!);
    return absolute === null ? null : -absolute;
  }
  if (/^\d+(?:\.\d+)?$/u.test(phrase)) return Number(phrase);
  if (phrase in AMOUNTS) return AMOUNTS[phrase]!;
  for (const [words, fraction] of Object.entries(FRACTIONS))
    if (phrase.endsWith(` ${words}`)) {
      const whole = readNumber(phrase.slice(0, -words.length - 1));
      return whole === null ? null : whole + fraction;
    }
  const decimal = /^(.+) point (.+)$/u.exec(phrase);
  if (decimal) {
    const whole = readNumber(decimal[1]!);
    const digits = decimal[2]!.split(' ').map((w) => ONES[w]);
    return whole === null || digits.some((d) => d === undefined || d > 9)
      ? null
      : Number(`${whole}.${digits.join('')}`);
  }
  return parseInteger(phrase.replace(/^an? (?=hundred|thousand|million)/u, 'one ').split(' '));
}

function parseInteger(words: readonly string[]): number | null {
  let total = 0;
  let group = 0;
  let last: 'none' | 'one' | 'ten' | 'scale' = 'none';
  for (const word of words) {
    if (word === 'and' && last === 'scale') continue;
    if (
      word in ONES &&
      (last === 'none' || last === 'scale' || (last === 'ten' && ONES[word]! < 10 && ONES[word]! > 0))
    ) {
      group += ONES[word]!;
      last = 'one';
    } else if (word in TENS && (last === 'none' || last === 'scale')) {
      group += TENS[word]!;
      last = 'ten';
    } else if (word in SCALES && last !== 'none') {
      if (SCALES[word] === 100) group *= 100;
      else {
        total += group * SCALES[word]!;
        group = 0;
      }
      last = 'scale';
    } else return null;
  }
  return last === 'none' ? null : total + group;
}
