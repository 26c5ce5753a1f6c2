/**
 * The default ranker: encoder similarity combined with all other evidence. On large pages, only the elements that
 * lexical ranking finds most likely are compared by the encoder.
 */
import type { Candidate, RankedCandidate, Ranker } from '../contract/index.js';
import { createRankerEncoder, type RankerEncoderOptions } from './dense/ranker-encoder.js';
import type { Similarities } from './dense/similarity.js';
import { gatherEvidenceInSlices, removePosition, type RankedPageView } from './evidence.js';
import { createLexicalRanker } from './lexical.js';
import { blendPassages, selectPassagesToCompare, MAX_PASSAGE_LENGTH, rankPassages } from './passages.js';
import { formatQuery } from './query.js';
import { listDocuments } from './word-index.js';
import {
  HYBRID_WEIGHTS,
  LEXICAL_WEIGHTS,
  combineEvidence,
  getCandidateEvidence,
  rankIndices,
} from './weights.js';

export interface HybridOptions extends RankerEncoderOptions {
  name: string;
  /** Maximum number of elements compared by the encoder, including those with cached embeddings. */
  maxComparedCount?: number;
  /** After this many milliseconds, the ranking uses the cosines computed so far and is marked partial. */
  timeoutMs?: number;
}

/** Token limit that the bundled model was trained with (models/parley-compact/README.md). */
export const TOKEN_LIMITS = { query: 160, document: 64 };

const MAX_COMPARED_COUNT = 1_024;

/** Long enough for a page of new elements on a slow machine. */
const RANKING_TIMEOUT_MS = 20_000;

/** Returns the indices of the candidates to compare, most promising first. */
async function selectPromisingCandidates(
  text: string,
  view: RankedPageView,
  maxComparedCount: number,
  signal?: AbortSignal,
): Promise<number[]> {
  if (view.candidates.length <= maxComparedCount) return [...view.candidates.keys()];
  return rankIndices(
    combineEvidence(await gatherEvidenceInSlices(text, view, null, signal), LEXICAL_WEIGHTS),
    maxComparedCount,
  );
}

/** Selects the texts to encode before the first query. Visible interactive elements come first. */
function selectWarmTexts(candidates: readonly Candidate[], maxComparedCount: number): string[] {
  const priority = candidates.map(
    ({ interactive, inViewport }) => (interactive ? 2 : 0) + (inViewport ? 1 : 0),
  );
  return rankIndices(priority, maxComparedCount).flatMap((i) => listDocuments(candidates[i]!));
}

/** Computes the cosine of each compared candidate to each query. */
async function computeCosines(
  similarities: Similarities,
  queries: readonly string[],
  view: RankedPageView,
  comparedIndexes: readonly number[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const texts: string[] = [];
  const candidateIndexByText: number[] = [];
  for (const i of comparedIndexes)
    for (const text of listDocuments(view.candidates[i]!)) {
      texts.push(text);
      candidateIndexByText.push(i);
    }
  const cosinesByQuery = await similarities.compute(queries, texts, signal);
  return cosinesByQuery.map((cosinesByText) => {
    const cosines = new Float32Array(view.candidates.length).fill(Number.NaN);
    cosinesByText.forEach((cosine, textIndex) => {
      const i = candidateIndexByText[textIndex]!;
      if (!Number.isNaN(cosine))
        cosines[i] = Number.isNaN(cosines[i]!) ? cosine : Math.max(cosines[i]!, cosine);
    });
    return cosines;
  });
}

const countKnownCosines = (cosines: Float32Array): number =>
  cosines.reduce((count, cosine) => count + (Number.isNaN(cosine) ? 0 : 1), 0);

export function createHybridRanker(options: HybridOptions): Ranker {
  const { name, maxComparedCount = MAX_COMPARED_COUNT, timeoutMs = RANKING_TIMEOUT_MS } = options;
  const encoder = createRankerEncoder(options, TOKEN_LIMITS);
  const lexicalRanker = createLexicalRanker();
  return {
    name,
    needs: { documents: true },
    warm: ({ candidates }) => encoder.warm(() => selectWarmTexts(candidates, maxComparedCount)),
    async rank(query, observation, k, signal) {
      signal?.throwIfAborted();
      if (encoder.hasFailed) return lexicalRanker.rank(query, observation, k, signal);
      const startedAt = performance.now();
      const { candidates } = observation;
      const timeoutSignal = AbortSignal.timeout(timeoutMs);
      const comparedIndexes = await selectPromisingCandidates(
        query.text,
        observation,
        maxComparedCount,
        signal,
      );
      const shortQuery = removePosition(query.text);
      let cosinesByQuery;
      try {
        const eitherSignal = signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal;
        cosinesByQuery = await computeCosines(
          encoder.getSimilarities(),
          [formatQuery(query), ...(shortQuery ? [shortQuery] : [])],
          observation,
          comparedIndexes,
          eitherSignal,
        );
      } catch (error) {
        encoder.fail(error);
        return lexicalRanker.rank(query, observation, k, signal);
      }
      signal?.throwIfAborted();
      const cosines = { fullQuery: cosinesByQuery[0]!, withoutPosition: cosinesByQuery[1] ?? null };
      const comparedCount = countKnownCosines(cosines.fullQuery);
      const evidence = await gatherEvidenceInSlices(query.text, observation, cosines, signal);
      const scores = combineEvidence(evidence, HYBRID_WEIGHTS);
      const bestCandidates: RankedCandidate[] = rankIndices(scores, k).map((i, rankIndex) => ({
        candidate: candidates[i]!,
        score: scores[i]!,
        rank: rankIndex + 1,
        evidence: getCandidateEvidence(evidence, i),
      }));
      const partial = comparedCount < comparedIndexes.length;
      return {
        best: bestCandidates,
        total: candidates.length,
        scored: comparedCount,
        partial,
        ms: performance.now() - startedAt,
      };
    },
    async rankPassages(query, texts, k) {
      const wordRankedPassages = rankPassages(query, texts, texts.length);
      if (encoder.hasFailed || texts.length === 0) return wordRankedPassages.slice(0, k);
      const comparedIndexes = selectPassagesToCompare(wordRankedPassages, texts.length);
      const passageStarts = comparedIndexes.map((i) => texts[i]!.slice(0, MAX_PASSAGE_LENGTH));
      try {
        const [cosines] = await encoder
          .getSimilarities()
          .compute([query], passageStarts, AbortSignal.timeout(timeoutMs));
        return blendPassages(wordRankedPassages, comparedIndexes, cosines!, k);
      } catch (error) {
        encoder.fail(error);
        return wordRankedPassages.slice(0, k);
      }
    },
    close: () => encoder.close(),
  };
}
