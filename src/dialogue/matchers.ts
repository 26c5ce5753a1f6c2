/** What an author writes to say which texts are meant, made into something that tests a text. */
import type { TextPattern } from '../contract/index.js';

/** A text (contains), a `/regular expression/flags`, a list (any of them), or one of the named forms. */
export type TextMatch =
  | string
  | TextMatch[]
  | { all?: TextMatch[]; any?: TextMatch[]; equals?: string; similar?: string; min?: number };

/** Similarity of two sentences, 1 if identical; computed by a model beforehand. */
export type Likeness = (wanted: string, said: string) => number;

/** Where nothing is compared. */
export const noLikeness: Likeness = () => {
  throw new Error('sentences are compared here, and nobody has a model for it');
};

/** What must be reached where a scenario does not say. */
const ALIKE = 0.8;

/** `toString` reads as part of a sentence: `“surname” or “last name”`. */
export interface Matcher extends TextPattern {
  /** How near a text came, where that has a measure. */
  nearness?(text: string): string[];
}

export function compileMatch(match: TextMatch, likeness: Likeness = noLikeness): Matcher {
  const compiled = (part: TextMatch): Matcher => compileMatch(part, likeness);
  if (typeof match === 'string') return compileText(match);
  if (Array.isArray(match)) return anyOf(match.map(compiled));
  if (match.equals !== undefined) return exactly(match.equals);
  if (match.similar !== undefined) return similarTo(match.similar, match.min ?? ALIKE, likeness);
  if (match.all !== undefined) return allOf(match.all.map(compiled));
  return anyOf((match.any ?? []).map(compiled));
}

/** White space collapsed, as a reader sees text. */
export function collapse(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Whether a text is written as a regular expression. `/a/b` is a text: `b` is no flag. */
export function isRegex(text: string): boolean {
  return splitRegex(text) !== null;
}

/** The error of a text written as a regular expression; null if it is valid. */
export function regexFault(text: string): string | null {
  const parts = splitRegex(text);
  if (!parts) return null;
  if (/[^dgimsuvy]/.test(parts.flags)) {
    return `${text} looks like a regular expression, but its flags must be small letters: /…/${parts.flags.toLowerCase()}`;
  }
  try {
    RegExp(parts.body, parts.flags);
    return null;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return `is not a valid regular expression (${detail.replace(/^Invalid regular expression: /, '')})`;
  }
}

function splitRegex(text: string): { body: string; flags: string } | null {
  const found = /^\/(.+)\/([dgimsuvy]*)$/is.exec(text);
  return found ? { body: found[1] ?? '', flags: found[2] ?? '' } : null;
}

function compileText(text: string): Matcher {
  const parts = splitRegex(text);
  if (parts) {
    // `g` and `y` keep state between calls, so the same text would match only every other time.
    const pattern = new RegExp(parts.body, parts.flags.replace(/[gy]/g, ''));
    return { test: (given) => pattern.test(collapse(given)), toString: () => text };
  }
  const wanted = collapse(text).toLowerCase();
  return { test: (given) => collapse(given).toLowerCase().includes(wanted), toString: () => `“${text}”` };
}

function exactly(text: string): Matcher {
  const wanted = collapse(text);
  return { test: (given) => collapse(given) === wanted, toString: () => `exactly “${text}”` };
}

function similarTo(sentence: string, min: number, likeness: Likeness): Matcher {
  return {
    test: (given) => likeness(sentence, given) >= min,
    toString: () => `a sentence like “${sentence}”`,
    nearness: (given) => [`likeness ${share(likeness(sentence, given))} of ${share(min)} to “${sentence}”`],
  };
}

/** Truncated to two digits, so that a value below the minimum does not look sufficient. */
function share(value: number): string {
  return (Math.floor(value * 100 + 1e-9) / 100).toFixed(2);
}

function anyOf(parts: Matcher[]): Matcher {
  return {
    test: (given) => parts.some((part) => part.test(given)),
    toString: () => parts.join(' or '),
    nearness: (given) => nearnessOf(parts, given),
  };
}

function allOf(parts: Matcher[]): Matcher {
  return {
    test: (given) => parts.every((part) => part.test(given)),
    toString: () => parts.join(' and '),
    nearness: (given) => nearnessOf(parts, given),
  };
}

/** ` (likeness 0.62 of 0.80 to “…”)`, or nothing where likeness is not asked for. */
export function nearness(matchers: readonly Matcher[], text: string): string {
  const all = nearnessOf(matchers, text);
  return all.length === 0 ? '' : ` (${all.join(', ')})`;
}

function nearnessOf(parts: readonly Matcher[], text: string): string[] {
  return parts.flatMap((part) => part.nearness?.(text) ?? []);
}
