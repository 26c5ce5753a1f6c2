/**
 * Translates the words of irreversible actions in names and questions of pages into English, so that one set of rules
 * covers all languages. It is not a full translation: it covers only these words and words often confused with them.
 * Each language has one data file. Pure.
 */
import { fold } from '../../../text/index.js';
import { DUTCH } from './dutch.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import type { Lexicon } from './lexicon.js';
import { POLISH } from './polish.js';
import { PORTUGUESE } from './portuguese.js';
import { SPANISH } from './spanish.js';

export type { Lexicon } from './lexicon.js';

interface Dictionary {
  /** Matches every phrase of the language, longer ones first. */
  pattern: RegExp;
  translationsByPhrase: ReadonlyMap<string, { text: string; isVerb: boolean }>;
}

export function compileLexicon({ verbs, words }: Lexicon): Dictionary {
  const translationsByPhrase = new Map<string, { text: string; isVerb: boolean }>();
  const addEntries = (formsByTranslation: Readonly<Record<string, string>>, isVerb: boolean): void => {
    for (const [translation, forms] of Object.entries(formsByTranslation))
      for (const form of forms.split('|')) {
        const phrase = fold(form);
        if (!translationsByPhrase.has(phrase))
          translationsByPhrase.set(phrase, { text: translation.trim(), isVerb });
      }
  };
  addEntries(verbs, true);
  addEntries(words, false);
  const phrases = [...translationsByPhrase.keys()].toSorted((a, b) => b.length - a.length);
  const source = phrases.map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')).join('|');
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu'),
    translationsByPhrase,
  };
}

const DICTIONARIES = [GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH, POLISH].map(compileLexicon);

/** The user's words; null if there are none. They apply to the whole process until they are set again. */
let userDictionary: Dictionary | null = null;

export function setUserWords(lexicon: Lexicon): void {
  userDictionary = Object.keys(lexicon.verbs).length > 0 ? compileLexicon(lexicon) : null;
}

/**
 * A text counts as written in a language if at least this share of its words is known. For the user's words, any share
 * is enough.
 */
const MIN_KNOWN_SHARE = 0.34;

/**
 * Translates the known words of a sentence into English and moves its verb to the front.
 * @returns null if too few words belong to the language, or only words that English has too
 */
function translateSentence(
  sentence: string,
  { pattern, translationsByPhrase }: Dictionary,
  minKnownShare = MIN_KNOWN_SHARE,
): { text: string; knownWordCount: number } | null {
  let verb = '';
  let knownWordCount = 0;
  let isForeign = false;
  // "L'abonnement" is two words.
  const separatedSentence = sentence.replace(/(?<!\p{L})(\p{L}|qu)'(?=\p{L})/gu, "$1' ");
  const text = separatedSentence.replace(pattern, (phrase) => {
    const entry = translationsByPhrase.get(phrase)!;
    knownWordCount += phrase.split(' ').length;
    isForeign ||= phrase.length > 2 && phrase !== entry.text;
    if (!entry.isVerb || verb !== '') return entry.text;
    verb = entry.text;
    return '';
  });
  const wordCount = separatedSentence.match(/\p{L}{3,}/gu)?.length ?? 1;
  if (!isForeign || knownWordCount / wordCount < minKnownShare) return null;
  return { text: `${verb} ${text}`.replace(/\s+/gu, ' ').trim(), knownWordCount };
}

/**
 * @param text folded
 * @returns the text in English words, or unchanged if no language fits
 */
export function translateToEnglish(text: string): string {
  return text
    .split(/(?<=[.!?:;,–—|]) /u)
    .map((sentence) => {
      const userTranslation = userDictionary && translateSentence(sentence, userDictionary, 0);
      if (userTranslation) return userTranslation.text;
      const translations = DICTIONARIES.flatMap(
        (dictionary) => translateSentence(sentence, dictionary) ?? [],
      );
      return translations.toSorted((a, b) => b.knownWordCount - a.knownWordCount)[0]?.text ?? sentence;
    })
    .join(' ');
}
