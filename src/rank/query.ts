/** The words of a query as the page's elements are searched for them: weighted, and forgiving slips. */
import { distance } from 'fastest-levenshtein';

import type { RankQuery } from '../contract/index.js';
import { formsOf, picturedBy, synonymsOf } from './synonyms.js';
import { queryWords, wordsOf } from './words.js';

/** A value to be typed says little about where to type it. */
const VALUE_WEIGHT = 0.3;

/** Without quotes it may be the name of a choice as well: "set the view to list". */
const CHOICE_WEIGHT = 0.6;

/** Values are said after what they are for, or in quotes after the verb. The last group is the value. */
const VALUES = [
  /\b(?:type|enter|write|input|put|search(?: for)?|fill in|paste)\s+(["“'‘])(.+?)["”'’](?=\s|$|[.,])/i,
  /\b(?:correct|change|set|rename|update|switch|edit)\s.+?\s(?:to|into|as)\s+(["“'‘]?)(.+?)["”'’]?[.!]?$/i,
  /\bmy [a-z -]+? (is)( .+?)[.!]?$/i,
  /\b(?:is now|should be|starts? at|ends? at|begins? at)( )(.+?)[.!]?$/i,
  // "Use the voucher SPRING10": a token with capitals and digits is nobody's label.
  /\b(?:use|apply|redeem|enter)\s(.*?\s)?((?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9-]{4,})\b/,
];

/** What a query says to put somewhere; null when it says nothing of the kind. */
export function valueOf(query: string): string | null {
  for (const pattern of VALUES) {
    const found = pattern.exec(query);
    if (found) return found[2]!;
  }
  return null;
}

/** The same where it stands in quotes. */
export function quotedValueOf(query: string): string | null {
  const value = valueOf(query);
  return value !== null && /["“”'‘’]/.test(query[query.indexOf(value) - 1] ?? '') ? value : null;
}

/** The query without what is to be typed, which says nothing of where; null where nothing is. */
export function withoutValue(query: string): string | null {
  const value = quotedValueOf(query) ?? (/\bmy [a-z -]+? is /i.test(query) ? valueOf(query) : null);
  return value
    ? query
        .replace(value, ' ')
        .replace(/["“”'‘’]\s*["“”'‘’]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : null;
}

/** "Do not remove it": what must not be done, and words for the control that sees to it. */
const DENIAL = /\b(?:do not|don['’]?t|please not|without) (?:want to |wish to )?([a-z]+)/i;
const WITHDRAWAL =
  /\b(?:never ?mind|forget (?:it|that|about it)|leave it (?:as it (?:is|was)|alone)|changed my mind|rather not|let['’]?s not|do nothing)\b/i;
const KEEPING = wordsOf('cancel keep no close dismiss back discard');

/** The verb that is denied, as words; null when none is. */
function denialOf(query: string): string[] | null {
  const found = DENIAL.exec(query);
  return found && !/^(?:show|ask|forget|have|know|see|remind|tell)$/i.test(found[1]!)
    ? wordsOf(found[1]!)
    : null;
}

/** Whether names say just what the query does not want; null when it denies nothing. */
export function deniedBy(query: string): ((names: readonly (readonly string[])[]) => boolean) | null {
  const verb = denialOf(query)?.[0];
  if (!verb) return null;
  const same = new Set([verb, ...synonymsOf(verb)]);
  // "Don't save" is the button for it.
  return (names) => {
    const words = names.flat();
    return (
      words.some((word) => same.has(word)) && !words.some((word) => /^(not|don|dont|no|without)$/.test(word))
    );
  };
}

/** Words with weights: values say little, and what is denied says nothing. */
export function weighted(query: string): Map<string, number> {
  const weights = new Map<string, number>();
  const value = valueOf(query);
  const valueWords = new Set(value ? wordsOf(value) : []);
  const rest = value ? queryWords(query.replace(value, ' ')) : [];
  const quoted = quotedValueOf(query) !== null;
  const denied = denialOf(query);
  for (const word of queryWords(query)) {
    if (denied?.includes(word)) continue;
    const ofValue = valueWords.has(word) && !rest.includes(word);
    weights.set(word, ofValue ? (quoted ? VALUE_WEIGHT : CHOICE_WEIGHT) : 1);
  }
  return weights;
}

/** A word that was misspelt counts for less than one that was not. */
const GUESSED_WEIGHT = 0.6;

/** Another word for it, on the page where the word itself may be too. */
const SYNONYM_WEIGHT = 0.5;

/** Another form of the word: starred for star, payment for pay. */
const FORM_WEIGHT = 0.7;

/** What controls that show a picture are usually called. */
const PICTURE_WEIGHT = 0.8;

/** How far a misspelt word may be from what was meant: one slip in a short word, two in a long one. */
function near(word: string, other: string): boolean {
  if (word.length < 4 || other.length < 4 || word[0] !== other[0]) return false;
  const allowed = Math.min(word.length, other.length) >= 6 ? 2 : 1;
  if (Math.abs(word.length - other.length) > allowed) return false;
  const apart = distance(word, other);
  // Of short words another letter makes another word: more is not move.
  if (apart === 1 && word.length === 4 && other.length === 4) return false;
  // Two neighbouring letters swapped are one slip, though two edits.
  return (
    apart <= allowed ||
    (apart === 2 && word.length === other.length && [...word].sort().join('') === [...other].sort().join(''))
  );
}

/** What is said and nowhere on the page is not covered by any name, but may only be a way to put it. */
const ABSENT = 0.5;

/** Names nothing on any page. */
const FILLING =
  /^(the|an?|in|on|of|to|at|it|i|is|my|me|this|that|for|with|and|or|you|your|can|could|would|want|please)$/;

/** The words of a query as a page has them. */
export interface PageQuery {
  /** Word → weight. */
  words: Map<string, number>;
  /** Weight of what was said itself, other words for it not counted. */
  said: number;
}

/**
 * The query as this page's words: a word that no document has gives way to those it is likely a slip of;
 * where nothing of the query is on the page at all, the words that only say how to act are tried too.
 */
export function onThisPage(
  query: string,
  weights: ReadonlyMap<string, number>,
  vocabulary: ReadonlyMap<string, unknown>,
): PageQuery {
  const words = new Map<string, number>();
  let said = 0;
  let any = false;
  for (const [word, weight] of weights) {
    let found = vocabulary.has(word);
    if (found) words.set(word, weight);
    else
      for (const known of vocabulary.keys())
        if (!words.has(known) && near(word, known)) {
          words.set(known, weight * GUESSED_WEIGHT);
          found = true;
        }
    said += found ? weight : weight * ABSENT;
    any ||= found;
  }
  const add = (other: string, weight: number): void => {
    if (vocabulary.has(other) && !words.has(other)) words.set(other, weight);
  };
  for (const [word, weight] of weights) for (const form of formsOf(word)) add(form, weight * FORM_WEIGHT);
  for (const word of picturedBy(query)) add(word, any ? SYNONYM_WEIGHT : PICTURE_WEIGHT);
  if (denialOf(query) || WITHDRAWAL.test(query)) for (const word of KEEPING) add(word, 1);
  // Icons and habits have other words for the same thing; what was really said counts more.
  for (const [word, weight] of weights)
    for (const other of synonymsOf(word)) add(other, weight * SYNONYM_WEIGHT);
  if (words.size === 0) for (const word of wordsOf(query)) if (!FILLING.test(word)) add(word, 1);
  return { words: words.size > 0 ? words : new Map(weights), said: any ? said : sum(weights.values()) };
}

const sum = (values: Iterable<number>): number => {
  let all = 0;
  for (const value of values) all += value;
  return all;
};

/** Parts what was said from what went before it, in the one-line form that the encoder was trained on. */
export function queryOf(line: string): RankQuery {
  const [text, before] = line.split(' | before: ');
  return { text: text!, history: before ? before.split('; ').map((one) => one.trim()) : [] };
}

/** The other way round. */
export function lineOf({ text, history: before }: RankQuery): string {
  return before.length ? `${text} | before: ${before.slice(-4).join('; ')}` : text;
}
