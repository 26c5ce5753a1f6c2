/**
 * Finds words of a line that are neither grammar words nor occur in the elements that were used or in the report. A
 * note in the report lists them, because the line may have meant something else.
 */
import type { Candidate } from '../../../contract/index.js';
import { COLOURS } from '../lexicon/colours.js';
import { KEYS, MODIFIERS } from '../lexicon/keys.js';
import { ALL, AT_MOST, AT_MOST_AFTER, EVERY, EXCEPT_WORDS } from '../lexicon/limits.js';
import { AMOUNTS, FRACTIONS, ONES, SCALES, TENS } from '../lexicon/numbers.js';
import { LANDMARK_WORDS, ORDINALS, PREPOSITIONS, SIDES } from '../lexicon/places.js';
import { POLITE_LEADS, POLITE_TAILS, WANT_PHRASES } from '../lexicon/polite.js';
import { MEASURES, SUPERLATIVES } from '../lexicon/superlatives.js';
import { LOOK_FILLERS, SHAPES, SIZES } from '../lexicon/looks.js';
import {
  CORRECTION_LEADS,
  NO_WORDS,
  REPLACEMENT_LEADS,
  STOP_PHRASES,
  YES_WORDS,
} from '../lexicon/replies.js';
import { GENERIC_NOUNS, ROLE_WORDS, WRITTEN_ITEMS } from '../lexicon/roles.js';
import {
  CREATABLE_ITEMS,
  KIND_WORDS,
  PERSON_WORDS,
  SITE_SECTIONS,
  SPOT_WORDS,
} from '../lexicon/kind-words.js';
import { ENDING_VERBS, VERBS } from '../lexicon/verbs.js';
import { CONNECTING, NAMING } from '../assign/word-sets.js';
import { removeReason } from '../language/line-text.js';
import { removeRemarks } from '../language/remarks.js';
import { MAX_ROW_LENGTH } from '../ground/own-row.js';
import { findFirstColumnTitle } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { scoreSimilarity, tokenizeContent, tokenize } from '../text.js';
import type { PerformedAction } from './performed-actions.js';

const WORD_LISTS: readonly (readonly string[])[] = [
  VERBS.map(({ form }) => form),
  ROLE_WORDS.flatMap(([, words]) => words),
  KIND_WORDS.flat(2),
  CREATABLE_ITEMS.flat(),
  [GENERIC_NOUNS, WRITTEN_ITEMS, PERSON_WORDS, SITE_SECTIONS].flat(),
  [EXCEPT_WORDS, EVERY, ALL, AT_MOST, AT_MOST_AFTER].flat(),
  [
    POLITE_LEADS,
    POLITE_TAILS,
    WANT_PHRASES,
    CORRECTION_LEADS,
    REPLACEMENT_LEADS,
    YES_WORDS,
    NO_WORDS,
    STOP_PHRASES,
  ].flat(),
  PREPOSITIONS.map(({ form }) => form),
  SPOT_WORDS.map(({ form }) => form),
  [LANDMARK_WORDS, SIDES, ORDINALS, ONES, TENS, SCALES, AMOUNTS, FRACTIONS].flatMap(Object.keys),
  [KEYS, MODIFIERS, COLOURS, SHAPES, SIZES, SUPERLATIVES, MEASURES].flatMap(Object.keys),
  [...LOOK_FILLERS, ...NAMING, ...CONNECTING, ...ENDING_VERBS, 'one', 'ones'],
  [
    'them',
    'they',
    'him',
    'her',
    'never',
    'either',
    'mind',
    'carry',
    'assign',
    'saying',
    'say',
    'says',
    'reads',
    'reading',
  ],
];

/** Words for actions, kinds of elements, places and order. They do not identify a particular element. */
const GRAMMAR_WORDS: ReadonlySet<string> = new Set(WORD_LISTS.flat().flatMap(tokenize));

/** Words for dates and times. They count as used if an action has a date or time: "tomorrow" may be 2026-11-28. */
const MOMENT_WORD =
  /^(?:today|tonight|tomorrow|yesterday|now|noon|midnight|morning|afternoon|evening|day|week|weekend|month|year|hour|minute|half|quarter|past|coming|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d+(?:st|nd|rd|th|am|pm)?|am|pm)s?$/u;
const MOMENT = /\d{4}-\d{2}|\d{1,2}:\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2}/u;

/** Words that are at least this similar count as the same: synonyms and typing mistakes. */
const MIN_SIMILARITY = 0.7;

/** Returns the text, names and attributes of an element and its rows. */
export function getSurroundingText(element: Candidate, view: View): string {
  const rows = view.getAncestors(element).filter(({ text }) => text.length <= MAX_ROW_LENGTH);
  return [
    element.section,
    rows.some(({ role }) => role === 'row') ? findFirstColumnTitle(view) : '',
    ...[element, ...rows].flatMap(({ name, text, attributes }) => [name, text, ...Object.values(attributes)]),
    ...(element.options ?? []).map(({ label }) => label),
  ].join(' | ');
}

/**
 * Returns the unused words in the order of the line, with adjacent words joined.
 *
 * @param actions the actions for the line
 * @param knownTexts other text whose words count as used: the report, the page title
 */
export function findUnusedWords(
  line: string,
  actions: readonly PerformedAction[],
  knownTexts: readonly string[],
): string[] {
  const usedTexts = [
    ...knownTexts,
    ...actions.flatMap(({ description, surroundingText, pageAction, stateBefore }) => [
      description,
      surroundingText,
      ...[pageAction, stateBefore].map((value) => JSON.stringify(value)),
    ]),
  ];
  const usedWords = [...new Set(usedTexts.flatMap(tokenize))];
  const setsMoment = actions.some(({ pageAction }) => MOMENT.test(JSON.stringify(pageAction)));
  const isUsed = (word: string): boolean =>
    GRAMMAR_WORDS.has(word) ||
    (setsMoment && MOMENT_WORD.test(word)) ||
    usedWords.some((other) => scoreSimilarity(word, other, true) >= MIN_SIMILARITY);
  const lineWords = tokenizeContent(removeReason(removeRemarks(line)));
  const unusedPhrases = lineWords.reduce<string[]>((phrases, word, index) => {
    if (isUsed(word)) return phrases;
    const previousWord = lineWords[index - 1];
    const continuesPhrase = previousWord !== undefined && phrases.at(-1)?.endsWith(previousWord) === true;
    return continuesPhrase ? [...phrases.slice(0, -1), `${phrases.at(-1)!} ${word}`] : [...phrases, word];
  }, []);
  return unusedPhrases.map((phrase) => restoreCase(phrase, line));
}

/** Returns the phrase with the line's capital letters. */
function restoreCase(phrase: string, line: string): string {
  const index = line.toLowerCase().indexOf(phrase);
  return index < 0 ? phrase : line.slice(index, index + phrase.length);
}
