/** Removes tokens from the middle of a text (spec 4.6.2). */
import type { PromptTokenizer } from '../../tokenizer.js';

const ELLIPSIS = '...';

/**
 * Truncates like the library. The result may exceed `max` by a token if the joined halves are tokenised differently.
 *
 * @returns null if not even the ellipsis fits
 */
export function truncateAtCenter(text: string, max: number, tokenizer: PromptTokenizer): string | null {
  const { spans } = tokenizer.encode(text);
  if (spans.length <= max) return text;
  const ellipsis = tokenizer.count(ELLIPSIS);
  if (max < ellipsis) return null;
  if (max === ellipsis) return ELLIPSIS;
  const removed = spans.length - (max - ellipsis);
  const left = Math.floor(spans.length / 2) - Math.floor(removed / 2);
  return text.slice(0, spans[left]![0]) + ELLIPSIS + text.slice(spans[left + removed - 1]![1]);
}
