/** Divides a command's words into object, person and complements, and finds the nouns in earlier texts. Pure. */
import { stem } from '../../text/index.js';
import type { ConsentTarget } from './consent-target.js';
import { splitWords } from './words.js';
import {
  OBJECT_END,
  DETERMINER,
  PERSON_WORD,
  POSITION_WORD,
  PRONOUN,
  getObjectKinds,
  UNSPECIFIC_WORD,
} from './object-kinds.js';

/** The words after a verb, divided at prepositions. */
export interface ObjectPhrase {
  /** Words of the object itself, without determiners. */
  words: string[];
  /** A person before the object, as in "send Ana a mail", or in place of it, as in "e-mail Ana". */
  person: string | null;
  /** Prepositions and the words after them: `from`, `['search', 'field']`. */
  complements: { preposition: string; words: string[] }[];
}

export interface LineContext {
  /** Folded words that the instructor wrote with a capital letter. */
  names: ReadonlySet<string>;
  /** Texts whose objects "it" can refer to: earlier messages, then earlier clauses of the line; oldest first. */
  antecedents: readonly string[];
  /** How many of the antecedents are earlier messages. */
  earlierMessageCount: number;
  /** Whether the command is the navigator's own proposal. Then it may contain unknown adjectives. */
  isProposal?: boolean;
  /** The command's sentence; a number in it can identify the object. */
  sentence: string;
}

/** Removes determiners, but keeps a pronoun such as "all" or "this" at the end. */
export const removeDeterminers = (words: readonly string[]): string[] =>
  words.filter((word, index) => !DETERMINER.test(word) || (PRONOUN.test(word) && index === words.length - 1));

export function isPerson(words: readonly string[], { names }: LineContext): boolean {
  const contentWords = removeDeterminers(words).filter(
    (word) => !UNSPECIFIC_WORD.test(word) && word !== 'back',
  );
  if (contentWords.length === 0) return false;
  const lastWord = contentWords.at(-1)!;
  return (
    PERSON_WORD.test(lastWord) ||
    /@/u.test(lastWord) ||
    names.has(lastWord) ||
    contentWords.every((word) => names.has(word))
  );
}

/** The end of a phrase such as "the three duplicates I ticked". */
const SELECTED_BY_INSTRUCTOR =
  / (?:(?:that|which) )?i(?:'ve)? (?:have |just |already )*(?:ticked|selected|marked|checked|chose|picked|highlighted)\b/u;

export function parseObject(text: string, context: LineContext): ObjectPhrase {
  const groups: { preposition: string; words: string[] }[] = [{ preposition: '', words: [] }];
  // What follows "so", "because" or "since" is a reason.
  for (const word of splitWords(
    text
      .replace(/ (?:so|because|since) .*$/u, '')
      .replace(SELECTED_BY_INSTRUCTOR, '')
      .replace(/'s\b/gu, ''),
  )) {
    const isDeterminer = word === 'that' && groups.length === 1 && groups[0]!.words.length === 0;
    if (OBJECT_END.test(word) && !isDeterminer) groups.push({ preposition: word, words: [] });
    else groups.at(-1)!.words.push(word);
  }
  const [firstGroup, ...complements] = groups;
  const wordsBeforePreposition = firstGroup!.words;
  // In "Ana a mail" and "him the report", the person comes before a second determiner.
  const determinerIndex = wordsBeforePreposition.findIndex(
    (word, index) => index > 0 && DETERMINER.test(word) && !PRONOUN.test(word),
  );
  const hasPersonFirst =
    determinerIndex > 0 && isPerson(wordsBeforePreposition.slice(0, determinerIndex), context);
  const objectWords = hasPersonFirst ? wordsBeforePreposition.slice(determinerIndex) : wordsBeforePreposition;
  return {
    words: removeDeterminers(objectWords),
    person: hasPersonFirst ? wordsBeforePreposition.slice(0, determinerIndex).join(' ') : null,
    complements,
  };
}

export const INSTRUCTOR_PRONOUN = /^(?:me|us|myself)$/u;

/**
 * Finds the words after determiners up to the next preposition, and single nouns that have an object kind or are shown
 * near the control. Words after a preposition of place or origin are omitted: "the photo from the beach".
 */
export function findNounPhrases(text: string, { nearbyStems }: ConsentTarget): string[][] {
  const phrases: string[][] = [];
  let currentPhrase: string[] | null = null;
  let isAfterPreposition = false;
  for (const word of splitWords(text)) {
    if (OBJECT_END.test(word)) {
      currentPhrase = null;
      isAfterPreposition = /^(?:from|of|in|on|at|to|for|under|about|by|into|onto)$/u.test(word);
    } else if (isAfterPreposition && !getObjectKinds(word).has('search'))
      isAfterPreposition = DETERMINER.test(word);
    else if (DETERMINER.test(word) && !PRONOUN.test(word)) phrases.push((currentPhrase = []));
    else if (!POSITION_WORD.test(word) && (PRONOUN.test(word) || UNSPECIFIC_WORD.test(word))) continue;
    else if (currentPhrase) currentPhrase.push(word);
    else if (getObjectKinds(word).size > 0 || POSITION_WORD.test(word) || nearbyStems.has(stem(word)))
      phrases.push([word]);
  }
  return phrases.filter((words) => words.length > 0 && !/^(?:more|longer|use)$/u.test(words[0]!));
}
