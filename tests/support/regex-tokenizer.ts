/** The golden data's tokenizer: each match of a pattern is a token. */
import type { PromptTokenizer } from '../../src/prompt/index.js';
import { goldenData } from './golden.js';

export const regexTokenizer: PromptTokenizer = {
  name: 'regex',
  exact: true,
  count: (text) => findTokens(text).length,
  encode(text) {
    const tokens = findTokens(text);
    return {
      ids: tokens.map((_, id) => id),
      spans: tokens.map((match) => [match.index, match.index + match[0].length]),
    };
  },
  decode: () => {
    throw new Error('These tokens cannot be turned back into text.');
  },
};

// Python's `\s` differs from JavaScript's.
const TOKEN_PATTERN = goldenData.tok_regex.replace(
  '\\s',
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
);

function findTokens(text: string): RegExpExecArray[] {
  return [...text.matchAll(new RegExp(TOKEN_PATTERN, 'gu'))];
}
