/** Compares words and phrases, with inflections, synonyms and typing mistakes. Pure. */
import { distance } from 'fastest-levenshtein';
import { FIELD_SYNONYMS, fold, PHRASES, stem, SYNONYMS } from '../../text/index.js';
import { STOP_WORDS } from './lexicon/polite.js';

export { fold, stem };

export const collapseSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** Returns a pattern that matches any of the phrases, longest first. */
export const toAlternation = (phrases: readonly string[]): string =>
  [...phrases]
    .sort((a, b) => b.length - a.length)
    .map(escapeRegExp)
    .join('|');

const TOKEN_BY_PHRASE = new Map<string, string>(
  PHRASES.flatMap(([token, list]) => list.map((p) => [p, token] as const)),
);
const PHRASE_PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${toAlternation([...TOKEN_BY_PHRASE.keys()])})(?![\\p{L}\\p{N}])`,
  'gu',
);

/** Folds text and replaces fixed phrases ("sign in") with one token. */
export const canonicalize = (text: string): string =>
  fold(text).replace(PHRASE_PATTERN, (phrase) => TOKEN_BY_PHRASE.get(phrase) ?? phrase);

/** Splits `camelCase`, `snake_case` and `path/parts` into words. */
export const splitIdentifier = (id: string): string =>
  collapseSpaces(id.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/[-_./#:?=&+%]+/gu, ' '));

/** Splits the canonical text into words. Symbols on buttons (×, →) are tokens, too. */
export const tokenize = (text: string): string[] =>
  canonicalize(text).match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?|[×✕✖›»‹«→←]/gu) ?? [];

/** Returns the tokens without stop words; all tokens if there are only stop words. */
export function tokenizeContent(text: string): string[] {
  const allTokens = tokenize(text);
  const contentTokens = allTokens.filter((w) => !STOP_WORDS.has(w));
  return contentTokens.length ? contentTokens : allTokens;
}

/** These plurals mean a list of people, but their singulars mean the current user: “Users” is not “Account”. */
const PLURAL_PERSON_NOUNS: ReadonlySet<string> = new Set(['users', 'profiles', 'accounts', 'persons']);

const indexGroups = (groups: readonly (readonly string[])[]): Map<string, Set<number>> => {
  const groupsByStem = new Map<string, Set<number>>();
  groups.forEach((group, i) => {
    for (const word of group) {
      const key = stem(word);
      groupsByStem.set(key, (groupsByStem.get(key) ?? new Set()).add(i));
    }
  });
  return groupsByStem;
};
const GENERAL_GROUPS = indexGroups(SYNONYMS);
const FIELD_GROUPS = indexGroups(FIELD_SYNONYMS);
const shareGroup = (groupsByStem: Map<string, Set<number>>, a: string, b: string): boolean => {
  const groups = groupsByStem.get(a);
  const otherGroups = groupsByStem.get(b);
  if (!groups || !otherGroups) return false;
  for (const i of groups) if (otherGroups.has(i)) return true;
  return false;
};

const similarityCache = new Map<string, number>();

/**
 * Scores how similar two tokens are, 0 to 1: identical 1, same stem 0.96, synonym 0.85, abbreviation 0.8, typing mistake
 * 0.88 in a long word and 0.7 in a short one. Tokens with digits must be identical: "page 2" is never "page 3".
 */
export function scoreSimilarity(a: string, b: string, asField = false): number {
  if (a === b) return 1;
  if (/\p{N}/u.test(a) || /\p{N}/u.test(b)) return 0;
  const key = `${a} ${b} ${asField ? 1 : 0}`;
  const cachedValue = similarityCache.get(key);
  if (cachedValue !== undefined) return cachedValue;
  if (similarityCache.size > 200_000) similarityCache.clear();
  const value = computeSimilarity(a, b, asField);
  similarityCache.set(key, value);
  return value;
}

function computeSimilarity(a: string, b: string, asField: boolean): number {
  const [stemA, stemB] = [stem(a), stem(b)];
  if (stemA === stemB) return 0.96;
  if (
    (shareGroup(GENERAL_GROUPS, stemA, stemB) && PLURAL_PERSON_NOUNS.has(a) === PLURAL_PERSON_NOUNS.has(b)) ||
    (asField && shareGroup(FIELD_GROUPS, stemA, stemB))
  )
    return 0.85;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (a[0] === b[0] && short.length >= 4 && long.length - short.length <= 2 && !long.startsWith(short)) {
    // Swapped letters count as two edits, but are the most common typing mistake.
    const editCount = distance(a, b);
    const hasSwappedLetters =
      editCount === 2 && a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
    if (short.length >= 8 && editCount <= 2) return editCount === 1 || hasSwappedLetters ? 0.88 : 0.8;
    // Many short words are similar ("older", "order"), so this score is enough to suggest an element, but not to act.
    if (editCount === 1 || hasSwappedLetters) return 0.7;
  }
  if (short.length >= 4 && long.startsWith(short) && long.length - short.length >= 3) return 0.8;
  return 0;
}

export interface Agreement {
  /** Share of the phrase's content words that the text contains, weighted by similarity. */
  coverage: number;
  /** Share of the text's content words that occur in the phrase. */
  precision: number;
  /** Coverage and precision combined, 0 to 1; 1 only for the same words in the same order. */
  score: number;
}
const NO_AGREEMENT: Agreement = { coverage: 0, precision: 0, score: 0 };

/** Scores how well `text` matches `phrase`. */
export function scoreAgreement(phrase: string, text: string, asField = false): Agreement {
  if (!phrase || !text) return NO_AGREEMENT;
  if (fold(phrase) === fold(text)) return { coverage: 1, precision: 1, score: 1 };
  const phraseTokens = tokenizeContent(phrase);
  const allTextTokens = tokenizeContent(text);
  // Counts next to a name ("Cart 0", "Inbox 5") are not part of the name.
  const tokensWithoutNumbers = phraseTokens.some((w) => /\p{N}/u.test(w))
    ? allTextTokens
    : allTextTokens.filter((w) => !/^\p{N}+$/u.test(w));
  const textTokens = tokensWithoutNumbers.length ? tokensWithoutNumbers : allTextTokens;
  if (!phraseTokens.length || !textTokens.length) return NO_AGREEMENT;
  const matchedIndexes = new Set<number>();
  let similaritySum = 0;
  for (const word of phraseTokens) {
    let bestSimilarity = 0;
    let bestIndex = -1;
    for (let i = 0; i < textTokens.length; i++) {
      const currentSimilarity = scoreSimilarity(word, textTokens[i]!, asField);
      if (currentSimilarity > bestSimilarity) [bestSimilarity, bestIndex] = [currentSimilarity, i];
      if (bestSimilarity === 1) break;
    }
    similaritySum += bestSimilarity;
    if (bestIndex >= 0 && bestSimilarity > 0) matchedIndexes.add(bestIndex);
  }
  if (!similaritySum) return NO_AGREEMENT;
  const coverage = similaritySum / phraseTokens.length;
  const precision = matchedIndexes.size / textTokens.length;
  const inOrder = ` ${textTokens.join(' ')} `.includes(` ${phraseTokens.join(' ')} `);
  // A phrase of numbers matches a text only if it is the whole text or its beginning ("3. Concepts").
  if (phraseTokens.every((w) => /^\p{N}+$/u.test(w)) && matchedIndexes.size < textTokens.length)
    return new RegExp(`^${phraseTokens.join('[. ]')}[.):]?\\s+[^\\d\\s]`, 'u').test(fold(text))
      ? { coverage: 1, precision, score: 0.87 }
      : { coverage, precision, score: 0.7 * coverage };
  const hasSameTokens =
    phraseTokens.length === textTokens.length && matchedIndexes.size === textTokens.length;
  let score = coverage * (0.66 + 0.32 * Math.sqrt(precision));
  if (hasSameTokens) score = coverage * (inOrder ? 0.965 : 0.955);
  else if (inOrder)
    score +=
      0.015 + (textTokens.slice(0, phraseTokens.length).join(' ') === phraseTokens.join(' ') ? 0.01 : 0);
  return { coverage, precision, score: Math.min(score, 0.99) };
}

/** Capitalises the first letter and adds a full stop, unless the text or its final quotation ends with one. */
export function toSentence(text: string): string {
  const collapsedText = collapseSpaces(text);
  const end = /[.!?…]$|[.…]”$/u.test(collapsedText) ? '' : '.';
  return collapsedText === ''
    ? ''
    : `${collapsedText.charAt(0).toUpperCase()}${collapsedText.slice(1)}${end}`;
}

/** Button symbols and check marks at the end of a text: “Settings saved ×”. They are not words. */
const TRAILING_SYMBOLS = /(?<=[\p{L}\p{N}.!?)”"])(?:[\s×✕✖✗✘╳✓✔☑✅⋮⋯☰✎✏🗑⚙]|\ufe0f)+$/u;
export const removeTrailingSymbols = (text: string): string => text.replace(TRAILING_SYMBOLS, '');

/** Shortens a text for a message. Leaves out symbols at its end. */
export const clip = (text: string, max: number): string => {
  const collapsedText = removeTrailingSymbols(collapseSpaces(text));
  return [...collapsedText].length <= max
    ? collapsedText
    : `${[...collapsedText]
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
};

/** Splits a list of entries: "urgent, garden and docs". */
export const splitEntries = (text: string): string[] =>
  text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
