/**
 * The default ranker: encoder similarity combined with all other evidence. On large pages, only the elements that
 * lexical ranking finds most likely are compared by the encoder.
 */
import type { Candidate, RankedCandidate, Ranker } from '../contract/index.js';
import { createRankerEncoder, type RankerEncoderOptions } from './dense/ranker-encoder.js';
import type { Similarities } from './dense/similarity.js';
import { gatherEvidenceInSlices, withoutPosition, type RankedPageView } from './evidence.js';
import { createLexicalRanker } from './lexical.js';
import { blendPassages, selectPassages, MAX_PASSAGE_LENGTH, rankPassages } from './passages.js';
import { formatQuery } from './query.js';
import { documentsOf } from './word-index.js';
import { HYBRID_WEIGHTS, LEXICAL_WEIGHTS, combineEvidence, evidenceOf, rankIndices } from './weights.js';

export interface HybridOptions extends RankerEncoderOptions {
  name: string;
  /** Maximum number of elements compared by the encoder, including those with cached embeddings. */
  maxCompared?: number;
  /** After this many milliseconds, the ranking uses the cosines computed so far and is marked partial. */
  timeoutMs?: number;
}

/** Token limit that the bundled model was trained with (models/parley-compact/README.md). */
export const TOKEN_LIMITS = { query: 160, document: 64 };

const MAX_COMPARED = 1_024;

/** Long enough for a page of new elements on a slow machine. */
const RANKING_TIMEOUT_MS = 20_000;

/** Indices of the candidates to compare, most promising first. */
async function selectPromising(
  text: string,
  view: RankedPageView,
  maxCompared: number,
  signal?: AbortSignal,
): Promise<number[]> {
  if (view.candidates.length <= maxCompared) return [...view.candidates.keys()];
  return rankIndices(
    combineEvidence(await gatherEvidenceInSlices(text, view, null, signal), LEXICAL_WEIGHTS),
    maxCompared,
  );
}

/** Texts to encode before the first query: visible interactive elements come first. */
function selectWarmTexts(candidates: readonly Candidate[], maxCompared: number): string[] {
  const priority = candidates.map(
    ({ interactive, inViewport }) => (interactive ? 2 : 0) + (inViewport ? 1 : 0),
  );
  return rankIndices(priority, maxCompared).flatMap((i) => documentsOf(candidates[i]!));
}

/** Cosines of the compared candidates to each query line. */
async function computeCosines(
  similarities: Similarities,
  lines: readonly string[],
  view: RankedPageView,
  compared: readonly number[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const texts: string[] = [];
  const documentOwner: number[] = [];
  for (const i of compared)
    for (const text of documentsOf(view.candidates[i]!)) {
      texts.push(text);
      documentOwner.push(i);
    }
  const cosinesByLine = await similarities.compute(lines, texts, signal);
  return cosinesByLine.map((cosinesByText) => {
    const cosines = new Float32Array(view.candidates.length).fill(Number.NaN);
    cosinesByText.forEach((cosine, textIndex) => {
      const i = documentOwner[textIndex]!;
      if (!Number.isNaN(cosine))
        cosines[i] = Number.isNaN(cosines[i]!) ? cosine : Math.max(cosines[i]!, cosine);
    });
    return cosines;
  });
}

const countKnown = (cosines: Float32Array): number =>
  cosines.reduce((count, cosine) => count + (Number.isNaN(cosine) ? 0 : 1), 0);

export function createHybridRanker(options: HybridOptions): Ranker {
  const { name, maxCompared = MAX_COMPARED, timeoutMs = RANKING_TIMEOUT_MS } = options;
  const encoder = createRankerEncoder(options, TOKEN_LIMITS);
  const fallback = createLexicalRanker();
  return {
    name,
    needs: { documents: true },
    warm: ({ candidates }) => encoder.warm(() => selectWarmTexts(candidates, maxCompared)),
    async rank(query, observation, k, signal) {
      signal?.throwIfAborted();
      if (encoder.failed) return fallback.rank(query, observation, k, signal);
      const startedAt = performance.now();
      const { candidates } = observation;
      const timeout = AbortSignal.timeout(timeoutMs);
      const compared = await selectPromising(query.text, observation, maxCompared, signal);
      const shortQuery = withoutPosition(query.text);
      let cosinesByLine;
      try {
        const eitherSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
        cosinesByLine = await computeCosines(
          encoder.getSimilarities(),
          [formatQuery(query), ...(shortQuery ? [shortQuery] : [])],
          observation,
          compared,
          eitherSignal,
        );
      } catch (problem) {
        encoder.fail(problem);
        return fallback.rank(query, observation, k, signal);
      }
      signal?.throwIfAborted();
      const cosines = { fullQuery: cosinesByLine[0]!, withoutPosition: cosinesByLine[1] ?? null };
      const comparedCount = countKnown(cosines.fullQuery);
      const evidence = await gatherEvidenceInSlices(query.text, observation, cosines, signal);
      const scores = combineEvidence(evidence, HYBRID_WEIGHTS);
      const best: RankedCandidate[] = rankIndices(scores, k).map((i, rankIndex) => ({
        candidate: candidates[i]!,
        score: scores[i]!,
        rank: rankIndex + 1,
        evidence: evidenceOf(evidence, i),
      }));
      const partial = comparedCount < compared.length;
      return {
        best,
        total: candidates.length,
        scored: comparedCount,
        partial,
        ms: performance.now() - startedAt,
      };
    },
    async rankPassages(query, texts, k) {
      const byWords = rankPassages(query, texts, texts.length);
      if (encoder.failed || texts.length === 0) return byWords.slice(0, k);
      const compared = selectPassages(byWords, texts.length);
      const beginnings = compared.map((i) => texts[i]!.slice(0, MAX_PASSAGE_LENGTH));
      try {
        const [cosines] = await encoder
          .getSimilarities()
          .compute([query], beginnings, AbortSignal.timeout(timeoutMs));
        return blendPassages(byWords, compared, cosines!, k);
      } catch (problem) {
        encoder.fail(problem);
        return byWords.slice(0, k);
      }
    },
    close: () => encoder.close(),
  };
}
