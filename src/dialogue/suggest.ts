/** “Did you mean”: the nearest known word, where one is near enough to be what was meant. */
import { closest, distance } from 'fastest-levenshtein';

export function didYouMean(word: string, known: Iterable<string>): string {
  const list = [...known];
  if (list.length === 0) return '';
  const lower = word.toLowerCase();
  const near = closest(
    lower,
    list.map((item) => item.toLowerCase()),
  );
  const best = list.find((item) => item.toLowerCase() === near);
  if (best === undefined || best === word) return '';
  // About every third letter may be wrong: more and the suggestion is a guess.
  return distance(lower, near) <= Math.max(1, Math.floor(word.length / 3)) ? ` Did you mean "${best}"?` : '';
}
