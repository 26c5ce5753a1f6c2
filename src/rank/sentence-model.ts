/** Uses the user's sentence model to compare sentences by the cosine similarity of their embeddings. */
import { ParleyError } from '../contract/index.js';
import { ModelError } from './dense/model-error.js';
import { shareEncoder } from './dense/shared-encoder.js';
import { createSimilarities } from './dense/similarity.js';
import { createMemoryStore } from './dense/store.js';

export interface SentenceModel {
  /** Name of the model. */
  readonly name: string;
  /**
   * For each expected sentence, the similarity of each actual one; 1 if identical.
   *
   * @throws ParleyError `infra` if the model stopped
   */
  compare(expected: readonly string[], actual: readonly string[], signal: AbortSignal): Promise<number[][]>;
  close(): Promise<void>;
}

/** Maximum input tokens of sentence models; a model with a lower limit truncates further. */
const MAX_TOKENS = 256;

/** Rounding, so that identical sentences score exactly 1 on every processor. */
const ROUNDING_FACTOR = 1e4;

/** @throws ParleyError `usage` if the folder contains no working model */
export async function openSentenceModel(name: string, folder: string): Promise<SentenceModel> {
  const encoder = shareEncoder({ folder });
  const toParleyError = (kind: 'usage' | 'infra') => (error: unknown) => {
    if (!(error instanceof ModelError)) throw error;
    throw new ParleyError(kind, `${error.path}: ${error.fault}.`, error.hint, { cause: error });
  };
  await encoder.ready.catch(toParleyError('usage'));
  const limits = { query: MAX_TOKENS, document: MAX_TOKENS };
  const similarities = createSimilarities(encoder, Promise.resolve(createMemoryStore()), limits);
  return {
    name,
    async compare(expected, actual, signal) {
      const cosines = await similarities.compute(expected, actual, signal).catch(toParleyError('infra'));
      signal.throwIfAborted();
      return cosines.map((row) =>
        [...row].map((cosine) => Math.round(cosine * ROUNDING_FACTOR) / ROUNDING_FACTOR),
      );
    },
    close: () => encoder.close(),
  };
}
