/** Words and how alike they are: inflections, synonyms, typing mistakes. Pure. */
import { distance } from 'fastest-levenshtein';
import { FIELD_SYNONYMS, fold, PHRASES, stem, SYNONYMS } from '../../text/index.js';
import { STOP } from './lexicon/polite.js';

export { fold, stem };

export const squash = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** One pattern of whole phrases, longest first. */
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

/** Folded text with phrases of one idea ("sign in") made one token. */
export const canon = (text: string): string =>
  fold(text).replace(phrasePattern, (m) => phraseToken.get(m) ?? m);

/** `camelCase`, `snake_case`, `path/parts` to words. */
export const splitIdentifier = (id: string): string =>
  squash(id.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/[-_./#:?=&+%]+/gu, ' '));

export const tokens = (text: string): string[] =>
  canon(text).match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?|[×✕✖›»‹«→←]/gu) ?? [];

/** Words that tell things apart; all of them when there are only small ones. */
export function contentTokens(text: string): string[] {
  const all = tokens(text);
  const content = all.filter((w) => !STOP.has(w));
  return content.length ? content : all;
}

/** In the plural these name a list of people; in the singular, the user: “Users” is not “Account”. */
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
 * How alike two tokens are, 0…1: the same 1, same stem .96, a typing mistake in a long word .88, in a short one .7, a synonym .85,
 * an abbreviation .8.
 * Digits must be the same: "page 2" is never "page 3".
 */
export function alike(a: string, b: string, asField = false): number {
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
    // Swapped neighbours cost two by plain edit distance; they are the commonest slip.
    const edits = distance(a, b);
    const swapped = edits === 2 && a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
    if (short.length >= 8 && edits <= 2) return edits === 1 || swapped ? 0.88 : 0.8;
    // Shorter words have too many neighbours ("older", "order"): good enough to be suggested, not to be acted on.
    if (edits === 1 || swapped) return 0.7;
  }
  if (short.length >= 4 && long.startsWith(short) && long.length - short.length >= 3) return 0.8;
  return 0;
}

export interface Agreement {
  /** Share of the phrase's content words that the text has, weighted by how alike. */
  coverage: number;
  /** Share of the text's content words that the phrase asked for. */
  precision: number;
  /** 0…1, both together; 1 only for the same words in the same order. */
  score: number;
}
const NOTHING: Agreement = { coverage: 0, precision: 0, score: 0 };

/** How well `text` is what `phrase` names. */
export function agreement(phrase: string, text: string, asField = false): Agreement {
  if (!phrase || !text) return NOTHING;
  if (fold(phrase) === fold(text)) return { coverage: 1, precision: 1, score: 1 };
  const p = contentTokens(phrase);
  const all = contentTokens(text);
  // Counts beside a name ("Cart 0", "Inbox 5") are no part of it.
  const plain = p.some((w) => /\p{N}/u.test(w)) ? all : all.filter((w) => !/^\p{N}+$/u.test(w));
  const t = plain.length ? plain : all;
  if (!p.length || !t.length) return NOTHING;
  const matched = new Set<number>();
  let covered = 0;
  for (const word of p) {
    let best = 0;
    let at = -1;
    for (let i = 0; i < t.length; i++) {
      const s = alike(word, t[i]!, asField);
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
  // A number names a thing only where it stands alone or in front ("3. Concepts"), not anywhere inside.
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

/** The sentence with its first letter large and a full stop where it has no end mark. */
export function sentence(text: string): string {
  const t = squash(text);
  return (t.charAt(0).toUpperCase() + t.slice(1)).replace(/([^.!?…])$/u, '$1.');
}

export const clip = (text: string, max: number): string => {
  const t = squash(text);
  return [...t].length <= max
    ? t
    : `${[...t]
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
};
