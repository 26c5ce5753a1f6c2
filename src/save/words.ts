/** Splits questions and answers into words, quotations and sentences. Pure. */
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

export const splitIntoWords = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

/** Returns the words that are not stop words, in order and without duplicates. */
export function listContentWords(text: string): string[] {
  const seen = new Set<string>();
  return splitIntoWords(text).filter((word) => {
    const key = stem(word.toLowerCase());
    if (STOP_WORDS.has(word.toLowerCase()) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Whether the second text contains all words of the first. */
export function containsAllWords(text: string, other: string): boolean {
  const knownWords = new Set(splitIntoWords(other).map((word) => stem(word.toLowerCase())));
  return splitIntoWords(text).every((word) => knownWords.has(stem(word.toLowerCase())));
}

/** Lists the quotations in a text, without quotation marks. */
export const listQuotedTexts = (text: string): string[] =>
  [...text.matchAll(/“([^”]+)”|"([^"\n]+)"/gu)]
    .map((found) => (found[1] ?? found[2] ?? '').trim())
    .filter(Boolean);

export const removeQuotes = (text: string): string => text.replace(/“[^”]*”|"[^"\n]*"/gu, ' ');

/** Splits a text into sentences; does not split quotations. */
export function splitIntoSentences(text: string): string[] {
  const quotes: string[] = [];
  const masked = text.replace(/“[^”]*”|"[^"\n]*"/gu, (quote) => `\u0000${quotes.push(quote) - 1}\u0000`);
  return masked
    .split(/(?<=[.!?])\s+/u)
    .map((sentence) =>
      sentence.replace(/\u0000(\d+)\u0000/gu, (_, index) => quotes[Number(index)] ?? '').trim(),
    )
    .filter(Boolean);
}
