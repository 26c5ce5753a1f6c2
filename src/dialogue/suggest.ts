/** “Did you mean”: suggests the most similar known word, if it is similar enough. */
import { closest, distance } from 'fastest-levenshtein';

export function didYouMean(word: string, known: Iterable<string>): string {
  const list = [...known];
  if (list.length === 0) return '';
  const lower = word.toLowerCase();
  const swapped = list.find((item) => swaps(lower).includes(item.toLowerCase()));
  if (swapped !== undefined) return ` Did you mean "${swapped}"?`;
  const near = closest(
    lower,
    list.map((item) => item.toLowerCase()),
  );
  const best = list.find((item) => item.toLowerCase() === near);
  if (best === undefined || best === word) return '';
  // At most a third of the letters may differ; beyond that, the suggestion is a guess.
  return distance(lower, near) <= Math.max(1, Math.floor(word.length / 3)) ? ` Did you mean "${best}"?` : '';
}

/** All versions of the word with two neighbouring letters swapped: one slip, not two edits. */
function swaps(word: string): string[] {
  return Array.from(
    { length: Math.max(word.length - 1, 0) },
    (_, i) => `${word.slice(0, i)}${word[i + 1]}${word[i]}${word.slice(i + 2)}`,
  );
}
