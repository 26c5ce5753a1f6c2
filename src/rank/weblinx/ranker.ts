/**
 * Runs the WebLINX paper's ranker on a live page: query and documents are byte for byte as in the data set, both have
 * at most 512 tokens, cosines have single precision, and the sort is stable. It ranks the same elements as the paper,
 * which excludes elements below the viewport.
 */
import type {
  Candidate,
  EarlySnapshot,
  Observation,
  RankedCandidate,
  Ranker,
  RankQuery,
} from '../../contract/index.js';
import { parseHtml } from '../../lxml/index.js';
import { strip } from '../../python/index.js';
import { createRankerEncoder, type RankerEncoderOptions } from '../dense/ranker-encoder.js';
import { createLexicalRanker } from '../lexical.js';
import { rankPassages } from '../passages.js';
import { findWeblinxCandidates } from './candidates.js';

export interface WeblinxRankerOptions extends RankerEncoderOptions {
  name: string;
  /** Converts a query into the encoder's input; the plain text by default. */
  formatEncoderQuery?(query: RankQuery, observation: Observation): string;
  /** After this many milliseconds, the ranking uses the cosines computed so far and is marked partial. */
  timeoutMs?: number;
}

/** Token limit that the paper's model was trained with. */
const MAX_TOKENS = 512;
export const WEBLINX_TOKEN_LIMITS = { query: MAX_TOKENS, document: MAX_TOKENS };

/** The paper's documents are long: about forty per second on two cores. */
const RANKING_TIMEOUT_MS = 120_000;

interface Document {
  uid: string;
  text: string;
}

/** sentence-transformers strips every text before tokenising. */
function extractDocuments({ weblinx, viewport }: EarlySnapshot): Document[] {
  if (!weblinx || !viewport) return [];
  const boxes = new Map(Object.entries(weblinx.boxes));
  return findWeblinxCandidates(parseHtml(weblinx.html), boxes, viewport).map(({ uid, document }) => ({
    uid,
    text: strip(document),
  }));
}

/** Sorts texts so that those that share words with the query come first, in case the time limit is reached. */
function sortLikelyFirst(query: string, documents: readonly Document[]): string[] {
  const texts = documents.map(({ text }) => text);
  const rankedTexts = rankPassages(query, texts, texts.length).map(({ index }) => texts[index]!);
  return [...new Set([...rankedTexts, ...texts])];
}

/** Best first, ties in document order. The last score of a repeated uid counts, as in the library. */
export function selectBestCandidates(
  scoredUids: readonly { uid: string; score: number }[],
  candidates: readonly Candidate[],
  k: number,
): RankedCandidate[] {
  const candidatesByUid = new Map<string, Candidate>();
  for (const candidate of candidates)
    for (const { uid } of candidate.folded) candidatesByUid.set(uid, candidate);
  for (const candidate of candidates) candidatesByUid.set(candidate.uid, candidate);
  const scores = new Map(scoredUids.map(({ uid, score }) => [uid, score]));
  const bestScores = new Map<Candidate, number>();
  for (const [uid, score] of [...scores].sort(([, a], [, b]) => b - a)) {
    const candidate = candidatesByUid.get(uid);
    if (candidate && !bestScores.has(candidate)) bestScores.set(candidate, score);
  }
  return [...bestScores]
    .slice(0, k)
    .map(([candidate, score], index) => ({ candidate, score, rank: index + 1 }));
}

export function createWeblinxRanker(options: WeblinxRankerOptions): Ranker {
  const {
    name,
    formatEncoderQuery = ({ text }: RankQuery) => text,
    timeoutMs = RANKING_TIMEOUT_MS,
  } = options;
  const encoder = createRankerEncoder(options, WEBLINX_TOKEN_LIMITS);
  const fallback = createLexicalRanker();
  // An observation may be ranked several times; its HTML is parsed once.
  const documentCache = new WeakMap<EarlySnapshot, Document[]>();
  const getDocuments = (observation: EarlySnapshot): Document[] => {
    const documents = documentCache.get(observation) ?? extractDocuments(observation);
    documentCache.set(observation, documents);
    return documents;
  };
  return {
    name,
    // The compact documents are needed for the lexical fallback.
    needs: { ...fallback.needs, weblinx: true },
    warm: (observation) => encoder.warm(() => getDocuments(observation).map(({ text }) => text)),
    async rank(query, observation, k, signal) {
      signal?.throwIfAborted();
      // Without HTML (an open dialog, an unresponsive browser) only the words of the last observation are available.
      if (encoder.hasFailed || !observation.weblinx) return fallback.rank(query, observation, k, signal);
      const startedAt = performance.now();
      const timeout = AbortSignal.timeout(timeoutMs);
      const documents = getDocuments(observation);
      const encoderQuery = strip(formatEncoderQuery(query, observation));
      const texts = sortLikelyFirst(query.text, documents);
      let cosines: Float32Array;
      try {
        const eitherSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
        [cosines = new Float32Array()] = await encoder
          .getSimilarities()
          .compute([encoderQuery], texts, eitherSignal);
      } catch (problem) {
        encoder.fail(problem);
        return fallback.rank(query, observation, k, signal);
      }
      signal?.throwIfAborted();
      const scoresByText = new Map(texts.map((text, i) => [text, cosines[i]!]));
      const scoredDocuments = documents
        .map(({ uid, text }) => ({ uid, score: scoresByText.get(text)! }))
        .filter(({ score }) => !Number.isNaN(score));
      const rankedCandidates = selectBestCandidates(
        scoredDocuments,
        observation.candidates,
        Number.POSITIVE_INFINITY,
      );
      return {
        best: rankedCandidates.slice(0, k),
        total: observation.candidates.length,
        scored: rankedCandidates.length,
        partial: scoredDocuments.length < documents.length,
        ms: performance.now() - startedAt,
      };
    },
    rankPassages: async (query, texts, k) => rankPassages(query, texts, k),
    close: () => encoder.close(),
  };
}
