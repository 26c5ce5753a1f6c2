/** Compiles the text patterns in scenarios to matchers. */
import type { TextPattern } from '../contract/index.js';
import { runWithTimeLimit, TimeLimitError } from './time-limit.js';

/**
 * What a text must match: words that it contains, a `/regular expression/flags`, a list of alternatives, or one of the
 * named forms.
 */
export type TextMatch =
  | string
  | TextMatch[]
  | { all?: TextMatch[]; any?: TextMatch[]; equals?: string; similar?: string; min?: number };

/** Similarity of two sentences, 1 if identical; computed by a model beforehand. */
export type SentenceSimilarity = (sentence: string, utterance: string) => number;

/** Throws an error. For scripts that do not compare sentences. */
export const rejectComparison: SentenceSimilarity = () => {
  throw new Error('comparing sentences needs a sentence model, and none is configured');
};

/** Minimum similarity if a scenario does not set one. */
const DEFAULT_MIN_SIMILARITY = 0.8;

/** `toString` returns a phrase for use in a sentence: `“surname” or “last name”`. */
export interface Matcher extends TextPattern {
  /** Explains how similar a text is: `similarity 0.62 of 0.80 to “…”`. */
  explainSimilarity?(text: string): string[];
}

export function compileMatch(match: TextMatch, similarity: SentenceSimilarity = rejectComparison): Matcher {
  const compile = (nestedMatch: TextMatch): Matcher => compileMatch(nestedMatch, similarity);
  if (typeof match === 'string') return compileText(match);
  if (Array.isArray(match)) return createAnyMatcher(match.map(compile));
  if (match.equals !== undefined) return createEqualMatcher(match.equals);
  if (match.similar !== undefined)
    return createSimilarMatcher(match.similar, match.min ?? DEFAULT_MIN_SIMILARITY, similarity);
  if (match.all !== undefined) return createAllMatcher(match.all.map(compile));
  return createAnyMatcher((match.any ?? []).map(compile));
}

/** Collapses whitespace, as a browser does when it shows text. */
export function collapseWhitespace(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Whether a text is written as a regular expression. `/a/b` is plain text, because `b` is not a flag. */
export function isRegex(text: string): boolean {
  return splitRegex(text) !== null;
}

/** Returns what is wrong with a text written as a regular expression; null if it is valid. */
export function findRegexError(text: string): string | null {
  const regex = splitRegex(text);
  if (!regex) return null;
  if (/[^dgimsuvy]/.test(regex.flags)) {
    return `${text} looks like a regular expression, but its flags must be lower case: /…/${regex.flags.toLowerCase()}`;
  }
  try {
    RegExp(regex.body, regex.flags);
    return null;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return `is not a valid regular expression (${detail.replace(/^Invalid regular expression: /, '')})`;
  }
}

function splitRegex(text: string): { body: string; flags: string } | null {
  const match = /^\/(.+)\/([dgimsuvy]*)$/is.exec(text);
  return match ? { body: match[1] ?? '', flags: match[2] ?? '' } : null;
}

function compileText(text: string): Matcher {
  const regex = splitRegex(text);
  if (regex) {
    // `g` and `y` keep state between calls, so the same text would match only every other time.
    const pattern = new RegExp(regex.body, regex.flags.replace(/[gy]/g, ''));
    return createRegexMatcher(pattern, text);
  }
  const expected = collapseWhitespace(text).toLowerCase();
  return {
    test: (candidate) => collapseWhitespace(candidate).toLowerCase().includes(expected),
    toString: () => `“${text}”`,
  };
}

/** Some patterns take exponential time on some text. After this time limit they count as not matching. */
const MAX_REGEX_MS = 250;

function createRegexMatcher(pattern: RegExp, text: string): Matcher {
  let isTooSlow = false;
  return {
    test: (candidate) => {
      try {
        return runWithTimeLimit(() => pattern.test(collapseWhitespace(candidate)), MAX_REGEX_MS);
      } catch (error) {
        if (!(error instanceof TimeLimitError)) throw error;
        isTooSlow = true;
        return false;
      }
    },
    toString: () => (isTooSlow ? `${text} (given up after ${MAX_REGEX_MS} ms: simplify the pattern)` : text),
  };
}

function createEqualMatcher(text: string): Matcher {
  const expected = collapseWhitespace(text);
  return {
    test: (candidate) => collapseWhitespace(candidate) === expected,
    toString: () => `exactly “${text}”`,
  };
}

function createSimilarMatcher(sentence: string, min: number, similarity: SentenceSimilarity): Matcher {
  return {
    test: (candidate) => similarity(sentence, candidate) >= min,
    toString: () => `a sentence like “${sentence}”`,
    explainSimilarity: (candidate) => [
      `similarity ${formatShare(similarity(sentence, candidate))} of ${formatShare(min)} to “${sentence}”`,
    ],
  };
}

/** Truncates to two digits instead of rounding, so that a value just below the minimum does not look sufficient. */
function formatShare(value: number): string {
  return (Math.floor(value * 100 + 1e-9) / 100).toFixed(2);
}

function createAnyMatcher(matchers: Matcher[]): Matcher {
  return {
    test: (candidate) => matchers.some((matcher) => matcher.test(candidate)),
    toString: () => matchers.join(' or '),
    explainSimilarity: (candidate) => explainAll(matchers, candidate),
  };
}

function createAllMatcher(matchers: Matcher[]): Matcher {
  return {
    test: (candidate) => matchers.every((matcher) => matcher.test(candidate)),
    toString: () => matchers.join(' and '),
    explainSimilarity: (candidate) => explainAll(matchers, candidate),
  };
}

/** ` (similarity 0.62 of 0.80 to “…”)`, or '' if no sentences are compared. */
export function formatSimilarity(matchers: readonly Matcher[], text: string): string {
  const explanations = explainAll(matchers, text);
  return explanations.length === 0 ? '' : ` (${explanations.join(', ')})`;
}

function explainAll(matchers: readonly Matcher[], text: string): string[] {
  return matchers.flatMap((matcher) => matcher.explainSimilarity?.(text) ?? []);
}
