/** “Did you mean”: suggests the most similar known word, if it is similar enough. */
import { closest, distance } from 'fastest-levenshtein';

export function didYouMean(word: string, known: Iterable<string>): string {
  const list = [...known];
  if (list.length === 0) return '';
  const lower = word.toLowerCase();
  const withSwappedLetters = list.find((item) => listLetterSwaps(lower).includes(item.toLowerCase()));
  if (withSwappedLetters !== undefined) return ` Did you mean "${withSwappedLetters}"?`;
  const nearest = closest(
    lower,
    list.map((item) => item.toLowerCase()),
  );
  const best = list.find((item) => item.toLowerCase() === nearest);
  if (best === undefined || best === word) return '';
  // At most a third of the letters may differ; beyond that, the suggestion is a guess.
  return distance(lower, nearest) <= Math.max(1, Math.floor(word.length / 3))
    ? ` Did you mean "${best}"?`
    : '';
}

/** Lists all versions of the word with two adjacent letters swapped, because a swap is one typing error, not two. */
function listLetterSwaps(word: string): string[] {
  return Array.from(
    { length: Math.max(word.length - 1, 0) },
    (_, i) => `${word.slice(0, i)}${word[i + 1]}${word[i]}${word.slice(i + 2)}`,
  );
}
