/** Cosine of texts to a query, with embeddings from the store where they are, and from the encoder otherwise. */
import type { Encoder } from './encoder.js';
import type { EmbeddingStore } from './store.js';

/** Tokens that texts are cut to: what the bundled model was trained with. */
export interface Cuts {
  query: number;
  document: number;
}

export interface Similarities {
  /** Encodes what is not known yet, in the background; what is asked for meanwhile goes first. */
  warm(texts: readonly string[]): Promise<void>;
  /**
   * @param texts the most promising first: where `signal` ends the work, the last ones are left
   * @returns for each query one cosine a text; NaN where it was not computed
   */
  to(queries: readonly string[], texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  flush(): Promise<void>;
}

export function createSimilarities(encoder: Encoder, store: EmbeddingStore, cuts: Cuts): Similarities {
  const queries = new Map<string, Float32Array>();
  const missing = (texts: readonly string[]): string[] =>
    [...new Set(texts)].filter((text) => !store.get(text));

  const encode = (texts: readonly string[], urgent: boolean, signal?: AbortSignal): Promise<void> =>
    encoder.encode(texts, {
      max: cuts.document,
      urgent,
      ...(signal ? { signal } : {}),
      onEmbedding: (at, embedding) => store.put(texts[at]!, embedding),
    });

  const ofQuery = async (query: string, signal: AbortSignal): Promise<Float32Array | null> => {
    const known = queries.get(query);
    if (known) return known;
    let found: Float32Array | null = null;
    await encoder.encode([query], {
      max: cuts.query,
      urgent: true,
      signal,
      onEmbedding: (_, embedding) => (found = embedding.slice()),
    });
    if (queries.size > 500) queries.clear();
    if (found) queries.set(query, found);
    return found;
  };

  let warming: AbortController | null = null;
  return {
    warm(texts) {
      warming?.abort();
      warming = new AbortController();
      return encode(missing(texts), false, warming.signal);
    },
    async to(lines, texts, signal) {
      // What was asked for says better what is wanted first; what was warmed so far stays.
      warming?.abort();
      const [mine] = await Promise.all([
        Promise.all(lines.map((line) => ofQuery(line, signal))),
        encode(missing(texts), true, signal),
      ]);
      const embeddings = texts.map((text) => store.get(text));
      return mine.map((query) =>
        Float32Array.from(embeddings, (one) => (query && one ? dot(query, one) : Number.NaN)),
      );
    },
    flush: () => store.flush(),
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
