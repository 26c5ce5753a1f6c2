/** “Did you mean”: suggests the most similar known word, if it is similar enough. */
import { closest, distance } from 'fastest-levenshtein';

export function formatSuggestion(word: string, known: Iterable<string>): string {
  const knownWords = [...known];
  if (knownWords.length === 0) return '';
  const lowerWord = word.toLowerCase();
  const swappedMatch = knownWords.find((item) => listLetterSwaps(lowerWord).includes(item.toLowerCase()));
  if (swappedMatch !== undefined) return ` Did you mean "${swappedMatch}"?`;
  const nearest = closest(
    lowerWord,
    knownWords.map((item) => item.toLowerCase()),
  );
  const suggestion = knownWords.find((item) => item.toLowerCase() === nearest);
  if (suggestion === undefined || suggestion === word) return '';
  // At most a third of the letters may differ; beyond that, the suggestion is a guess.
  return distance(lowerWord, nearest) <= Math.max(1, Math.floor(word.length / 3))
    ? ` Did you mean "${suggestion}"?`
    : '';
}

/** Lists all versions of the word with two adjacent letters swapped, because a swap is one typing error, not two. */
function listLetterSwaps(word: string): string[] {
  return Array.from(
    { length: Math.max(word.length - 1, 0) },
    (_, i) => `${word.slice(0, i)}${word[i + 1]}${word[i]}${word.slice(i + 2)}`,
  );
}
