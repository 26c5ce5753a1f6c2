/**
 * Whether the text that an order dictates equals the text in the form: "comment 'looks good'" beside a field with
 * another comment. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { fold } from './region.js';
import { namesOtherTime } from './times.js';
import { marksOf, numbersIn, wordsOf } from './words.js';

/** The text after "that", "saying" or a colon. */
const TOLD = /(?:\b(?:that|saying|says|whether)\b|:)\s+(.+)$/su;

/** @param quotes the quotations of the line, folded */
export function givesOtherText(line: string, quotes: readonly string[], actedOn: ActedOn): boolean {
  const written = actedOn.fields.filter(({ kind, value }) => kind === 'long' && value !== '');
  if (actedOn.action.class !== 'send' || written.length === 0) return false;
  const shown = new Set(
    marksOf([actedOn.shownText, ...actedOn.fields.map(({ value }) => value)].join(' | ')),
  );
  const shareOf = (words: readonly string[]): number =>
    words.filter((word) => marksOf(word).some((mark) => shown.has(mark))).length / words.length;
  const given = quotes.map((quote) => wordsOf(quote)).filter((words) => words.length > 0);
  if (given.length > 0) return given.some((words) => shareOf(words) < 0.5);
  const text = TOLD.exec(line)?.[1] ?? '';
  const value = written.map((one) => one.value).join(' | ');
  const [numbers, shownNumbers] = [numbersIn(text), numbersIn(value)];
  const isOtherNumber =
    numbers.length > 0 && shownNumbers.length > 0 && !numbers.some((one) => shownNumbers.includes(one));
  if (namesOtherTime(text, value) || isOtherNumber) return true;
  const told = wordsOf(fold(text)).filter((word) => word.length > 2);
  return told.length > 1 && shareOf(told) === 0;
}
