/** Compares sentences with the user's sentence model: cosine similarity of embeddings. */
import { ParleyError } from '../contract/index.js';
import { ModelProblem } from './dense/problems.js';
import { shareEncoder } from './dense/shared.js';
import { createSimilarities } from './dense/similarity.js';
import { memoryStore } from './dense/store.js';

export interface Sentences {
  /** Name of the model. */
  readonly name: string;
  /**
   * For each expected sentence, the similarity of each actual one; 1 if identical.
   *
   * @throws ParleyError `infra` if the model stopped
   */
  compare(wanted: readonly string[], said: readonly string[], signal: AbortSignal): Promise<number[][]>;
  close(): Promise<void>;
}

/** Maximum input tokens of sentence models; a model with a lower limit truncates further. */
const MAX_TOKENS = 256;

/** Rounding, so that identical sentences score exactly 1 on every processor. */
const DIGITS = 1e4;

/** @throws ParleyError `usage` if the folder holds no working model */
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
