/** What an author writes to say which texts are meant, made into something that tests a text. */
import type { TextPattern } from '../contract/index.js';

/** A text (contains), a `/regular expression/flags`, a list (any of them), or one of the three named forms. */
export type Match = string | Match[] | { all?: Match[]; any?: Match[]; equals?: string };

/** `toString` reads as part of a sentence: `“surname” or “last name”`. */
export type Matcher = TextPattern;

export function compileMatch(match: Match): Matcher {
  if (typeof match === 'string') return compileText(match);
  if (Array.isArray(match)) return anyOf(match.map(compileMatch));
  if (match.equals !== undefined) return exactly(match.equals);
  if (match.all !== undefined) return allOf(match.all.map(compileMatch));
  return anyOf((match.any ?? []).map(compileMatch));
}

/** White space collapsed, as a reader sees text. */
export function collapse(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Whether a text is written as a regular expression. `/a/b` is a text: `b` is no flag. */
export function isRegex(text: string): boolean {
  return splitRegex(text) !== null;
}

/** What is wrong with a text that is written as a regular expression; null where nothing is. */
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
    // `g` and `y` make a pattern remember where it stopped, so that the same text would match only every other time.
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

function anyOf(parts: Matcher[]): Matcher {
  return { test: (given) => parts.some((part) => part.test(given)), toString: () => parts.join(' or ') };
}

function allOf(parts: Matcher[]): Matcher {
  return { test: (given) => parts.every((part) => part.test(given)), toString: () => parts.join(' and ') };
}
