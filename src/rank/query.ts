/** Turns a query into weighted words of the page's vocabulary, with misspellings, synonyms and word forms. */
import { distance } from 'fastest-levenshtein';

import type { RankQuery } from '../contract/index.js';
import { deriveForms, findIconNames, getSynonyms } from './synonyms.js';
import { splitQueryWords, splitIntoWords } from './words.js';

/** Weight of a quoted value: the text to be typed says little about the field. */
const VALUE_WEIGHT = 0.3;

/** Weight of a value without quotes, which may also name a choice: "set the view to list". */
const CHOICE_WEIGHT = 0.6;

/** Patterns of values: quoted text after a verb, or any text after the field's name. The last group is the value. */
const VALUE_PATTERNS = [
  /\b(?:type|enter|write|input|put|search(?: for)?|fill in|paste)\s+(["“'‘])(.+?)["”'’](?=\s|$|[.,])/i,
  /\b(?:correct|change|set|rename|update|switch|edit)\s.+?\s(?:to|into|as)\s+(["“'‘]?)(.+?)["”'’]?[.!]?$/i,
  /\bmy [a-z -]+? (is)( .+?)[.!]?$/i,
  /\b(?:is now|should be|starts? at|ends? at|begins? at)( )(.+?)[.!]?$/i,
  // "Use the voucher SPRING10": a token with capitals and digits is not a label.
  /\b(?:use|apply|redeem|enter)\s(.*?\s)?((?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9-]{4,})\b/,
];

/** Returns the value that the query asks to enter; null if there is none. */
export function parseValue(query: string): string | null {
  for (const pattern of VALUE_PATTERNS) {
    const match = pattern.exec(query);
    if (match) return match[2]!;
  }
  return null;
}

/** Like `parseValue`, but only for quoted values. */
export function parseQuotedValue(query: string): string | null {
  const value = parseValue(query);
  return value !== null && /["“”'‘’]/.test(query[query.indexOf(value) - 1] ?? '') ? value : null;
}

/** Returns the query without the value to be typed; null if it has none. */
export function removeValue(query: string): string | null {
  const value = parseQuotedValue(query) ?? (/\bmy [a-z -]+? is /i.test(query) ? parseValue(query) : null);
  return value
    ? query
        .replace(value, ' ')
        .replace(/["“”'‘’]\s*["“”'‘’]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : null;
}

/** Denials and withdrawals ("do not remove it", "never mind"), and names of the controls that they ask for. */
const DENIAL = /\b(?:do not|don['’]?t|please not|without) (?:want to |wish to )?([a-z]+)/i;
const WITHDRAWAL =
  /\b(?:never ?mind|forget (?:it|that|about it)|leave it (?:as it (?:is|was)|alone)|changed my mind|rather not|let['’]?s not|do nothing)\b/i;
const KEEP_WORDS = splitIntoWords('cancel keep no close dismiss back discard');

/** Returns the words of the denied verb; null if the query denies nothing. */
function parseDenial(query: string): string[] | null {
  const match = DENIAL.exec(query);
  return match && !/^(?:show|ask|forget|have|know|see|remind|tell)$/i.test(match[1]!)
    ? splitIntoWords(match[1]!)
    : null;
}

/** Creates a test for elements whose names match the denied verb; null if the query denies nothing. */
export function createDenialTest(query: string): ((names: readonly (readonly string[])[]) => boolean) | null {
  const verb = parseDenial(query)?.[0];
  if (!verb) return null;
  const verbs = new Set([verb, ...getSynonyms(verb)]);
  // A button "Don't save" does what the query asks for, so it is not denied.
  return (names) => {
    const words = names.flat();
    return (
      words.some((word) => verbs.has(word)) && !words.some((word) => /^(not|don|dont|no|without)$/.test(word))
    );
  };
}

/** Weighs the query's words: values count less, denied verbs not at all. */
export function weighWords(query: string): Map<string, number> {
  const weights = new Map<string, number>();
  const value = parseValue(query);
  const valueWords = new Set(value ? splitIntoWords(value) : []);
  const otherWords = value ? splitQueryWords(query.replace(value, ' ')) : [];
  const isQuoted = parseQuotedValue(query) !== null;
  const deniedWords = parseDenial(query);
  for (const word of splitQueryWords(query)) {
    if (deniedWords?.includes(word)) continue;
    const isValueWord = valueWords.has(word) && !otherWords.includes(word);
    weights.set(word, isValueWord ? (isQuoted ? VALUE_WEIGHT : CHOICE_WEIGHT) : 1);
  }
  return weights;
}

/** Weight of a word that matches only as a misspelling. */
const MISSPELLING_WEIGHT = 0.6;

/** Weight of synonyms. */
const SYNONYM_WEIGHT = 0.5;

/** Weight of other word forms: starred for star, payment for pay. */
const FORM_WEIGHT = 0.7;

/** Weight of the usual names of an icon's control, if no query word is on the page. */
const ICON_WEIGHT = 0.8;

/** Whether the words differ only by a typing error: one in a short word, up to two in a long one. */
function isMisspelling(word: string, otherWord: string): boolean {
  if (word.length < 4 || otherWord.length < 4 || word[0] !== otherWord[0]) return false;
  const allowedEdits = Math.min(word.length, otherWord.length) >= 6 ? 2 : 1;
  if (Math.abs(word.length - otherWord.length) > allowedEdits) return false;
  const editCount = distance(word, otherWord);
  // In short words, a different letter usually makes a different word: "more" is not "move".
  if (editCount === 1 && word.length === 4 && otherWord.length === 4) return false;
  // Two swapped neighbouring letters are one error but two edits.
  return (
    editCount <= allowedEdits ||
    (editCount === 2 &&
      word.length === otherWord.length &&
      [...word].sort().join('') === [...otherWord].sort().join(''))
  );
}

/** Weight of absent words in the total. No name can cover them, but they may be mere phrasing. */
const ABSENT_WEIGHT = 0.5;

/** Words that never name an element. */
const FILLER_WORDS =
  /^(the|an?|in|on|of|to|at|it|i|is|my|me|this|that|for|with|and|or|you|your|can|could|would|want|please)$/;

/** The words of a query in a page's vocabulary. */
export interface PageQuery {
  /** Maps words to weights. */
  words: Map<string, number>;
  /** Total weight of the query's own words, without synonyms or other forms. */
  totalWeight: number;
}

/**
 * Maps the query to the page's vocabulary. A word that is not on the page is replaced with the words that it may be a
 * misspelling of. If no query word is on the page, stop words are tried too.
 */
export function matchVocabulary(
  query: string,
  weights: ReadonlyMap<string, number>,
  vocabulary: ReadonlyMap<string, unknown>,
): PageQuery {
  const words = new Map<string, number>();
  let totalWeight = 0;
  let hasKnownWord = false;
  for (const [word, weight] of weights) {
    let isKnown = vocabulary.has(word);
    if (isKnown) words.set(word, weight);
    else
      for (const knownWord of vocabulary.keys())
        if (!words.has(knownWord) && isMisspelling(word, knownWord)) {
          words.set(knownWord, weight * MISSPELLING_WEIGHT);
          isKnown = true;
        }
    totalWeight += isKnown ? weight : weight * ABSENT_WEIGHT;
    hasKnownWord ||= isKnown;
  }
  const addWord = (word: string, weight: number): void => {
    if (vocabulary.has(word) && !words.has(word)) words.set(word, weight);
  };
  for (const [word, weight] of weights)
    for (const form of deriveForms(word)) addWord(form, weight * FORM_WEIGHT);
  for (const word of findIconNames(query)) addWord(word, hasKnownWord ? SYNONYM_WEIGHT : ICON_WEIGHT);
  if (parseDenial(query) || WITHDRAWAL.test(query)) for (const word of KEEP_WORDS) addWord(word, 1);
  // Synonyms come last, because `addWord` keeps the weight that a word already has.
  for (const [word, weight] of weights)
    for (const other of getSynonyms(word)) addWord(other, weight * SYNONYM_WEIGHT);
  if (words.size === 0)
    for (const word of splitIntoWords(query)) if (!FILLER_WORDS.test(word)) addWord(word, 1);
  return {
    words: words.size > 0 ? words : new Map(weights),
    totalWeight: hasKnownWord ? totalWeight : computeSum(weights.values()),
  };
}

const computeSum = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** Splits text and history, which are joined in the one-line form that the encoder was trained on. */
export function parseQuery(line: string): RankQuery {
  const [text, historyText] = line.split(' | before: ');
  return { text: text!, history: historyText ? historyText.split('; ').map((entry) => entry.trim()) : [] };
}

/** The inverse of `parseQuery`; keeps the last four history entries. */
export function formatQuery({ text, history }: RankQuery): string {
  return history.length ? `${text} | before: ${history.slice(-4).join('; ')}` : text;
}
