/** Okapi BM25 over short documents (k1 1.2, b 0.5: the values of the reference figures). */

const K1 = 1.2;
const B = 0.5;

/**
 * @param documents the words of each document
 * @param query word → weight (1 for an ordinary word)
 * @returns one score a document, 0 where no word is shared
 */
export function bm25(
  documents: readonly (readonly string[])[],
  query: ReadonlyMap<string, number>,
): Float64Array {
  const scores = new Float64Array(documents.length);
  const lengths = documents.map((words) => words.length);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  const postings = new Map<string, Map<number, number>>();
  for (const word of query.keys()) postings.set(word, new Map());
  documents.forEach((words, i) => {
    for (const word of words) {
      const posting = postings.get(word);
      if (posting) posting.set(i, (posting.get(i) ?? 0) + 1);
    }
  });
  for (const [word, posting] of postings) {
    const idf = Math.log(1 + (documents.length - posting.size + 0.5) / (posting.size + 0.5));
    for (const [i, count] of posting)
      scores[i]! +=
        (query.get(word)! * idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * lengths[i]!) / average));
  }
  return scores;
}

/** The deviation is taken as at least this share of the best score: where scores hardly differ, they say little. */
const LEAST_DEVIATION = 0.1;

/** Mean 0, deviation 1; all zeros when the scores do not differ. */
export function standardise(scores: Float64Array): Float64Array {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const spread = Math.sqrt(
    scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length),
  );
  const deviation = Math.max(
    spread,
    LEAST_DEVIATION * scores.reduce((most, score) => Math.max(most, score), 0),
  );
  return deviation > 0 ? scores.map((score) => (score - mean) / deviation) : new Float64Array(scores.length);
}
