/**
 * Breaks up strings that tokenizers treat as special tokens. Otherwise a page with `<|eot_id|>` could end its message
 * and speak as the instructor. Only live prompts need this.
 */

const SPECIAL_TOKEN_START =
  /<\|(?=[\w-]{1,40}\|>)|<(?=\/?s>|(?:pad|unk|mask|bos|eos|extra_id_\d{1,3})>|<\/?SYS>>)|\[(?=\/?INST\])|\|(?=ENDOFTEXT\|)/gi;

export function neutraliseSpecialTokens(text: string): { text: string; count: number } {
  let count = 0;
  const safeText = text.replace(SPECIAL_TOKEN_START, (tokenStart) => {
    count += 1;
    return `${tokenStart} `;
  });
  return { text: safeText, count };
}
