/** The tokenizer that the golden vectors were made with: one token per match of a pattern. */
import type { PromptTokenizer } from '../../src/prompt/index.js';
import { golden } from './golden.js';

export const regexTokenizer: PromptTokenizer = {
  name: 'regex',
  exact: true,
  count: (text) => matches(text).length,
  encode(text) {
    const found = matches(text);
    return {
      ids: found.map((_, id) => id),
      spans: found.map((match) => [match.index, match.index + match[0].length]),
    };
  },
  decode: () => {
    throw new Error('These tokens cannot be turned back into text.');
  },
};

// Python's white space is not JavaScript's.
const PATTERN = golden.tok_regex.replace(
  '\\s',
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
);

function matches(text: string): RegExpExecArray[] {
  return [...text.matchAll(new RegExp(PATTERN, 'gu'))];
}
