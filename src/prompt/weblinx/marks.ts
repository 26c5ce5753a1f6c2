/**
 * Strings that tokenizers read as marks and not as text. A page that writes `<|eot_id|>` would end the message it
 * stands in and could speak as the instructor, so that they are broken up in live prompts.
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
