/** Removes tokens from the middle of a text. */
import type { PromptTokenizer } from '../../tokenizer.js';

const ELLIPSIS = '...';

/**
 * Truncates like the WebLINX library. The result may exceed `max` by a token, because the joined halves may be split
 * into other tokens.
 *
 * @returns null if not even the ellipsis fits
 */
export function truncateAtCenter(text: string, max: number, tokenizer: PromptTokenizer): string | null {
  const { spans } = tokenizer.encode(text);
  if (spans.length <= max) return text;
  const ellipsisTokens = tokenizer.count(ELLIPSIS);
  if (max < ellipsisTokens) return null;
  if (max === ellipsisTokens) return ELLIPSIS;
  const removedCount = spans.length - (max - ellipsisTokens);
  const firstRemoved = Math.floor(spans.length / 2) - Math.floor(removedCount / 2);
  const lastRemoved = firstRemoved + removedCount - 1;
  return text.slice(0, spans[firstRemoved]![0]) + ELLIPSIS + text.slice(spans[lastRemoved]![1]);
}
