/** Texts of any kind against a question, by their words, and by their meaning where it was compared. */
import { addDocument, bm25, noPostings } from './bm25.js';
import { standardiseKnown } from './meaning.js';
import { order } from './weights.js';
import { questionWords, wordsOf } from './words.js';

export function rankPassages(
  query: string,
  texts: readonly string[],
  k: number,
): { index: number; score: number }[] {
  const words = new Map(questionWords(query).map((word) => [word, 1]));
  const postings = noPostings();
  for (const text of texts) addDocument(postings, wordsOf(text));
  const scores = bm25(postings, words);
  return order(scores, k)
    .filter((i) => scores[i]! > 0)
    .map((i) => ({ index: i, score: scores[i]! }));
}

interface Passage {
  index: number;
  score: number;
}

/** Texts that are compared by meaning, at most: the same ones on every machine. */
const COMPARED = 300;
/** A text is known by how it begins; more of it costs time and says no more. Characters. */
export const PASSAGE = 300;
/** Of 12 questions on the example sites words alone found 3 among the first five, with this weight 7 are. */
const MEANING = 2;

/** Those that share words with the question, then the others in reading order. */
export function firstPassages(byWords: readonly Passage[], of: number): number[] {
  const first = byWords.slice(0, COMPARED).map(({ index }) => index);
  const taken = new Set(first);
  for (let i = 0; i < of && first.length < COMPARED; i++) if (!taken.has(i)) first.push(i);
  return first;
}

/** @param cosines of the compared ones, in their order; not a number where there was no time */
export function blendPassages(
  byWords: readonly Passage[],
  compared: readonly number[],
  cosines: Float32Array,
  k: number,
): Passage[] {
  const words = new Map(byWords.map(({ index, score }) => [index, score]));
  const byWord = standardiseKnown(Float32Array.from(compared, (index) => words.get(index) ?? 0));
  const byMeaning = standardiseKnown(cosines);
  const scores = byWord.map((score, at) => score + MEANING * byMeaning[at]!);
  return order(scores, k).map((at) => ({ index: compared[at]!, score: scores[at]! }));
}
