/**
 * Parses ordinals: "the second result", "last link", "3rd Add to cart". `counting.ts` finds the elements.
 */
import { findTargetWords } from './words.js';

const ORDINAL_WORDS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
const ORDINAL = new RegExp(
  `(?<![\\w-])(?:the )?(?:(${ORDINAL_WORDS.join('|')})(?! (?:name|class|aid|hand|page)\\b)|(\\d{1,2})(?:st|nd|rd|th)|` +
    `(last|final|bottom-?most|latest)(?! (?:name|week|month|year|night)\\b)|(top-?most)|(?:number|no\\.|#) ?(\\d{1,2}))\\b` +
    `(?! of (?:the )?(?:${MONTHS}))`,
);

/** Nouns for containers. If the query asks for something in the n-th container, the ordinal only gives its position. */
const CONTAINER_NOUN =
  /^ *(?:\S+ )?(?:row|column|card|section|item|entry|result|list|group|panel|line|post|article|story|message|mail|comment|product|article|order|table|box|person|guest|event)\b/;

export interface Ordinal {
  /** From 1; −1 means the last. */
  number: number;
  /** The query without the number. */
  rest: string;
  /** Set if the ordinal only gives a position ("Delete in the second row"): what is counted, in words. */
  container: string | null;
  /** The ordinal and the next word, such as "last updated". If an element has that name, there is no ordinal. */
  phrase: string | null;
}

export function parseOrdinal(text: string): Ordinal | null {
  const lowerCaseText = text.toLowerCase();
  // Numbers in quotes are page text or input, not ordinals.
  const match = ORDINAL.exec(
    lowerCaseText.replace(/(["“'‘])[^"“”'’]*(["”'’])/g, (quoted) => ' '.repeat(quoted.length)),
  );
  if (!match) return null;
  const [all, word, digits, last, top, hash] = match;
  const textBefore = lowerCaseText.slice(0, match.index);
  const textAfter = lowerCaseText.slice(match.index + all.length);
  // "On the 25th" is a date.
  if (digits && /\b(on|until|till|from|by) $/.test(textBefore)) return null;
  const number = word ? ORDINAL_WORDS.indexOf(word) + 1 : last ? -1 : top ? 1 : Number(digits ?? hash);
  if (number === 0) return null;
  const nextWord = /^ ([a-z]{3,})/.exec(textAfter)?.[1];
  const phrase = (word ?? last) && nextWord ? `${word ?? last} ${nextWord}` : null;
  const targetMatch = /^(.*\S) (?:in|inside|of|from|for|on) $/.exec(textBefore);
  const isPosition =
    targetMatch !== null && CONTAINER_NOUN.test(textAfter) && findTargetWords(targetMatch[1]!).length > 0;
  return {
    number,
    rest: isPosition ? targetMatch[1]! : `${textBefore} ${textAfter}`.trim(),
    container: isPosition ? textAfter.trim() : null,
    phrase,
  };
}
