/** Finds the candidates and text blocks that contain given words. Returns the best matches in reading order. */
import type { Candidate, Excerpt } from '../../contract/index.js';
import { fold } from '../../text/index.js';
import { toExcerpt, toReadingOrder, type ReadableItem, type PageContent } from './reading-order.js';
import {
  computeBestWordFits,
  computePhraseFit,
  removeWords,
  splitWords,
  type WordFit,
} from './word-matching.js';

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

/** Lists the pieces of text that an element shows: its name, value, options and so on. */
function listVisibleTexts(candidate: Candidate): string[] {
  const { name, text, value, options, attributes, hiddenName } = candidate;
  const removeHiddenWords = (fullText: string): string =>
    hiddenName ? removeWords(fullText, hiddenName) : fullText;
  const texts = new Set([removeHiddenWords(name), text, value ?? '']);
  for (const key of DESCRIPTIVE_ATTRIBUTES)
    if (attributes[key]) texts.add(removeHiddenWords(attributes[key]));
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
  /** How well one of the item's texts contains the words as a phrase. */
  phraseFit: WordFit;
  /** The share of query words in the text that matches best, up to 1. */
  wordShare: number;
}

function matchItem(item: ReadableItem, queryWords: readonly string[]): WordMatch | null {
  const texts = item.type === 'block' ? [item.block.text] : listVisibleTexts(item.candidate);
  const fits: WordFit[] = queryWords.map(() => 0);
  let bestPhraseFit: WordFit = 0;
  let share = 0;
  const containsAny = (foldedText: string): boolean => queryWords.some((word) => foldedText.includes(word));
  for (const foldedText of texts.map(fold)) {
    // Most text contains none of the words, and splitting it into words is expensive.
    if (!containsAny(foldedText)) continue;
    const words = splitWords(foldedText);
    const wordFits = computeBestWordFits(queryWords, words);
    wordFits.forEach((fit, i) => (fits[i] = Math.max(fits[i]!, fit) as WordFit));
    const phraseFit = computePhraseFit(queryWords, words);
    if (phraseFit > bestPhraseFit) share = 0;
    bestPhraseFit = Math.max(bestPhraseFit, phraseFit) as WordFit;
    if (phraseFit === bestPhraseFit && wordFits.some(Boolean))
      share = Math.max(share, queryWords.length / words.length);
  }
  if (!fits.some(Boolean)) return null;
  // The section completes a match but is not a match on its own: otherwise everything below a heading would match.
  const section = fold(item.type === 'block' ? item.block.section : item.candidate.section);
  if (fits.includes(0) && containsAny(section))
    computeBestWordFits(queryWords, splitWords(section)).forEach(
      (fit, i) => (fits[i] = Math.max(fits[i]!, fit) as WordFit),
    );
  return { item, fits, phraseFit: bestPhraseFit, wordShare: Math.min(1, share) };
}

/** Rare words have more weight than frequent ones. */
function weighWords(
  matches: readonly WordMatch[],
  queryWords: readonly string[],
  itemCount: number,
): number[] {
  return queryWords.map((_, i) =>
    Math.log(1 + itemCount / (1 + matches.filter(({ fits }) => fits[i]! > 0).length)),
  );
}

function scoreMatch({ fits, phraseFit, wordShare }: WordMatch, weights: readonly number[]): number {
  if (phraseFit) return MIN_PHRASE_SCORE + phraseFit - 1 + wordShare / 2;
  const worstFit = Math.min(...fits);
  if (worstFit) return MIN_ALL_WORDS_SCORE + worstFit - 1 + wordShare / 2;
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  // A match of only the beginning of a word counts half.
  return fits.reduce<number>((sum, fit, i) => sum + (fit / 2) * weights[i]!, 0) / totalWeight;
}

interface ScoredItem {
  item: ReadableItem;
  score: number;
}

