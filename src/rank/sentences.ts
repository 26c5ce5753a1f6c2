/** How alike sentences are, by a sentence model of the user's: cosines of its embeddings, and nothing else. */
import { ParleyError } from '../contract/index.js';
import { ModelProblem } from './dense/problems.js';
import { shareEncoder } from './dense/shared.js';
import { createSimilarities } from './dense/similarity.js';
import { memoryStore } from './dense/store.js';

export interface Sentences {
  /** Of the model. */
  readonly name: string;
  /**
   * For each wanted sentence how alike each of the said ones is, 1 for the same.
   *
   * @throws Problem `infra` where the model broke off
   */
  compare(wanted: readonly string[], said: readonly string[], signal: AbortSignal): Promise<number[][]>;
  close(): Promise<void>;
}

/** What sentence models are trained with at most; a model that reads less cuts for itself. Tokens. */
const MAX_TOKENS = 256;

/** Other processors add up in another order, and the same sentence twice is to be 1. */
const DIGITS = 1e4;

/** @throws Problem `usage` where the folder holds no model that works */
export async function openSentences(name: string, folder: string): Promise<Sentences> {
  const encoder = shareEncoder({ folder });
  const asProblem = (kind: 'usage' | 'infra') => (error: unknown) => {
    if (!(error instanceof ModelProblem)) throw error;
    throw new ParleyError(kind, `${error.path}: ${error.fault}.`, error.hint, { cause: error });
  };
  await encoder.ready.catch(asProblem('usage'));
  const cuts = { query: MAX_TOKENS, document: MAX_TOKENS };
  const similarities = createSimilarities(encoder, Promise.resolve(memoryStore()), cuts);
  return {
    name,
    async compare(wanted, said, signal) {
      const cosines = await similarities.to(wanted, said, signal).catch(asProblem('infra'));
      signal.throwIfAborted();
      return cosines.map((row) => [...row].map((cosine) => Math.round(cosine * DIGITS) / DIGITS));
    },
    close: () => encoder.close(),
  };
}
