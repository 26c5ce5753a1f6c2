/** Finds the passage of a long text most similar to the expected words. */
import { toExcerpt } from './poll.js';

const MAX_PASSAGE_LENGTH = 160;
const WORD = /[\p{L}\p{N}]{2,}/gu;

/** @param expected words, or a pattern as written, of which only the words are used */
export function findNearestPassage(text: string, expected: string): string {
  if (text.length <= MAX_PASSAGE_LENGTH) return text;
  const words = new Set(expected.toLowerCase().match(WORD));
  const matches = [...text.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ word: word.toLowerCase(), from: index, to: index + word.length }))
    .filter(({ word }) => words.has(word));
  let best = { distinctWordCount: 0, from: 0, to: 0 };
  let lastIndex = 0;
  for (const [firstIndex, { from }] of matches.entries()) {
    lastIndex = Math.max(lastIndex, firstIndex);
    while (matches[lastIndex + 1] && matches[lastIndex + 1]!.to - from <= MAX_PASSAGE_LENGTH) lastIndex++;
    const distinctWordCount = new Set(matches.slice(firstIndex, lastIndex + 1).map(({ word }) => word)).size;
    if (distinctWordCount > best.distinctWordCount)
      best = { distinctWordCount, from, to: matches[lastIndex]!.to };
  }
  if (best.distinctWordCount === 0) return toExcerpt(text);
  const contextLength = (MAX_PASSAGE_LENGTH - (best.to - best.from)) / 2;
  const start = Math.max(0, Math.floor(best.from - contextLength));
  const end = Math.min(text.length, Math.ceil(best.to + contextLength));
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''} (of ${text.length} characters)`;
}
