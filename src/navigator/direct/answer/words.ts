/** Compares the words of questions and pages, and detects kinds of values in text. Pure. */
import { IRREGULAR_FORMS } from '../lexicon/inflections.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import {
  ATTRIBUTE_NOUNS,
  ENTRY_NOUNS,
  LIGHT_VERBS,
  QUESTION_NOISE,
  ENTRY_NOUNS_BY_LIST,
} from '../lexicon/questions.js';
import { scoreSimilarity, fold, splitIdentifier, stem, tokenize } from '../text.js';

/** The kind of value that a question asks for or that a cell contains. */
export type AnswerKind = 'date' | 'money' | 'number' | 'person' | 'place' | 'email' | 'any';

const DATE =
  /\b(?:1[0-9]|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b\d{1,2}:\d{2}\b|\bcentury\b|\b\d{1,2} ?(?:am|pm)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\b(?:today|tomorrow|yesterday)\b|\b(?:\d+|an?) (?:second|minute|hour|day|week|month|year)s? ago\b|^just now$/iu;
const MONEY = /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|usd|eur|gbp|nok|kr\b|dollars?|euros?|pounds?|cents?)|\bfree\b/iu;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand|million|billion|no|none)\b/iu;
const PERSON = /^\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|van|von|de|da|la|der|den|bin)){0,3}$/u;

/** Whether a text may contain a value of the given kind. */
export function mayContainKind(text: string, kind: AnswerKind): boolean {
  switch (kind) {
    case 'date':
      // “#1063” is not a year.
      return DATE.test(text.replace(/#\d+/gu, ''));
    case 'money':
      return MONEY.test(text);
    case 'number':
      return NUMBER.test(text);
    case 'email':
      return /\S@\S/u.test(text);
    case 'person':
    case 'place':
      return /\p{L}{2}/u.test(text) && !MONEY.test(text);
    default:
      return /\S/u.test(text);
  }
}

/** Whether a text consists only of a value of the given kind. */
export const isValueOfKind = (text: string, kind: AnswerKind): boolean =>
  kind === 'person'
    ? PERSON.test(text)
    : kind === 'number' || kind === 'money'
      ? /^[^\d\p{L}#]{0,3}[-−]?\d[\d.,\s]*(?:[^\d,.]{0,14})$/u.test(text) &&
        (kind === 'number' || MONEY.test(text) || /^[-−]?\d[\d,]*[.]\d\d$/u.test(text))
      : kind === 'place'
        ? /\p{L}{2}/u.test(text) && !DATE.test(text) && !MONEY.test(text) && !text.includes('@')
        : kind === 'date'
          ? DATE.test(text) && text.length <= 40 && !/^[\p{L}#]*-?\d+$/u.test(text)
          : mayContainKind(text, kind);

/** Endings of verbs and of the nouns derived from them: "supplies", "supplier", "supply". */
const ENDING = /(?:ations?|ments?|ings?|ions?|ies|ied|iers?|ers?|ors?|ees?|ed|es|s|y|e|able|ery|ance|ence)$/u;
const baseFormByInflection = new Map(
  Object.entries(IRREGULAR_FORMS).flatMap(([base, forms]) => forms.map((form) => [form, base] as const)),
);
const getRoot = (word: string): string =>
  baseFormByInflection.get(word) ?? (word in IRREGULAR_FORMS ? word : word.replace(ENDING, ''));
const hasSameRoot = (a: string, b: string): boolean => {
  const [x, y] = [getRoot(a), getRoot(b)];
  return x === y && (x.length >= 4 || baseFormByInflection.has(a) || baseFormByInflection.has(b));
};

/**
 * Whether two words count as the same: they may be inflections or synonyms of each other, or differ by a typing mistake
 * in a long word.
 *
 * @param asFieldNames compares the words as names of fields: accepts synonyms of field names, and words with the same root,
 *   such as "supplier" and "supply"
 */
export const isSameWord = (a: string, b: string, asFieldNames = false): boolean =>
  scoreSimilarity(a, b, asFieldNames) >= 0.85 || (asFieldNames && hasSameRoot(a, b));

const MAX_CACHED_TEXTS = 50_000;
const wordsByText = new Map<string, readonly string[]>();

/** Splits a text into words, without the possessive "s". Cached, because each cell is compared many times. */
export function getWords(text: string): readonly string[] {
  const cached = wordsByText.get(text);
  if (cached) return cached;
  if (wordsByText.size > MAX_CACHED_TEXTS) wordsByText.clear();
  const words = tokenize(text.replace(/['’]s\b/gu, '')).filter((word) => word !== 's');
  wordsByText.set(text, words);
  return words;
}

export const getContentWords = (text: string): string[] =>
  getWords(text).filter((word) => !STOP_WORDS.has(word));

const lightStems = new Set([...LIGHT_VERBS].map(stem));

/** Whether a verb adds nothing to what a question asks for. */
export const isLightVerb = (word: string): boolean => LIGHT_VERBS.has(word) || lightStems.has(stem(word));

/** Whether a word says nothing about the subject of a question: a light verb, or a noun such as "entry". */
export const isGeneralWord = (word: string): boolean => isLightVerb(word) || ENTRY_NOUNS.has(word);

/**
 * Whether a noun is redundant after a column's name, such as "date" in "the due date" for the column “Due”. "address" is
 * not, because it is often what the question asks for. The misspelling "adress" still counts as redundant, because words
 * are compared by similarity.
 */
export const isAttributeNoun = (word: string): boolean =>
  word !== 'address' && ATTRIBUTE_NOUNS.some((noun) => scoreSimilarity(word, noun) >= 0.7);

/** Returns a label's content words. If it has only function words ("For whom?"), returns all of them. */
export const getLabelWords = (label: string): readonly string[] => {
  const text = splitIdentifier(label);
  const content = getContentWords(text).filter((w) => !QUESTION_NOISE.has(w));
  return content.length ? content : getWords(text);
};

export const hasWord = (list: readonly string[], word: string, asFieldNames = false): boolean =>
  list.some((w) => isSameWord(word, w, asFieldNames));

export const hasAllWords = (
  list: readonly string[],
  words: readonly string[],
  asFieldNames = false,
): boolean => words.every((word) => hasWord(list, word, asFieldNames));

export const removeWords = (
  words: readonly string[],
  excluded: readonly string[],
  asFieldNames = false,
): string[] => words.filter((word) => !hasWord(excluded, word, asFieldNames));

/** If the words name a list, such as "inbox", returns the nouns for its entries, such as "message". */
export const getEntryNouns = (words: readonly string[]): string[] =>
  ENTRY_NOUNS_BY_LIST.filter(([names]) => names.some((name) => hasWord(words, name))).flatMap(
    ([, nouns]) => nouns,
  );

/** Whether two texts are equal apart from case, spaces and punctuation. */
export const isSameText = (a: string, b: string): boolean => {
  const simplify = (text: string): string =>
    fold(text)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return simplify(a) === simplify(b);
};

/** Whether a text says that something is absent: "gluten free", "without gluten". */
export function saysWithout(text: string, word: string): boolean {
  const words = getWords(text);
  const at = words.findIndex((w) => isSameWord(w, word));
  const textBefore = words.slice(Math.max(0, at - 4), at).join(' ');
  return (
    at >= 0 &&
    (words[at + 1] === 'free' ||
      /\b(?:no|non|zero|without|free (?:from|of)(?: \p{L}+)*|(?:not|n['’]?t|never) (?:contain|have|include)(?: any)?)$/u.test(
        textBefore,
      ))
  );
}
