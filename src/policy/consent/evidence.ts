/**
 * How the page accounts for the words of an order: a word is shown near the control or elsewhere on the page, names the
 * kind of thing that the control acts on, or is unaccounted for. Pure.
 */
import type { ActedOn } from './acted-on.js';
import type { LineContext } from './phrase.js';
import { fold } from './region.js';
import { canonicalStem } from './synonyms.js';
import { isGeneral, type ThingKind, thingsOf } from './things.js';
import { marksOf, wordsOf } from './words.js';

/** `near`: control, question, row, heading and values of fields; `page`: title, names of fields, texts of the page. */
type WordEvidence = 'near' | 'kind' | 'page' | 'none';

export const intersects = (a: ReadonlySet<ThingKind>, b: ReadonlySet<ThingKind>): boolean =>
  [...a].some((thing) => b.has(thing));

/** "2nd", "3kg", "10x15" */
const QUANTITY = /^\d+(?:st|nd|rd|th|am|pm|h|kg|g|l|ml|cm|mm|m|km|x\d+)$/u;

/** An identifier with digits counts as a whole, as "2024-113" is not "2024-131". */
function isIn(marks: ReadonlySet<string>, word: string): boolean {
  if (/\d/u.test(word) && /\p{L}/u.test(word) && !QUANTITY.test(word)) return marks.has(word);
  if (!/[-._@]/u.test(word)) return marksOf(word).some((mark) => marks.has(mark));
  if (marks.has(word)) return true;
  // A user name or an address counts as a whole.
  if (/[_@]/u.test(word)) return false;
  return !/\d/u.test(word) && word.split(/[-._@]/u).every((part) => marks.has(canonicalStem(part)));
}

/** Names of several words are joined with underscores, see `joinNames`. */
const isShownPhrase = (word: string, { shownText }: ActedOn): boolean =>
  word.includes('_') && `_${wordsOf(fold(shownText)).join('_')}_`.includes(`_${word}_`);

export function evidenceOf(word: string, actedOn: ActedOn): WordEvidence {
  const { marks, pageMarks, things, hasInstance } = actedOn;
  if (isIn(marks, word) || isShownPhrase(word, actedOn)) return 'near';
  // Where the page does not say what it is about, "the table" may be it.
  if ((isGeneral(word) || !hasInstance) && intersects(thingsOf(word), things)) return 'kind';
  return isIn(pageMarks, word) ? 'page' : 'none';
}

/** Whether the page shows the word for this thing. In a table, the title is about all rows, so it does not count. */
export function isShown(word: string, actedOn: ActedOn): boolean {
  const evidence = evidenceOf(word, actedOn);
  return evidence === 'near' || (evidence === 'page' && actedOn.row === '');
}

export const isKnown = (word: string, actedOn: ActedOn): boolean => evidenceOf(word, actedOn) !== 'none';

/** Whether the word is a name, an address or an identifier, which belongs to one thing only. */
export const isIdentifier = (word: string, { names }: LineContext): boolean =>
  names.has(word) ||
  /[._@]/u.test(word) ||
  (/\d/u.test(word) && /[-\p{L}]/u.test(word) && !QUANTITY.test(word));

/** Whether the page shows these words consecutively: "large veggie box" under the heading "Large veggie box". */
export function namesShownPhrase(words: readonly string[], { shownText }: ActedOn): boolean {
  const phrase = words.map(canonicalStem);
  const shown = wordsOf(fold(shownText)).map(canonicalStem);
  return (
    phrase.length > 1 &&
    shown.some((_, start) => phrase.every((word, index) => shown[start + index] === word))
  );
}
