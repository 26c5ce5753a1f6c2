/**
 * Scores elements by their surroundings: the row, card or section around them, and the heading above. "Delete the
 * comment by Ana" means the Delete button in the box that also contains Ana.
 */
import { CANDIDATES_PER_STEP, type Steps } from './steps.js';
import type { CandidateTree } from './tree.js';
import {
  findCandidatesContaining,
  findCandidatesByDocumentWord,
  getRarity,
  type WordIndex,
} from './word-index.js';
import { getWords } from './words.js';

/** Outer containers beyond this level describe the page, not the element's position. */
const MAX_LEVELS = 8;

/** Weight of a heading; a row that contains the words itself is closer. */
const HEADING_WEIGHT = 0.6;

/** Each word is one bit of a 32-bit number, so only the rarest words are used. */
const MAX_WORD_COUNT = 30;

export interface SurroundingsOptions {
  /** Counts the candidate's own content as part of its surroundings. */
  includeOwnContent?: boolean;
  /** Counts surroundings even if the candidate itself contains no query word. */
  countsWithoutOwnMatch?: boolean;
}

/**
 * @param query word → weight
 * @returns 0–1 per candidate: share of the query's weight covered only by the surroundings. The more controls the
 *   surroundings contain, the lower it is.
 */
export function* scoreSurroundings(
  { candidates, parents, controlCounts }: CandidateTree,
  index: WordIndex,
  query: ReadonlyMap<string, number>,
  { includeOwnContent = false, countsWithoutOwnMatch = false }: SurroundingsOptions = {},
): Steps<Float64Array> {
  const scores = new Float64Array(candidates.length);
  const words = [...query]
    .map(([word, weight]) => ({ word, weight: weight * getRarity(index, word) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORD_COUNT);
  const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0);
  if (totalWeight <= 0) return scores;
  // One bit per word: in the candidate's own text, and anywhere inside it.
  const ownBits = new Int32Array(candidates.length);
  const containedBits = new Int32Array(candidates.length);
  words.forEach(({ word }, bit) => {
    if (!includeOwnContent)
      for (const i of findCandidatesByDocumentWord(index, word)) ownBits[i]! |= 1 << bit;
    for (const i of findCandidatesContaining(index, word)) containedBits[i]! |= 1 << bit;
  });
  yield;
  const sumsByBits = new Map<number, number>();
  const sumWeights = (bits: number): number => {
    let sum = sumsByBits.get(bits);
    if (sum === undefined) {
      sum = words.reduce((weightSum, { weight }, bit) => weightSum + (bits & (1 << bit) ? weight : 0), 0);
      sumsByBits.set(bits, sum);
    }
    return sum;
  };
  const bitsByHeading = new Map<string, number>();
  const findHeadingBits = (section: string): number => {
    let bits = bitsByHeading.get(section);
    if (bits === undefined) {
      const sectionWords = new Set(getWords(section));
      bits = words.reduce((set, { word }, bit) => (sectionWords.has(word) ? set | (1 << bit) : set), 0);
      bitsByHeading.set(section, bits);
    }
    return bits;
  };
  const allBits = 2 ** words.length - 1;
  for (const [i, { section }] of candidates.entries()) {
    if (i % CANDIDATES_PER_STEP === 0) yield;
    const missingBits = allBits & ~ownBits[i]!;
    if (missingBits === 0 || (!includeOwnContent && !countsWithoutOwnMatch && missingBits === allBits))
      continue;
    let bestWeight = HEADING_WEIGHT * sumWeights(missingBits & findHeadingBits(section));
    let ancestor = parents[i]!;
    for (let level = 0; ancestor >= 0 && level < MAX_LEVELS; level++, ancestor = parents[ancestor]!) {
      const gainedWeight = sumWeights(missingBits & containedBits[ancestor]!);
      const crowding = Math.log2(Math.max(1, controlCounts[ancestor]!) / Math.max(1, controlCounts[i]!));
      if (gainedWeight > 0) bestWeight = Math.max(bestWeight, gainedWeight / (1 + crowding / 3));
    }
    scores[i] = Math.min(1, bestWeight / totalWeight);
  }
  return scores;
}
