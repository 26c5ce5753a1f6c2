/** The ranker without a model: words, kinds and positions. Also the fallback if the encoder fails. */
import type { RankedCandidate, Ranker } from '../contract/index.js';
import { gatherEvidenceInSlices } from './evidence.js';
import { rankPassages } from './passages.js';
import { LEXICAL_WEIGHTS, rankIndices, combineEvidence } from './weights.js';

export function createLexicalRanker(): Ranker {
  return {
    name: 'lexical',
    needs: { documents: true },
    warm: () => undefined,
    async rank(query, observation, k, signal) {
      signal?.throwIfAborted();
      const startedAt = performance.now();
      const { candidates } = observation;
      const scores = combineEvidence(
        await gatherEvidenceInSlices(query.text, observation, null, signal),
        LEXICAL_WEIGHTS,
      );
      const bestCandidates: RankedCandidate[] = rankIndices(scores, k).map((i, rankIndex) => ({
        candidate: candidates[i]!,
        score: scores[i]!,
        rank: rankIndex + 1,
      }));
      return {
        best: bestCandidates,
        total: candidates.length,
        scored: 0,
        partial: false,
        ms: performance.now() - startedAt,
      };
    },
    rankPassages: async (query, texts, k) => rankPassages(query, texts, k),
    close: async () => undefined,
  };
}
