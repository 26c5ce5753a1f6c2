/** Divides the words of an order into object, person and complements, and finds the nouns in earlier texts. Pure. */
import { stem } from '../../text/index.js';
import type { ActedOn } from './acted-on.js';
import { wordsOf } from './words.js';
import { AFTER_OBJECT, DETERMINER, PEOPLE, POSITION, PRONOUN, thingsOf, UNSPECIFIC } from './things.js';

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
  /** Earlier lines and earlier clauses, latest last. */
  antecedents: readonly string[];
  /** How many of these are earlier lines. */
  earlierCount: number;
  /** The navigator proposes this itself, so unknown adjectives do not matter. */
  isProposal?: boolean;
  /** The sentence of the order; a number in it can identify the thing. */
  sentence: string;
}

/** Drops determiners; "all" and "this" stay where nothing follows them. */
export const withoutDeterminers = (words: readonly string[]): string[] =>
  words.filter((word, index) => !DETERMINER.test(word) || (PRONOUN.test(word) && index === words.length - 1));

export function isPerson(words: readonly string[], { names }: LineContext): boolean {
  const rest = withoutDeterminers(words).filter((word) => !UNSPECIFIC.test(word) && word !== 'back');
  if (rest.length === 0) return false;
  const last = rest.at(-1)!;
  return PEOPLE.test(last) || /@/u.test(last) || names.has(last) || rest.every((word) => names.has(word));
}

/** "The three duplicates I ticked" */
const I_CHOSE =
  / (?:(?:that|which) )?i(?:'ve)? (?:have |just |already )*(?:ticked|selected|marked|checked|chose|picked|highlighted)\b/u;

export function parseObject(text: string, context: LineContext): ObjectPhrase {
  const groups: { preposition: string; words: string[] }[] = [{ preposition: '', words: [] }];
  // What follows "so", "because" or "since" is a reason.
  for (const word of wordsOf(
    text
      .replace(/ (?:so|because|since) .*$/u, '')
      .replace(I_CHOSE, '')
      .replace(/'s\b/gu, ''),
  )) {
    const isDeterminer = word === 'that' && groups.length === 1 && groups[0]!.words.length === 0;
    if (AFTER_OBJECT.test(word) && !isDeterminer) groups.push({ preposition: word, words: [] });
    else groups.at(-1)!.words.push(word);
  }
  const [first, ...complements] = groups;
  const all = first!.words;
  // "Ana a mail", "him the report": the person comes before a second determiner.
  const second = all.findIndex((word, index) => index > 0 && DETERMINER.test(word) && !PRONOUN.test(word));
  const hasPersonFirst = second > 0 && isPerson(all.slice(0, second), context);
  const object = hasPersonFirst ? all.slice(second) : all;
  return {
    words: withoutDeterminers(object),
    person: hasPersonFirst ? all.slice(0, second).join(' ') : null,
    complements,
  };
}

export const NAVIGATOR = /^(?:me|us|myself)$/u;

/**
 * Words after determiners up to the next preposition, and single words that name things or are shown on the page. Words
 * after a preposition of place or origin are left out: "the photo from the beach".
 */
export function findNounPhrases(text: string, { words: shown }: ActedOn): string[][] {
  const phrases: string[][] = [];
  let current: string[] | null = null;
  let isAfterPreposition = false;
  for (const word of wordsOf(text)) {
    if (AFTER_OBJECT.test(word)) {
      current = null;
      isAfterPreposition = /^(?:from|of|in|on|at|to|for|under|about|by|into|onto)$/u.test(word);
    } else if (isAfterPreposition && !thingsOf(word).has('search'))
      isAfterPreposition = DETERMINER.test(word);
    else if (DETERMINER.test(word) && !PRONOUN.test(word)) phrases.push((current = []));
    else if (!POSITION.test(word) && (PRONOUN.test(word) || UNSPECIFIC.test(word))) continue;
    else if (current) current.push(word);
    else if (thingsOf(word).size > 0 || POSITION.test(word) || shown.has(stem(word))) phrases.push([word]);
  }
  return phrases.filter((words) => words.length > 0 && !/^(?:more|longer|use)$/u.test(words[0]!));
}
