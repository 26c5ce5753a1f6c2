/** Finds the candidates and text blocks that contain given words. Returns the best matches in reading order. */
import type { Candidate, Excerpt } from '../../contract/index.js';
import { fold } from '../../text/index.js';
import { toExcerpt, toReadingOrder, type ReadableItem, type PageContent } from './reading-order.js';
import { fitEachWord, fitPhrase, removeWords, splitWords, type WordFit } from './word-matching.js';

/** Attributes that describe an element in words. */
const DESCRIPTIVE_ATTRIBUTES = [
  'placeholder',
  'title',
  'alt',
  'aria-label',
  'aria-placeholder',
  'aria-valuetext',
  'aria-description',
  'aria-roledescription',
];

/** The visible texts of an element. */
function textsOf(candidate: Candidate): string[] {
  const { name, text, value, options, attributes, hiddenName } = candidate;
  const visiblePart = (full: string): string => (hiddenName ? removeWords(full, hiddenName) : full);
  const texts = new Set([visiblePart(name), text, value ?? '']);
  for (const key of DESCRIPTIVE_ATTRIBUTES) if (attributes[key]) texts.add(visiblePart(attributes[key]));
  for (const { label } of options ?? []) texts.add(label);
  texts.delete('');
  return [...texts];
}

/** Lowest scores of a match that contains the phrase, and of one that contains all words. */
const MIN_PHRASE_SCORE = 4;
const MIN_ALL_WORDS_SCORE = 2;

interface WordMatch {
  item: ReadableItem;
  /** One fit per query word. */
  fits: WordFit[];
  /** Fit of the words as a phrase in one of the texts. */
  phrase: WordFit;
  /** The share of query words in the text that matches best, up to 1. */
  share: number;
}

function matchItem(item: ReadableItem, queryWords: readonly string[]): WordMatch | null {
  const texts = item.type === 'block' ? [item.block.text] : textsOf(item.candidate);
  const fits: WordFit[] = queryWords.map(() => 0);
  let phrase: WordFit = 0;
  let share = 0;
  const containsAny = (folded: string): boolean => queryWords.some((word) => folded.includes(word));
  for (const folded of texts.map(fold)) {
    // Most texts contain none of the words, and splitting texts into words is expensive.
    if (!containsAny(folded)) continue;
    const words = splitWords(folded);
    const wordFits = fitEachWord(queryWords, words);
    wordFits.forEach((fit, i) => (fits[i] = Math.max(fits[i]!, fit) as WordFit));
    const phraseFit = fitPhrase(queryWords, words);
    if (phraseFit > phrase) share = 0;
    phrase = Math.max(phrase, phraseFit) as WordFit;
    if (phraseFit === phrase && wordFits.some(Boolean))
      share = Math.max(share, queryWords.length / words.length);
  }
  if (!fits.some(Boolean)) return null;
  // The section completes a match but is not a match on its own: otherwise everything below a heading would match.
  const section = fold(item.type === 'block' ? item.block.section : item.candidate.section);
  if (fits.includes(0) && containsAny(section))
    fitEachWord(queryWords, splitWords(section)).forEach(
      (fit, i) => (fits[i] = Math.max(fits[i]!, fit) as WordFit),
    );
  return { item, fits, phrase, share: Math.min(1, share) };
}

/** Rare words have more weight than frequent ones. */
function weighWords(matches: readonly WordMatch[], queryWords: readonly string[], total: number): number[] {
  return queryWords.map((_, i) =>
    Math.log(1 + total / (1 + matches.filter(({ fits }) => fits[i]! > 0).length)),
  );
}

function scoreMatch({ fits, phrase, share }: WordMatch, weights: readonly number[]): number {
  if (phrase) return MIN_PHRASE_SCORE + phrase - 1 + share / 2;
  const worst = Math.min(...fits);
  if (worst) return MIN_ALL_WORDS_SCORE + worst - 1 + share / 2;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // A match of only the beginning of a word counts half.
  return fits.reduce<number>((sum, fit, i) => sum + (fit / 2) * weights[i]!, 0) / total;
}

