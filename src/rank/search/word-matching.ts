/** Compares the words of a page with those of a query. */
import { fold } from '../../text/index.js';

/** Scripts without spaces between words: each character counts as a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/** A number with its points and commas is one word, so that 12 does not match 12.50. */
const WORD = new RegExp(
  `\\p{N}+(?:[.,:]\\p{N}+)+|[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);

/** @param foldedText by `fold` */
export function splitWords(foldedText: string): string[] {
  return foldedText.match(WORD) ?? [];
}

/**
 * How well a word matches a query word: not at all (0), with the query word as its beginning (1), or completely (2).
 */
export type WordFit = 0 | 1 | 2;
const NO_FIT: WordFit = 0;
const BEGINNING_FIT: WordFit = 1;
const WHOLE_FIT: WordFit = 2;

/** Numbers and single letters match only completely: single letters begin too many words. */
export function computeWordFit(queryWord: string, word: string): WordFit {
  if (queryWord === word) return WHOLE_FIT;
  return queryWord.length > 1 && !/\p{N}/u.test(queryWord) && word.startsWith(queryWord)
    ? BEGINNING_FIT
    : NO_FIT;
}

/** Returns how well a text contains the query words as a phrase: the fit of the worst word, at the best position. */
export function computePhraseFit(queryWords: readonly string[], words: readonly string[]): WordFit {
  let bestFit: WordFit = NO_FIT;
  for (let start = 0; start + queryWords.length <= words.length && bestFit < WHOLE_FIT; start++) {
    let worstFit: WordFit = WHOLE_FIT;
    for (let i = 0; i < queryWords.length && worstFit > bestFit; i++) {
      const fit = computeWordFit(queryWords[i]!, words[start + i]!);
      if (fit < worstFit) worstFit = fit;
    }
    if (worstFit > bestFit) bestFit = worstFit;
  }
  return bestFit;
}

/** The best fit of each query word anywhere in a text. */
export function computeBestWordFits(queryWords: readonly string[], words: readonly string[]): WordFit[] {
  return queryWords.map((queryWord) => {
    let bestFit: WordFit = NO_FIT;
    for (const word of words) {
      const fit = computeWordFit(queryWord, word);
      if (fit > bestFit) bestFit = fit;
      if (bestFit === WHOLE_FIT) break;
    }
    return bestFit;
  });
}

/** Removes hidden words from a text. Returns it unchanged if it does not contain all of them. */
export function removeWords(text: string, hiddenWords: string): string {
  const hiddenWordList = splitWords(fold(hiddenWords));
  const words = splitWords(fold(text));
  if (!hiddenWordList.length) return text;
  const start = words.findIndex((_, i) => hiddenWordList.every((word, j) => words[i + j] === word));
  if (start >= 0) return words.toSpliced(start, hiddenWordList.length).join(' ');
  const remainingWords = [...words];
  for (const word of hiddenWordList) {
    const wordIndex = remainingWords.indexOf(word);
    if (wordIndex < 0) return text;
    remainingWords.splice(wordIndex, 1);
  }
  return remainingWords.join(' ');
}
