/** Texts of any kind against a question, by their words. */
import { addDocument, bm25, noPostings } from './bm25.js';
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
