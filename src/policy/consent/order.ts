/**
 * Divides an order into verb, head noun, modifiers, names and the words that say which thing is meant. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { isIdentifier, isKnown, isShown } from './evidence.js';
import { type LineContext, type ObjectPhrase, parseObject, withoutDeterminers } from './phrase.js';
import { HOLDER, PEOPLE, PRONOUN, thingsOf } from './things.js';
import { type VerbEntry, verbsIn } from './verbs.js';
import { isSpecific, wordsOf } from './words.js';

/** An order with its verb and its object. */
export interface Order {
  entry: VerbEntry;
  phrase: ObjectPhrase;
  /** The noun that names the kind of thing; it may be a proper name. */
  head: string | undefined;
  /** The other specific words of the object, without names and identifiers. */
  modifiers: readonly string[];
  /** Names and identifiers in the object and after prepositions that say which thing is meant. */
  names: readonly string[];
  /** Other specific words after these prepositions. */
  topicWords: readonly string[];
  /** The specific words of the object and of each complement in `topicWords`, in order. */
  phrases: readonly (readonly string[])[];
}

/** Prepositions before what a thing is about, as opposed to means, recipients and details. */
const NAMING: Readonly<Record<'send' | 'other', RegExp>> = {
  send: /^(?:of|on|for|from|in|under|below|into|about|regarding|named|called|titled|entitled)$/u,
  other:
    /^(?:of|on|for|from|to|in|at|about|regarding|named|called|titled|entitled|under|into|onto|out|off|by|with|between)$/u,
};

const CALLED = /^(?:named|called|titled|entitled)$/u;

/** Verbs with a new value after "to": "change my address to …". */
const CHANGE = /^(?:change|rename)\b/u;

/** "Order by price" sorts; "pay by card" pays. */
export const MEANS =
  /^(?:card|paypal|invoice|transfer|bank|credit|debit|phone|e-?mail|mail|post|visa|mastercard|saved)$/u;

/** What follows "about" is the subject of a message, not a message that the page shows. */
const MESSAGE = /^(?:message|mail|e-?mail|letter|note|text|reply|comment|line|question)s?$/u;

/** "The e-book version" */
const SORT = /^(?:version|edition|variant|model|type|kind|option|item|entry|product)$/u;
/** Places that need not be named on the page. */
export const PLACE =
  /^(?:list|map|page|site|account|calendar|diary|schedule|board|chat|thread|folder|me|us|my|day|user|person|member|author|sender|customer|client|weekend|file|website|blog|forum|app|shop|store|portal|platform|group|team|club|channel|workspace|devices?)$/u;

/** "One pack of ibuprofen", "two of the cartridges": the counted thing is the object. */
function mergeCount(phrase: ObjectPhrase, isBought: boolean): ObjectPhrase {
  const [{ preposition, words: counted0 } = { preposition: '', words: [] }] = phrase.complements;
  // "10 shares of Norvik"
  if (isBought && preposition === 'of' && phrase.words.length === 2 && /^\d+$/u.test(phrase.words[0]!))
    return { ...phrase, words: withoutDeterminers(counted0), complements: phrase.complements.slice(1) };
  if (phrase.words.some((word) => isSpecific(word) || PRONOUN.test(word))) return phrase;
  const counted = phrase.complements.find(
    ({ preposition, words }) => preposition === 'of' && words.some(isSpecific),
  );
  return counted === undefined
    ? phrase
    : {
        ...phrase,
        words: [...phrase.words, ...withoutDeterminers(counted.words)],
        complements: phrase.complements.filter((one) => one !== counted),
      };
}

export function parseOrder(text: string, entry: VerbEntry, actedOn: ActedOn, context: LineContext): Order {
  const phrase = mergeCount(parseObject(text, context), actedOn.action.class === 'buy');
  const specific = phrase.words.filter(isSpecific);
  const nouns = specific.filter((word) => !isIdentifier(word, context));
  // "The spam folder"
  const isPlace =
    nouns.length > 1 &&
    (HOLDER.test(nouns.at(-1)!) || SORT.test(nouns.at(-1)!)) &&
    !isKnown(nouns.at(-1)!, actedOn);
  const kinds = isPlace ? nouns.slice(0, -1) : nouns;
  const head = kinds.at(-1) ?? specific.at(-1);
  const naming = NAMING[actedOn.action.class === 'send' ? 'send' : 'other'];
  const isAnswer = /\breply\b/u.test(entry.verbs);
  const isMessage =
    head === undefined ? entry.implies?.includes('message') === true : !isAnswer && MESSAGE.test(head);
  const isNaming = (preposition: string): boolean =>
    naming.test(preposition) &&
    !(isMessage && /^(?:about|on)$/u.test(preposition)) &&
    !(preposition === 'to' && entry.isOwn && CHANGE.test(entry.verbs));
  const topicPhrases = phrase.complements
    .filter(({ preposition }) => isNaming(preposition))
    // "Transfer 180 to Lena for my share": a purpose.
    .filter(
      ({ preposition }, _, all) => preposition !== 'for' || !all.some((one) => one.preposition === 'to'),
    )
    .map(({ words }) =>
      words.filter(
        (word, index) =>
          isSpecific(word) && !MEANS.test(word) && !(PEOPLE.test(word) && index === words.length - 1),
      ),
    );
  const topicWords = topicPhrases.flat();
  const called = phrase.complements
    .filter(({ preposition }) => CALLED.test(preposition))
    .flatMap(({ words }) => words.filter(isSpecific));
  const isName = (word: string): boolean => isIdentifier(word, context) || called.includes(word);
  return {
    entry,
    phrase,
    head,
    // "Enrol me in the pottery course": the object of the verb follows the preposition.
    modifiers: (kinds.length > 0 || actedOn.action.class !== 'buy' ? kinds : (topicPhrases[0] ?? [])).slice(
      0,
      -1,
    ),
    names: [...specific, ...topicWords, ...wordsOf(phrase.person ?? '')].filter(
      (word) => isSpecific(word) && isName(word),
    ),
    topicWords: topicWords.filter((word) => !isName(word)),
    phrases: [
      kinds,
      ...topicPhrases.map((words) => words.filter((word) => !isName(word) && !PLACE.test(word))),
    ],
  };
}

export const wordsOfOrder = ({ head, modifiers, names, topicWords }: Order): string[] => [
  ...new Set([...(head === undefined ? [] : [head]), ...modifiers, ...names, ...topicWords]),
];

/** The number of words of the order that the page shows near the control, not counting kinds of things and verbs. */
export const countDistinctive = (order: Order, actedOn: ActedOn): number =>
  wordsOfOrder(order).filter(
    (word) => thingsOf(word).size === 0 && verbsIn(word).length === 0 && isShown(word, actedOn),
  ).length;
