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

/** Nouns for containers. Counting containers only gives a position if the query asks for something in them. */
const CONTAINER_NOUN =
  /^ *(?:\S+ )?(?:row|column|card|section|item|entry|result|list|group|panel|line|post|article|story|message|mail|comment|product|article|order|table|box|person|guest|event)\b/;

export interface Ordinal {
  /** From 1; −1 means the last. */
  n: number;
  /** The query without the number. */
  rest: string;
  /** Set if the ordinal only gives a position ("Delete in the second row"): what is counted, in words. */
  container: string | null;
  /** The number word and the next word; an element with that name is meant instead ("last updated"). */
  phrase: string | null;
}

export function parseOrdinal(text: string): Ordinal | null {
  const lower = text.toLowerCase();
  // Numbers in quotes are page text or input, not ordinals.
  const match = ORDINAL.exec(
    lower.replace(/(["“'‘])[^"“”'’]*(["”'’])/g, (quoted) => ' '.repeat(quoted.length)),
  );
  if (!match) return null;
  const [all, word, digits, last, top, hash] = match;
  const before = lower.slice(0, match.index);
  const after = lower.slice(match.index + all.length);
  // "On the 25th" is a date.
  if (digits && /\b(on|until|till|from|by) $/.test(before)) return null;
  const n = word ? ORDINAL_WORDS.indexOf(word) + 1 : last ? -1 : top ? 1 : Number(digits ?? hash);
  if (n === 0) return null;
  const next = /^ ([a-z]{3,})/.exec(after)?.[1];
  const phrase = (word ?? last) && next ? `${word ?? last} ${next}` : null;
  const outer = /^(.*\S) (?:in|inside|of|from|for|on) $/.exec(before);
  const isPosition = outer !== null && CONTAINER_NOUN.test(after) && findTargetWords(outer[1]!).length > 0;
  return {
    n,
    rest: isPosition ? outer[1]! : `${before} ${after}`.trim(),
    container: isPosition ? after.trim() : null,
    phrase,
  };
}
