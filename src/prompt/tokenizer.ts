/** The tokenizer interface for prompts. Implementations never add special tokens, because prompts are plain text. */

/** A range of the text in UTF-16 units. */
export type Span = readonly [start: number, end: number];

export interface Encoding {
  ids: readonly number[];
  /** Position of each token in the text; empty for tokens that the tokenizer inserts. */
  spans: readonly Span[];
}

export interface PromptTokenizer {
  /** The name that is recorded and shown. */
  readonly name: string;
  /** Whether counts come from the model's own vocabulary. */
  readonly exact: boolean;
  count(text: string): number;
  encode(text: string): Encoding;
  decode(ids: readonly number[]): string;
}

/** Caches counts, because prompts count the same pieces repeatedly. */
export function cacheCounts(tokenizer: PromptTokenizer, maxEntries = 5000): PromptTokenizer {
  const counts = new Map<string, number>();
  return {
    name: tokenizer.name,
    exact: tokenizer.exact,
    encode: (text) => tokenizer.encode(text),
    decode: (ids) => tokenizer.decode(ids),
    count(text) {
      const cachedCount = counts.get(text);
      if (cachedCount !== undefined) return cachedCount;
      if (counts.size >= maxEntries) counts.clear();
      const count = tokenizer.count(text);
      counts.set(text, count);
      return count;
    },
  };
}
