/**
 * Estimates tokens without a vocabulary, for models without a local tokenizer. The estimate is slightly high on
 * purpose.
 */
import type { PromptTokenizer } from './tokenizer.js';

/** Four letters, three digits, or one other character: close to what byte-pair vocabularies produce for HTML. */
const PIECES = /[ ]?\p{L}{1,4}|[ ]?\p{N}{1,3}|\s+|[^]/gu;

export const ESTIMATE: PromptTokenizer = {
  name: 'estimate',
  exact: false,
  count: (text) => text.match(PIECES)?.length ?? 0,
  encode(text) {
    const matches = [...text.matchAll(PIECES)];
    return {
      ids: matches.map(([piece]) => piece.codePointAt(0)!),
      spans: matches.map(({ index, 0: piece }) => [index, index + piece.length]),
    };
  },
  decode(ids) {
    return String.fromCodePoint(...ids);
  },
};
