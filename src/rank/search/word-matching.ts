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

/** @param folded by `fold` */
export function splitWords(folded: string): string[] {
  return folded.match(WORD) ?? [];
}

/** How well a word matches a query word: not, as its beginning, or completely. */
export type WordFit = 0 | 1 | 2;
const NO_FIT: WordFit = 0;
const BEGINNING_FIT: WordFit = 1;
const WHOLE_FIT: WordFit = 2;

/** Numbers and single letters match only completely: single letters begin too many words. */
export function fitWord(queryWord: string, word: string): WordFit {
  if (queryWord === word) return WHOLE_FIT;
  return queryWord.length > 1 && !/\p{N}/u.test(queryWord) && word.startsWith(queryWord)
    ? BEGINNING_FIT
    : NO_FIT;
}

/** Fit of the words as a phrase in a text: that of the worst word at the best position. */
export function fitPhrase(queryWords: readonly string[], words: readonly string[]): WordFit {
  let best: WordFit = NO_FIT;
  for (let start = 0; start + queryWords.length <= words.length && best < WHOLE_FIT; start++) {
    let worst: WordFit = WHOLE_FIT;
    for (let i = 0; i < queryWords.length && worst > best; i++) {
      const fit = fitWord(queryWords[i]!, words[start + i]!);
      if (fit < worst) worst = fit;
    }
    if (worst > best) best = worst;
  }
  return best;
}

/** The best fit of each query word anywhere in a text. */
export function fitEachWord(queryWords: readonly string[], words: readonly string[]): WordFit[] {
  return queryWords.map((queryWord) => {
    let best: WordFit = NO_FIT;
    for (const word of words) {
      const fit = fitWord(queryWord, word);
      if (fit > best) best = fit;
      if (best === WHOLE_FIT) break;
    }
    return best;
  });
}

/** Removes hidden words from a text. Returns it unchanged if it does not contain all of them. */
export function removeWords(text: string, hiddenWords: string): string {
  const hidden = splitWords(fold(hiddenWords));
  const words = splitWords(fold(text));
  if (!hidden.length) return text;
  const start = words.findIndex((_, i) => hidden.every((word, j) => words[i + j] === word));
  if (start >= 0) return words.toSpliced(start, hidden.length).join(' ');
  const remaining = [...words];
  for (const word of hidden) {
    const found = remaining.indexOf(word);
    if (found < 0) return text;
    remaining.splice(found, 1);
  }
  return remaining.join(' ');
}
