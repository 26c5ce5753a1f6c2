/**
 * The default ranker: encoder similarity combined with all other evidence. On large pages only the lexically most
 * likely elements are compared by the encoder.
 */
import type { Candidate, RankedCandidate, Ranker } from '../contract/index.js';
import { createComparing, type ComparingOptions } from './dense/comparing.js';
import type { Similarities } from './dense/similarity.js';
import { gatherInSlices, restOf, type RankedPageView } from './evidence.js';
import { createLexicalRanker } from './lexical.js';
import { blendPassages, firstPassages, PASSAGE, rankPassages } from './passages.js';
import { lineOf } from './query.js';
import { documentsOf } from './word-index.js';
import { HYBRID, LEXICAL, order, weigh } from './weights.js';

export interface HybridOptions extends ComparingOptions {
  name: string;
  /** Maximum number of elements compared by the encoder, whether or not their embeddings are cached. */
  most?: number;
  /** Milliseconds after which a ranking uses what it has and is marked partial. */
  deadline?: number;
}

/** Token limit that the bundled model was trained with (models/parley-compact/README.md). */
export const CUTS = { query: 160, document: 64 };

const MAX_COUNT = 1_024;

/** Long enough for a page of new elements on a slow machine. */
const DEADLINE = 20_000;

/** Positions of the elements to compare, most promising first. */
async function promising(
  text: string,
  seen: RankedPageView,
  most: number,
  signal?: AbortSignal,
): Promise<number[]> {
  if (seen.candidates.length <= most) return [...seen.candidates.keys()];
  return order(weigh(await gatherInSlices(text, seen, null, signal), LEXICAL), most);
}

/** Before the first query, visible interactive elements come first. */
function warmFirst(candidates: readonly Candidate[], most: number): string[] {
  const worth = candidates.map((one) => (one.interactive ? 2 : 0) + (one.inViewport ? 1 : 0));
  return order(worth, most).flatMap((i) => documentsOf(candidates[i]!));
}

/** Cosines of the compared candidates to each query line. */
async function cosinesOf(
  similarities: Similarities,
  lines: readonly string[],
  seen: RankedPageView,
  compared: readonly number[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const texts: string[] = [];
  const owner: number[] = [];
  for (const i of compared)
    for (const text of documentsOf(seen.candidates[i]!)) {
      texts.push(text);
      owner.push(i);
    }
  const found = await similarities.to(lines, texts, signal);
  return found.map((all) => {
    const cosines = new Float32Array(seen.candidates.length).fill(Number.NaN);
    all.forEach((cosine, t) => {
      const i = owner[t]!;
      if (!Number.isNaN(cosine))
        cosines[i] = Number.isNaN(cosines[i]!) ? cosine : Math.max(cosines[i]!, cosine);
    });
    return cosines;
  });
}

const known = (cosines: Float32Array): number =>
  cosines.reduce((count, cosine) => count + (Number.isNaN(cosine) ? 0 : 1), 0);

export function createHybridRanker(options: HybridOptions): Ranker {
  const { name, most = MAX_COUNT, deadline = DEADLINE } = options;
  const comparing = createComparing(options, CUTS);
  const fallback = createLexicalRanker();
  return {
    name,
    needs: { documents: true },
    warm: ({ candidates }) => comparing.warm(() => warmFirst(candidates, most)),
    async rank(query, observation, k, signal) {
      signal?.throwIfAborted();
      if (comparing.lost) return fallback.rank(query, observation, k, signal);
      const began = performance.now();
      const { candidates } = observation;
      const limit = AbortSignal.timeout(deadline);
      const compared = await promising(query.text, observation, most, signal);
      const rest = restOf(query.text);
      let found;
      try {
        const both = signal ? AbortSignal.any([signal, limit]) : limit;
        found = await cosinesOf(
          comparing.similarities(),
          [lineOf(query), ...(rest ? [rest] : [])],
          observation,
          compared,
          both,
        );
      } catch (problem) {
        comparing.lose(problem);
        return fallback.rank(query, observation, k, signal);
      }
      signal?.throwIfAborted();
      const cosines = { whole: found[0]!, rest: found[1] ?? null };
      const scored = known(cosines.whole);
      const scores = weigh(await gatherInSlices(query.text, observation, cosines, signal), HYBRID);
      const best: RankedCandidate[] = order(scores, k).map((i, at) => ({
        candidate: candidates[i]!,
        score: scores[i]!,
        rank: at + 1,
      }));
      const partial = scored < compared.length;
      return { best, total: candidates.length, scored, partial, ms: performance.now() - began };
    },
    async passages(query, texts, k) {
      const byWords = rankPassages(query, texts, texts.length);
      if (comparing.lost || texts.length === 0) return byWords.slice(0, k);
      const compared = firstPassages(byWords, texts.length);
      const beginnings = compared.map((i) => texts[i]!.slice(0, PASSAGE));
      try {
        const [cosines] = await comparing
          .similarities()
          .to([query], beginnings, AbortSignal.timeout(deadline));
        return blendPassages(byWords, compared, cosines!, k);
      } catch (problem) {
        comparing.lose(problem);
        return byWords.slice(0, k);
      }
    },
    close: () => comparing.close(),
  };
}
