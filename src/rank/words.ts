/** Tokenises text for the lexical ranker: `[a-z0-9]+` of the split text without a final s. */
import { stripPluralS } from '../text/index.js';

/** Stop words of queries: they describe the action, not the target. Kept if no other words remain. */
const STOP_WORDS = new Set(
  (
    'the a an in on of to at with for and or your you please click enter type select press open go user selected text ' +
    'field button icon link tab is it that this from me i my can could would want now then into under next page'
  ).split(' '),
);

/** Stop words of questions about passages. */
const QUESTION_STOP_WORDS = new Set(
  (
    'what who whom whose which when where why how is are was were do does did be been being has have had will would can ' +
    'could should tell say says read show find out much many there here its it they them their about the a an of in on ' +
    'at to for and or with by from me us please you your this that page site'
  ).split(' '),
);

/** `guestEmail E-mail` → guest, email, e, mail, email: splits camel case and also joins hyphenated words. */
export function splitIntoWords(text: string): string[] {
  const splitText = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const words = splitText.match(/[a-z0-9]+/g)?.map(stripPluralS) ?? [];
  if (splitText.includes('-'))
    for (const [joined] of splitText.matchAll(/\b[a-z]{1,6}(?:-[a-z]{2,})+\b/g))
      words.push(stripPluralS(joined.replaceAll('-', '')));
  return words;
}

function removeStopWords(words: string[], stopWords: ReadonlySet<string>): string[] {
  const keptWords = words.filter((word) => !stopWords.has(word));
  return keptWords.length ? keptWords : words;
}

export function splitQueryWords(query: string): string[] {
  return removeStopWords(splitIntoWords(query), STOP_WORDS);
}

export function splitQuestionWords(question: string): string[] {
  return removeStopWords(splitIntoWords(question), QUESTION_STOP_WORDS);
}

/** Words that only describe the action; the other STOP_WORDS name kinds of elements. */
const ACTION_WORDS = new Set(
  'the a an in on of to at with for and or your you please click enter type select press open go it that this from me i my can could would want now then into under tap hit choose pick'.split(
    ' ',
  ),
);

/** Finds the words that name the target; none if a query only describes the action ("click on the"). */
export function findTargetWords(query: string): string[] {
  return splitIntoWords(query).filter((word) => !ACTION_WORDS.has(word));
}

/** The words of each text, cached because observations repeat the same text. */
const wordCache = new Map<string, readonly string[]>();
const MAX_CACHED_TEXTS = 30_000;

export function getWords(text: string): readonly string[] {
  let words = wordCache.get(text);
  if (!words) {
    words = splitIntoWords(text);
    if (wordCache.size >= MAX_CACHED_TEXTS) wordCache.clear();
    wordCache.set(text, words);
  }
  return words;
}
