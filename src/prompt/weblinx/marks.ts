/**
 * Breaks up strings that tokenizers treat as special tokens. Otherwise a page with `<|eot_id|>` could end its message
 * and speak as the instructor. Only live prompts need this.
 */

const MARK =
  /<\|(?=[\w-]{1,40}\|>)|<(?=\/?s>|(?:pad|unk|mask|bos|eos|extra_id_\d{1,3})>|<\/?SYS>>)|\[(?=\/?INST\])|\|(?=ENDOFTEXT\|)/gi;

export function breakMarks(text: string): { text: string; count: number } {
  let count = 0;
  const broken = text.replace(MARK, (begin) => {
    count += 1;
    return `${begin} `;
  });
  return { text: broken, count };
}
