/** Okapi BM25 over short documents. */

const K1 = 1.2;
const B = 0.5;

/** Inverted index: which documents contain a word, and how often. */
export interface Postings {
  /** Words in each document. */
  lengths: number[];
  /** Maps a word to a flat list: document, count, document, count, …; documents ascend. */
  postingsByWord: Map<string, number[]>;
}

export const createPostings = (): Postings => ({ lengths: [], postingsByWord: new Map() });

export function addDocument({ lengths, postingsByWord }: Postings, words: readonly string[]): void {
  const document = lengths.length;
  lengths.push(words.length);
  for (const word of words) {
    const list = postingsByWord.get(word);
    if (!list) postingsByWord.set(word, [document, 1]);
    else if (list[list.length - 2] === document) list[list.length - 1]!++;
    else list.push(document, 1);
  }
}

/** Inverse document frequency of a word that `containingCount` of `documentCount` documents contain. */
export const computeInverseDocumentFrequency = (documentCount: number, containingCount: number): number =>
  Math.log(1 + (documentCount - containingCount + 0.5) / (containingCount + 0.5));

/**
 * @param query maps words to weights (1 for an ordinary word)
 * @returns one score per document, 0 if no word is shared
 */
export function scoreBm25(
  { lengths, postingsByWord }: Postings,
  query: ReadonlyMap<string, number>,
): Float64Array {
  const scores = new Float64Array(lengths.length);
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  for (const [word, weight] of query) {
    const list = postingsByWord.get(word);
    if (!list) continue;
    const wordWeight = weight * computeInverseDocumentFrequency(lengths.length, list.length / 2) * (K1 + 1);
    for (let i = 0; i < list.length; i += 2) {
      const document = list[i]!;
      const count = list[i + 1]!;
      scores[document]! +=
        (wordWeight * count) / (count + K1 * (1 - B + (B * lengths[document]!) / averageLength));
    }
  }
  return scores;
}

/** Minimum deviation as a share of the best score, because small differences are not meaningful. */
const MIN_DEVIATION_SHARE = 0.1;

/** Standardises to mean 0 and deviation 1; all zeros if the scores do not differ. */
export function standardise(scores: Float64Array): Float64Array {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const spread = Math.sqrt(
    scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length),
  );
  const deviation = Math.max(
    spread,
    MIN_DEVIATION_SHARE * scores.reduce((max, score) => Math.max(max, score), 0),
  );
  return deviation > 0 ? scores.map((score) => (score - mean) / deviation) : new Float64Array(scores.length);
}
