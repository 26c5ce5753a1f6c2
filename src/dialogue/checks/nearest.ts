/** Finds the passage of a long text most similar to the expected words. */
import { excerpt } from './poll.js';

const MAX_LENGTH = 160;
const WORD = /[\p{L}\p{N}]{2,}/gu;

/** @param expected words, or a pattern as written; only its words matter */
export function findNearestPassage(text: string, expected: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const words = new Set(expected.toLowerCase().match(WORD));
  const matches = [...text.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ word: word.toLowerCase(), from: index, to: index + word.length }))
    .filter(({ word }) => words.has(word));
  let best = { different: 0, from: 0, to: 0 };
  let last = 0;
  for (const [first, { from }] of matches.entries()) {
    last = Math.max(last, first);
    while (matches[last + 1] && matches[last + 1]!.to - from <= MAX_LENGTH) last++;
    const different = new Set(matches.slice(first, last + 1).map(({ word }) => word)).size;
    if (different > best.different) best = { different, from, to: matches[last]!.to };
  }
  if (best.different === 0) return excerpt(text);
  const around = (MAX_LENGTH - (best.to - best.from)) / 2;
  const start = Math.max(0, Math.floor(best.from - around));
  const end = Math.min(text.length, Math.ceil(best.to + around));
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''} (of ${text.length} characters)`;
}
