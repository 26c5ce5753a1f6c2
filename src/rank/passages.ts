/** Ranks passages of text for a question by word overlap and, if an encoder compared them, by meaning. */
import { addDocument, scoreBm25, createPostings } from './bm25.js';
import { standardiseIgnoringNaN } from './meaning.js';
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

/** Number of passages that the encoder compares. It does not depend on the machine, so that results are reproducible. */
const MAX_COMPARED_COUNT = 300;
/** Number of characters of each passage that the encoder reads; more would take longer without better results. */
export const MAX_PASSAGE_LENGTH = 300;
/** Relative to word overlap. It puts a correct passage in the top five for 7 of 12 questions instead of 3. */
const MEANING_WEIGHT = 2;

/** Selects passages for the encoder: first those that share words with the question, then others in reading order. */
export function selectPassagesToCompare(
  wordRankedPassages: readonly Passage[],
  passageCount: number,
): number[] {
  const selectedIndexes = wordRankedPassages.slice(0, MAX_COMPARED_COUNT).map(({ index }) => index);
  const selectedSet = new Set(selectedIndexes);
  for (let i = 0; i < passageCount && selectedIndexes.length < MAX_COMPARED_COUNT; i++)
    if (!selectedSet.has(i)) selectedIndexes.push(i);
  return selectedIndexes;
}

/** @param cosines one per compared passage; NaN if the time ran out */
export function blendPassages(
  wordRankedPassages: readonly Passage[],
  comparedIndexes: readonly number[],
  cosines: Float32Array,
  k: number,
): Passage[] {
  const wordScoresByIndex = new Map(wordRankedPassages.map(({ index, score }) => [index, score]));
  const wordScores = standardiseIgnoringNaN(
    Float32Array.from(comparedIndexes, (index) => wordScoresByIndex.get(index) ?? 0),
  );
  const meaningScores = standardiseIgnoringNaN(cosines);
  const scores = wordScores.map((score, index) => score + MEANING_WEIGHT * meaningScores[index]!);
  return rankIndices(scores, k).map((rankedIndex) => ({
    index: comparedIndexes[rankedIndex]!,
    score: scores[rankedIndex]!,
  }));
}