interface ScoredItem {
  item: ReadableItem;
  score: number;
}

/** Omits containers whose match is also found in a descendant. */
function keepInnermost(found: readonly ScoredItem[], { candidates }: PageContent): ScoredItem[] {
  const scores = new Map<string, number>();
  for (const { item, score } of found) if (item.type === 'candidate') scores.set(item.candidate.uid, score);
  const inside = new Map<string, number>();
  for (const { uid, parent } of candidates.toReversed()) {
    if (parent === null) continue;
    const best = Math.max(scores.get(uid) ?? 0, inside.get(uid) ?? 0);
    inside.set(parent, Math.max(best, inside.get(parent) ?? 0));
  }
  return found.filter(({ item, score }) => {
    if (item.type === 'block' || item.candidate.interactive) return true;
    const inner = inside.get(item.candidate.uid) ?? 0;
    // The fraction is the share of other words, so only whole numbers are compared.
    return score >= MIN_ALL_WORDS_SCORE ? Math.floor(inner) < Math.floor(score) : inner < score;
  });
}

/** Controls come first, then text, then other elements. */
function kindRank(item: ReadableItem): number {
  if (item.type === 'block') return 1;
  return item.candidate.interactive ? 0 : 2;
}

/** Finds symbols that are not words (→, €). */
function findSymbols(items: readonly ReadableItem[], symbols: string): ScoredItem[] {
  if (!symbols) return [];
  return items.flatMap((item) => {
    const texts = (item.type === 'block' ? [item.block.text] : textsOf(item.candidate)).map(fold);
    if (!texts.some((text) => text.includes(symbols))) return [];
    return [{ item, score: MIN_ALL_WORDS_SCORE + (texts.includes(symbols) ? 0.5 : 0) }];
  });
}

function findWords(items: readonly ReadableItem[], queryWords: readonly string[]): ScoredItem[] {
  // A number must match: item 41 is not item 7.
  const numbers = queryWords.flatMap((word, i) => (/^\p{N}/u.test(word) ? [i] : []));
  const matches = items
    .flatMap((item) => matchItem(item, queryWords) ?? [])
    .filter(({ fits }) => numbers.every((i) => fits[i]));
  const weights = weighWords(matches, queryWords, items.length);
  const scored = matches.map((match) => ({ item: match.item, score: scoreMatch(match, weights) }));
  // Partial matches count only if no item has all words; weaker ones only if no item has most of them.
  const best = Math.max(
    0,
    ...scored.map(({ score }) =>
      score >= MIN_ALL_WORDS_SCORE ? MIN_ALL_WORDS_SCORE : score > 0.5 ? 0.5 : 0,
    ),
  );
  return best >= MIN_ALL_WORDS_SCORE
    ? scored.filter(({ score }) => score >= MIN_ALL_WORDS_SCORE)
    : scored.filter(({ score }) => score > best);
}

/**
 * Ranks items with the whole phrase first, then those with all words in any order, then those with most of the words.
 * Whole words rank above beginnings of words.
 */
export function findText(page: PageContent, words: string, k: number): Excerpt {
  const items = toReadingOrder(page);
  const folded = fold(words);
  const queryWords = splitWords(folded);
  const matches = queryWords.length ? findWords(items, queryWords) : findSymbols(items, folded);
  const found = keepInnermost(matches, page);
  const best = new Set(
    found
      .toSorted((a, b) => b.score - a.score || kindRank(a.item) - kindRank(b.item))
      .slice(0, k)
      .map(({ item }) => item),
  );
  const partial =
    queryWords.length > 0 && found.length > 0 && found.every(({ score }) => score < MIN_ALL_WORDS_SCORE);
  return {
    ...toExcerpt(
      items.filter((item) => best.has(item)),
      found.length,
    ),
    ...(partial ? { partial } : {}),
  };
}
