/** Splits folded texts into words and normalizes them for comparison. Pure. */
import { foldLookalikes } from './region.js';
import { canonicalStem } from './synonyms.js';
import { DETERMINER, PRONOUN, UNSPECIFIC_WORD } from './object-kinds.js';

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}'@._+-]*[\p{L}\p{N}])?/gu;

/** Splits a folded text into words. Addresses and compounds with a hyphen stay whole. */
export const splitWords = (text: string): string[] => text.replace(/\be-(?=mail)/gu, 'e').match(WORD) ?? [];

/** Returns the stem of a word. User names and addresses are returned unchanged, because they are compared exactly. */
const toExactStem = (word: string): string => (/[_@]/u.test(word) ? word : canonicalStem(word));

/**
 * Returns the stems of the words, and of the words inside addresses and compounds, so that "kettle" finds
 * "blue-kettle".
 */
export const getStems = (text: string): string[] =>
  splitWords(foldLookalikes(text)).flatMap((word) => [
    toExactStem(word),
    // "E-book" is also found as "ebook".
    ...(/^\p{L}+-\p{L}+$/u.test(word) ? [canonicalStem(word.replace('-', ''))] : []),
    ...(/[-@._]/u.test(word) ? [...word.split(/[@.]/u), ...word.split(/[-@._]/u)].map(toExactStem) : []),
  ]);

const NUMBER = /\d+(?:[.,]\d{3})*(?:[.,]\d\d)?(?!\d)/gu;

export const DAY_OR_MONTH =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?$|^(?:january|february|march|april|june|july|august|september|october|november|december)$/u;

/** Returns the values of the numbers in a text: 1204.5 for "1.204,50". */
export const parseNumbers = (text: string): number[] =>
  (text.match(NUMBER) ?? []).map((numberText) =>
    Number(numberText.replace(/[.,](?=\d{3})/gu, '').replace(',', '.')),
  );

/** Returns tokens to match text by: stems, and numbers, weekdays and months in one spelling. */
export const getMatchTokens = (text: string): string[] => [
  ...getStems(text).filter((word) => !/^\d/u.test(word)),
  ...splitWords(foldLookalikes(text)).flatMap((word) => (DAY_OR_MONTH.test(word) ? [word.slice(0, 3)] : [])),
  ...(text.match(/\d{1,2}:\d\d/gu) ?? []),
  ...parseNumbers(text).map(String),
  ...splitWords(foldLookalikes(text)).filter((word) => /\d/u.test(word) && /[-._@\p{L}]/u.test(word)),
];

/** Whether a word can identify an object or its kind. */
export const isSpecific = (word: string): boolean =>
  word.length > 1 &&
  !UNSPECIFIC_WORD.test(word) &&
  !DETERMINER.test(word) &&
  !PRONOUN.test(word) &&
  !NOT_DISTINCTIVE.test(word);

/** Words that never refer to anything on a page. */
const NOT_DISTINCTIVE =
  /^(?:me|us|myself|please|pls|thanks?|thank|sorry|hi|hello|hey|dear|the|and|but|yes|yep|yeah|you|your|yours|mine|his|her|have|has|had|get|got|gets|make|made|put|take|took|give|gave|let|set|can|could|would|should|will|want|need|like|there|here|not|more|than|too|very|much|bit|some|any|all|are|was|were|been|being|i'm|i'll|i've|it's|that's|don't|doesn't|they|them|she|he|who|what|which|how|why|also|still|even|ever|never|maybe|sec|second|moment|soon|asap|quickly|going|ahead|thing|stuff|one|ones|everything|everywhere|back|good|free|ending|credit|debit|pack|packs|pair|pairs|box|boxes|bottle|bottles|piece|pieces|copy|copies|portion|kilo|kilos|guy|person|place|show|recycle|politely|quickly|properly|nicely|mrs?|ms|miss|dr|prof|briefly|carefully|directly|simply|officially|publicly|anonymously|quietly|urgently|entirely|fully|safely|correctly|personally|separately|together|instead|afterwards)$/u;
