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
const NONE: WordFit = 0;
const BEGINS: WordFit = 1;
const WHOLE: WordFit = 2;

/** Numbers and single letters match only completely: single letters begin too many words. */
export function fitWord(asked: string, word: string): WordFit {
  if (asked === word) return WHOLE;
  return asked.length > 1 && !/\p{N}/u.test(asked) && word.startsWith(asked) ? BEGINS : NONE;
}

/** Fit of the words side by side in a text: the worst word at the best position. */
export function fitPhrase(asked: readonly string[], words: readonly string[]): WordFit {
  let best: WordFit = NONE;
  for (let at = 0; at + asked.length <= words.length && best < WHOLE; at++) {
    let worst: WordFit = WHOLE;
    for (let i = 0; i < asked.length && worst > best; i++) {
      const fit = fitWord(asked[i]!, words[at + i]!);
      if (fit < worst) worst = fit;
    }
    if (worst > best) best = worst;
  }
  return best;
}

/** The best fit of each query word anywhere in a text. */
export function fitEachWord(asked: readonly string[], words: readonly string[]): WordFit[] {
  return asked.map((one) => {
    let best: WordFit = NONE;
    for (const word of words) {
      const fit = fitWord(one, word);
      if (fit > best) best = fit;
      if (best === WHOLE) break;
    }
    return best;
  });
}

/** Removes hidden words from a text. Returns it unchanged if it does not contain all of them. */
export function removeWords(text: string, hiddenWords: string): string {
  const hidden = splitWords(fold(hiddenWords));
  const words = splitWords(fold(text));
  if (!hidden.length) return text;
  const at = words.findIndex((_, i) => hidden.every((word, j) => words[i + j] === word));
  if (at >= 0) return words.toSpliced(at, hidden.length).join(' ');
  const left = [...words];
  for (const word of hidden) {
    const found = left.indexOf(word);
    if (found < 0) return text;
    left.splice(found, 1);
  }
  return left.join(' ');
}
