/** Normalises and compares the words of a page and of a query. */

/** Scripts without spaces between words: each character counts as a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/** A number with its points and commas is one word, so that 12 does not match 12.50. */
const WORD = new RegExp(
  `\\p{N}+(?:[.,:]\\p{N}+)+|[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);

/** Lower case, without accents and invisible characters, with plain quotes, hyphens and spaces. */
export function fold(text: string): string {
  const plain = /[^\0-\x7f]/.test(text)
    ? text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
        .normalize('NFC')
        .replace(/[‘’‚‛′`´]/g, "'")
        .replace(/[“”„‟″«»]/g, '"')
        .replace(/[‐‑‒–—―−]/g, '-')
        .replace(/ß/g, 'ss')
    : text;
  return plain.toLowerCase().replace(/ς/g, 'σ').replace(/\s+/g, ' ').trim();
}

/** @param folded by `fold` */
export function wordsIn(folded: string): string[] {
  return folded.match(WORD) ?? [];
}

/** How well a word matches a query word: not, as its beginning, or completely. */
export type Fit = 0 | 1 | 2;
const NONE: Fit = 0;
const BEGINS: Fit = 1;
const WHOLE: Fit = 2;

/** Numbers and single letters match only completely: single letters begin too many words. */
export function fitOf(asked: string, word: string): Fit {
  if (asked === word) return WHOLE;
  return asked.length > 1 && !/\p{N}/u.test(asked) && word.startsWith(asked) ? BEGINS : NONE;
}

/** Fit of the words side by side in a text: the worst word at the best position. */
export function phraseFit(asked: readonly string[], words: readonly string[]): Fit {
  let best: Fit = NONE;
  for (let at = 0; at + asked.length <= words.length && best < WHOLE; at++) {
    let worst: Fit = WHOLE;
    for (let i = 0; i < asked.length && worst > best; i++) {
      const fit = fitOf(asked[i]!, words[at + i]!);
      if (fit < worst) worst = fit;
    }
    if (worst > best) best = worst;
  }
  return best;
}

/** The best fit of each query word anywhere in a text. */
export function eachFit(asked: readonly string[], words: readonly string[]): Fit[] {
  return asked.map((one) => {
    let best: Fit = NONE;
    for (const word of words) {
      const fit = fitOf(one, word);
      if (fit > best) best = fit;
      if (best === WHOLE) break;
    }
    return best;
  });
}

/** Removes hidden words from a text. Returns it unchanged if it does not contain all of them. */
export function withoutWords(text: string, hiddenWords: string): string {
  const hidden = wordsIn(fold(hiddenWords));
  const words = wordsIn(fold(text));
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
