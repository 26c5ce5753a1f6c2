/** What prompts ask of a model's tokenizer. Special tokens are never added: prompts are put together as text. */

/** A stretch of the text, in the units of `slice`. */
export type Span = readonly [start: number, end: number];

export interface Encoding {
  ids: readonly number[];
  /** Where each token stands in the text; what a tokenizer makes up has an empty stretch. */
  spans: readonly Span[];
}

export interface PromptTokenizer {
  /** As it is named in records. */
  readonly name: string;
  /** Counts are the served model's own, not those of another vocabulary. */
  readonly exact: boolean;
  count(text: string): number;
  encode(text: string): Encoding;
  decode(ids: readonly number[]): string;
}

/** Remembers counts: prompts count the same pieces again and again. */
export function withMemory(tokenizer: PromptTokenizer, most = 5000): PromptTokenizer {
  const counts = new Map<string, number>();
  return {
    name: tokenizer.name,
    exact: tokenizer.exact,
    encode: (text) => tokenizer.encode(text),
    decode: (ids) => tokenizer.decode(ids),
    count(text) {
      const known = counts.get(text);
      if (known !== undefined) return known;
      if (counts.size >= most) counts.clear();
      const count = tokenizer.count(text);
      counts.set(text, count);
      return count;
    },
  };
}
