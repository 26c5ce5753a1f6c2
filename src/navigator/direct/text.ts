/** Compares words: inflections, synonyms, typing mistakes. Pure. */
import { distance } from 'fastest-levenshtein';
import { FIELD_SYNONYMS, fold, PHRASES, stem, SYNONYMS } from '../../text/index.js';
import { STOP_WORDS } from './lexicon/polite.js';

export { fold, stem };

export const collapseSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** Returns a pattern that matches any of the phrases, longest first. */
export const anyOf = (phrases: readonly string[]): string =>
  [...phrases]
    .sort((a, b) => b.length - a.length)
    .map(escape)
    .join('|');

const phraseToken = new Map<string, string>(
  PHRASES.flatMap(([token, list]) => list.map((p) => [p, token] as const)),
);
const phrasePattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyOf([...phraseToken.keys()])})(?![\\p{L}\\p{N}])`,
  'gu',
);

/** Folds text and joins phrases with one meaning ("sign in") to one token. */
export const canonicalize = (text: string): string =>
  fold(text).replace(phrasePattern, (m) => phraseToken.get(m) ?? m);

/** Splits `camelCase`, `snake_case` and `path/parts` into words. */
export const splitIdentifier = (id: string): string =>
  collapseSpaces(id.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/[-_./#:?=&+%]+/gu, ' '));

export const tokens = (text: string): string[] =>
  canonicalize(text).match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?|[×✕✖›»‹«→←]/gu) ?? [];

/** Returns the words that distinguish things; all words if there are only function words. */
export function contentTokens(text: string): string[] {
  const all = tokens(text);
  const content = all.filter((w) => !STOP_WORDS.has(w));
  return content.length ? content : all;
}

/** In the plural these mean a list of people, in the singular the current user: “Users” is not “Account”. */
const MANY: ReadonlySet<string> = new Set(['users', 'profiles', 'accounts', 'persons']);

const index = (groups: readonly (readonly string[])[]): Map<string, Set<number>> => {
  const map = new Map<string, Set<number>>();
  groups.forEach((group, i) => {
    for (const word of group) {
      const key = stem(word);
      map.set(key, (map.get(key) ?? new Set()).add(i));
    }
  });
  return map;
};
const general = index(SYNONYMS);
const fields = index(FIELD_SYNONYMS);
const share = (map: Map<string, Set<number>>, a: string, b: string): boolean => {
  const of = map.get(a);
  const other = map.get(b);
  if (!of || !other) return false;
  for (const i of of) if (other.has(i)) return true;
  return false;
};

const memo = new Map<string, number>();

/**
 * How similar two tokens are, 0 to 1: identical 1, same stem 0.96, a typing mistake in a long word 0.88 or a short one
 * 0.7, a synonym 0.85, an abbreviation 0.8. Digits must be identical: "page 2" is never "page 3".
 */
export function similarity(a: string, b: string, asField = false): number {
  if (a === b) return 1;
  if (/\p{N}/u.test(a) || /\p{N}/u.test(b)) return 0;
  const key = `${a} ${b} ${asField ? 1 : 0}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  if (memo.size > 200_000) memo.clear();
  const value = compare(a, b, asField);
  memo.set(key, value);
  return value;
}

function compare(a: string, b: string, asField: boolean): number {
  const [sa, sb] = [stem(a), stem(b)];
  if (sa === sb) return 0.96;
  if ((share(general, sa, sb) && MANY.has(a) === MANY.has(b)) || (asField && share(fields, sa, sb)))
    return 0.85;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (a[0] === b[0] && short.length >= 4 && long.length - short.length <= 2 && !long.startsWith(short)) {
    // Swapped letters count as two edits, but are the most common typing mistake.
    const edits = distance(a, b);
    const swapped = edits === 2 && a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
    if (short.length >= 8 && edits <= 2) return edits === 1 || swapped ? 0.88 : 0.8;
    // Short words have too many similar words ("older", "order"): good enough for a suggestion, not for an action.
    if (edits === 1 || swapped) return 0.7;
  }
  if (short.length >= 4 && long.startsWith(short) && long.length - short.length >= 3) return 0.8;
  return 0;
}

export interface Agreement {
  /** Share of the phrase's content words that the text contains, weighted by similarity. */
  coverage: number;
  /** Share of the text's content words that occur in the phrase. */
  precision: number;
  /** Both combined, 0 to 1; 1 only for the same words in the same order. */
  score: number;
}
const NOTHING: Agreement = { coverage: 0, precision: 0, score: 0 };

/** Scores how well `text` matches what `phrase` names. */
export function agreement(phrase: string, text: string, asField = false): Agreement {
  if (!phrase || !text) return NOTHING;
  if (fold(phrase) === fold(text)) return { coverage: 1, precision: 1, score: 1 };
  const p = contentTokens(phrase);
  const all = contentTokens(text);
  // Counts next to a name ("Cart 0", "Inbox 5") are not part of it.
  const plain = p.some((w) => /\p{N}/u.test(w)) ? all : all.filter((w) => !/^\p{N}+$/u.test(w));
  const t = plain.length ? plain : all;
  if (!p.length || !t.length) return NOTHING;
  const matched = new Set<number>();
  let covered = 0;
  for (const word of p) {
    let best = 0;
    let at = -1;
    for (let i = 0; i < t.length; i++) {
      const s = similarity(word, t[i]!, asField);
      if (s > best) [best, at] = [s, i];
      if (best === 1) break;
    }
    covered += best;
    if (at >= 0 && best > 0) matched.add(at);
  }
  if (!covered) return NOTHING;
  const coverage = covered / p.length;
  const precision = matched.size / t.length;
  const inOrder = ` ${t.join(' ')} `.includes(` ${p.join(' ')} `);
  // A number matches a text only if it is alone or at the start ("3. Concepts"), not in the middle.
  if (p.every((w) => /^\p{N}+$/u.test(w)) && matched.size < t.length)
    return new RegExp(`^${p.join('[. ]')}[.):]?\\s+[^\\d\\s]`, 'u').test(fold(text))
      ? { coverage: 1, precision, score: 0.87 }
      : { coverage, precision, score: 0.7 * coverage };
  const same = p.length === t.length && matched.size === t.length;
  let score = coverage * (0.66 + 0.32 * Math.sqrt(precision));
  if (same) score = coverage * (inOrder ? 0.965 : 0.955);
  else if (inOrder) score += 0.015 + (t.slice(0, p.length).join(' ') === p.join(' ') ? 0.01 : 0);
  return { coverage, precision, score: Math.min(score, 0.99) };
}

/** Capitalises the first letter and adds a full stop if there is no end mark. */
export function toSentence(text: string): string {
  const t = collapseSpaces(text);
  return (t.charAt(0).toUpperCase() + t.slice(1)).replace(/([^.!?…])$/u, '$1.');
}

export const clip = (text: string, max: number): string => {
  const t = collapseSpaces(text);
  return [...t].length <= max
    ? t
    : `${[...t]
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
};
