/** Ranks a recorded page as the WebLINX paper does: the encoder alone compares the query with each document. */
import type { DeviceChoice } from '../dense/device-names.js';
import { startEncoder } from '../dense/encoder.js';
import { createSimilarities } from '../dense/similarity.js';
import { createMemoryStore } from '../dense/store.js';
import { computeRanks, type WeblinxCandidate } from './candidates.js';

export interface WeblinxEncoderOptions {
  /** Folder of the encoder. */
  folder: string;
  device?: DeviceChoice;
  threads?: number;
}

export interface WeblinxEncoder {
  /**
   * @returns the best `k`, each uid once, best first
   * @throws ModelError if the encoder cannot be used; also if `signal` is aborted
   */
  rank(
    query: string,
    candidates: readonly WeblinxCandidate[],
    k: number,
    signal: AbortSignal,
  ): Promise<WeblinxCandidate[]>;
  close(): Promise<void>;
}

/** Token limit of the paper's encoder; long queries lose their latest turns, as in the paper. */
const MAX_TOKENS = 512;

/** Starts the encoder at once, in its own thread. */
export function openWeblinxEncoder(options: WeblinxEncoderOptions): WeblinxEncoder {
  const encoder = startEncoder(options);
  const similarities = createSimilarities(encoder, Promise.resolve(createMemoryStore()), {
    query: MAX_TOKENS,
    document: MAX_TOKENS,
  });
  return {
    async rank(query, candidates, k, signal) {
      const documents = candidates.map(({ document }) => document);
      const [scores] = await similarities.compute([query], documents, signal);
      signal.throwIfAborted();
      const ranks = computeRanks(candidates.map(({ uid }, i) => ({ uid, score: scores![i]! })));
      const candidatesByRank = new Map<number, WeblinxCandidate>();
      for (const candidate of candidates) {
        const rank = ranks.get(candidate.uid)!;
        if (rank <= k && !candidatesByRank.has(rank)) candidatesByRank.set(rank, candidate);
      }
      return [...candidatesByRank].sort(([a], [b]) => a - b).map(([, candidate]) => candidate);
    },
    close: () => encoder.close(),
  };
}