/** Omits containers whose match is also found in a descendant. */
function keepInnermost(items: readonly ScoredItem[], { candidates }: PageContent): ScoredItem[] {
  const scores = new Map<string, number>();
  for (const { item, score } of items) if (item.type === 'candidate') scores.set(item.candidate.uid, score);
  const bestScoresInside = new Map<string, number>();
  for (const { uid, parent } of candidates.toReversed()) {
    if (parent === null) continue;
    const bestScore = Math.max(scores.get(uid) ?? 0, bestScoresInside.get(uid) ?? 0);
    bestScoresInside.set(parent, Math.max(bestScore, bestScoresInside.get(parent) ?? 0));
  }
  return items.filter(({ item, score }) => {
    if (item.type === 'block' || item.candidate.interactive) return true;
    const bestInnerScore = bestScoresInside.get(item.candidate.uid) ?? 0;
    // The fraction is the share of other words, so only whole numbers are compared.
    return score >= MIN_ALL_WORDS_SCORE
      ? Math.floor(bestInnerScore) < Math.floor(score)
      : bestInnerScore < score;
  });
}

/** Controls come first, then text, then other elements. */
function getKindRank(item: ReadableItem): number {
  if (item.type === 'block') return 1;
  return item.candidate.interactive ? 0 : 2;
}

/** Finds symbols that are not words (→, €). */
function findSymbols(items: readonly ReadableItem[], symbols: string): ScoredItem[] {
  if (!symbols) return [];
  return items.flatMap((item) => {
    const texts = (item.type === 'block' ? [item.block.text] : listVisibleTexts(item.candidate)).map(fold);
    if (!texts.some((text) => text.includes(symbols))) return [];
    return [{ item, score: MIN_ALL_WORDS_SCORE + (texts.includes(symbols) ? 0.5 : 0) }];
  });
}

function findWords(items: readonly ReadableItem[], queryWords: readonly string[]): ScoredItem[] {
  // A number must match: item 41 is not item 7.
  const numberIndexes = queryWords.flatMap((word, i) => (/^\p{N}/u.test(word) ? [i] : []));
  const matches = items
    .flatMap((item) => matchItem(item, queryWords) ?? [])
    .filter(({ fits }) => numberIndexes.every((i) => fits[i]));
  const weights = weighWords(matches, queryWords, items.length);
  const scoredItems = matches.map((match) => ({ item: match.item, score: scoreMatch(match, weights) }));
  // Partial matches count only if no item has all words; weaker ones only if no item has most of them.
  const bestScore = Math.max(
    0,
    ...scoredItems.map(({ score }) =>
      score >= MIN_ALL_WORDS_SCORE ? MIN_ALL_WORDS_SCORE : score > 0.5 ? 0.5 : 0,
    ),
  );
  return bestScore >= MIN_ALL_WORDS_SCORE
    ? scoredItems.filter(({ score }) => score >= MIN_ALL_WORDS_SCORE)
    : scoredItems.filter(({ score }) => score > bestScore);
}

/**
 * Ranks items with the whole phrase first, then those with all words in any order, then those with most of the words.
 * Whole words rank above beginnings of words.
 */
export function findText(page: PageContent, words: string, k: number): Excerpt {
  const items = toReadingOrder(page);
  const foldedWords = fold(words);
  const queryWords = splitWords(foldedWords);
  const matches = queryWords.length ? findWords(items, queryWords) : findSymbols(items, foldedWords);
  const innermostMatches = keepInnermost(matches, page);
  const bestItems = new Set(
    innermostMatches
      .toSorted((a, b) => b.score - a.score || getKindRank(a.item) - getKindRank(b.item))
      .slice(0, k)
      .map(({ item }) => item),
  );
  const isPartial =
    queryWords.length > 0 &&
    innermostMatches.length > 0 &&
    innermostMatches.every(({ score }) => score < MIN_ALL_WORDS_SCORE);
  return {
    ...toExcerpt(
      items.filter((item) => bestItems.has(item)),
      innermostMatches.length,
    ),
    ...(isPartial ? { partial: isPartial } : {}),
  };
}
