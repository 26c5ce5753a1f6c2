/** Computes the cosine similarity of texts to queries. Embeddings that the store lacks come from the encoder. */
import type { Encoder } from './encoder.js';
import type { EmbeddingStore } from './store.js';

/** Maximum number of tokens; longer texts are cut. */
export interface TokenLimits {
  query: number;
  document: number;
}

export interface Similarities {
  /** Encodes texts that are not in the store yet, in the background. `compute` takes precedence. */
  warm(texts: readonly string[]): Promise<void>;
  /**
   * @param texts the most promising first, because an aborted `signal` leaves the last ones uncomputed
   * @returns for each query one cosine per text; NaN if it was not computed
   */
  compute(queries: readonly string[], texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** Resolves with the promise's value, or with null if `signal` is aborted first. */
async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  let onAbort = (): void => undefined;
  const abortPromise = new Promise<null>((resolve) => (onAbort = () => resolve(null)));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, abortPromise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** @param storePromise the store of known embeddings; a cache on disk takes a moment to read */
export function createSimilarities(
  encoder: Encoder,
  storePromise: Promise<EmbeddingStore>,
  limits: TokenLimits,
): Similarities {
  const knownQueries = new Map<string, Float32Array>();
  const filterMissing = (store: EmbeddingStore, texts: readonly string[]): string[] =>
    [...new Set(texts)].filter((text) => !store.get(text));

  const encode = (
    store: EmbeddingStore,
    texts: readonly string[],
    isUrgent: boolean,
    signal: AbortSignal,
  ): Promise<void> =>
    encoder.encode(texts, {
      maxTokens: limits.document,
      urgent: isUrgent,
      signal,
      onEmbedding: (index, embedding) => store.put(texts[index]!, embedding),
    });

  const encodeQuery = async (query: string, signal: AbortSignal): Promise<Float32Array | null> => {
    const knownEmbedding = knownQueries.get(query);
    if (knownEmbedding) return knownEmbedding;
    let result: Float32Array | null = null;
    await encoder.encode([query], {
      maxTokens: limits.query,
      urgent: true,
      signal,
      onEmbedding: (_, embedding) => (result = embedding.slice()),
    });
    if (knownQueries.size > 500) knownQueries.clear();
    if (result) knownQueries.set(query, result);
    return result;
  };

  let warmingController: AbortController | null = null;
  return {
    async warm(texts) {
      warmingController?.abort();
      warmingController = new AbortController();
      const { signal } = warmingController;
      const store = await raceAbort(storePromise, signal);
      if (store) await encode(store, filterMissing(store, texts), false, signal);
    },
    async compute(queries, texts, signal) {
      // These texts are needed now; embeddings that are already warmed stay in the store.
      warmingController?.abort();
      const store = await raceAbort(storePromise, signal);
      if (!store) return queries.map(() => new Float32Array(texts.length).fill(Number.NaN));
      const [queryEmbeddings] = await Promise.all([
        Promise.all(queries.map((query) => encodeQuery(query, signal))),
        encode(store, filterMissing(store, texts), true, signal),
      ]);
      const embeddings = texts.map((text) => store.get(text));
      return queryEmbeddings.map((query) =>
        Float32Array.from(embeddings, (embedding) =>
          query && embedding ? dotProduct(query, embedding) : Number.NaN,
        ),
      );
    },
  };
}

function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
