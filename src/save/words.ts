/** Splits questions and answers into words, quoted texts and sentences. Pure. */
import { stem } from '../text/index.js';

/** Words that say nothing about the subject of a question or an answer. */
const STOP_WORDS = new Set(
  (
    'a an the this that these those it its is are was were be been do does did have has had will would should shall ' +
    'can could may might must i you he she we they me my your our their to of in on at by for from with into as and ' +
    'or not no yes what which who whom whose where when why how many much there here please so if then than too very ' +
    'one ones thing things want need mean choose pick enter type fill use set say tell give know like field list box ' +
    'option options button link page menu text value'
  ).split(' '),
);

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

/** Returns the words that are not stop words, in order and without duplicates. */
export function contentWords(text: string): string[] {
  const seen = new Set<string>();
  return wordsOf(text).filter((word) => {
    const key = stem(word.toLowerCase());
    if (STOP_WORDS.has(word.toLowerCase()) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Whether all words of a text occur in another one. */
export function sharesAllWords(text: string, other: string): boolean {
  const known = new Set(wordsOf(other).map((word) => stem(word.toLowerCase())));
  return wordsOf(text).every((word) => known.has(stem(word.toLowerCase())));
}

/** Returns the texts in quotation marks. */
export const quotedTexts = (text: string): string[] =>
  [...text.matchAll(/“([^”]+)”|"([^"\n]+)"/gu)]
    .map((found) => (found[1] ?? found[2] ?? '').trim())
    .filter(Boolean);

export const withoutQuotes = (text: string): string => text.replace(/“[^”]*”|"[^"\n]*"/gu, ' ');

/** Splits a text into sentences; quoted texts are not split. */
export function sentencesOf(text: string): string[] {
  const quotes: string[] = [];
  const masked = text.replace(/“[^”]*”|"[^"\n]*"/gu, (quote) => `\u0000${quotes.push(quote) - 1}\u0000`);
  return masked
    .split(/(?<=[.!?])\s+/u)
    .map((sentence) =>
      sentence.replace(/\u0000(\d+)\u0000/gu, (_, index) => quotes[Number(index)] ?? '').trim(),
    )
    .filter(Boolean);
}
