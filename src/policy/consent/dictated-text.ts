/**
 * Checks whether the text that a command dictates contradicts the text in the form: the instructor says "comment
 * 'looks good'", but the field contains another comment. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { foldLookalikes } from './region.js';
import { hasConflictingTime } from './times.js';
import { getMatchTokens, parseNumbers, splitWords } from './words.js';

/** The text after "that", "saying" or a colon. */
const DICTATED_TEXT = /(?:\b(?:that|saying|says|whether)\b|:)\s+(.+)$/su;

/**
 * Whether the command dictates a text that differs from the text in the form.
 * @param quotes the quotations of the line, folded
 */
export function hasConflictingText(line: string, quotes: readonly string[], target: ConsentTarget): boolean {
  const filledFields = target.fields.filter(({ kind, value }) => kind === 'long' && value !== '');
  if (target.action.class !== 'send' || filledFields.length === 0) return false;
  const shownTokens = new Set(
    getMatchTokens([target.nearbyText, ...target.fields.map(({ value }) => value)].join(' | ')),
  );
  const computeShownShare = (words: readonly string[]): number =>
    words.filter((word) => getMatchTokens(word).some((token) => shownTokens.has(token))).length /
    words.length;
  const quotedWords = quotes.map((quote) => splitWords(quote)).filter((words) => words.length > 0);
  if (quotedWords.length > 0) return quotedWords.some((words) => computeShownShare(words) < 0.5);
  const dictatedText = DICTATED_TEXT.exec(line)?.[1] ?? '';
  const formText = filledFields.map((field) => field.value).join(' | ');
  const [dictatedNumbers, shownNumbers] = [parseNumbers(dictatedText), parseNumbers(formText)];
  const hasOtherNumber =
    dictatedNumbers.length > 0 &&
    shownNumbers.length > 0 &&
    !dictatedNumbers.some((number) => shownNumbers.includes(number));
  if (hasConflictingTime(dictatedText, formText) || hasOtherNumber) return true;
  const dictatedWords = splitWords(foldLookalikes(dictatedText)).filter((word) => word.length > 2);
  return dictatedWords.length > 1 && computeShownShare(dictatedWords) === 0;
}
