/** Divides a command into verb, head noun, modifiers, names and other identifying words. Pure. */
import type { ConsentTarget } from './consent-target.js';
import { isIdentifier, isKnown, isShown } from './evidence.js';
import { type LineContext, type ObjectPhrase, parseObject, removeDeterminers } from './object-phrase.js';
import { NAMED_PLACE, PERSON_WORD, PRONOUN, getObjectKinds } from './object-kinds.js';
import { type VerbEntry, findVerbStems } from './verbs.js';
import { isSpecific, splitWords } from './words.js';

/** An instructor's command: its verb and its object. */
export interface InstructorCommand {
  entry: VerbEntry;
  phrase: ObjectPhrase;
  /** The noun that names the object's kind; it may be a proper name. */
  headNoun: string | undefined;
  /** The other specific words of the object, without names and identifiers. */
  modifiers: readonly string[];
  /** Names and identifiers in the object and after naming prepositions. */
  names: readonly string[];
  /** Other specific words after naming prepositions. */
  topicWords: readonly string[];
  /** The specific words of the object and of each complement in `topicWords`, in order. */
  phrases: readonly (readonly string[])[];
}

/** Prepositions before words that identify the object, as opposed to means, recipients and details. */
const NAMING_PREPOSITIONS: Readonly<Record<'send' | 'other', RegExp>> = {
  send: /^(?:of|on|for|from|in|under|below|into|about|regarding|named|called|titled|entitled)$/u,
  other:
    /^(?:of|on|for|from|to|in|at|about|regarding|named|called|titled|entitled|under|into|onto|out|off|by|with|between)$/u,
};

const NAME_PREPOSITION = /^(?:named|called|titled|entitled)$/u;

/** Verbs with a new value after "to": "change my address to …". */
const CHANGE_VERB = /^(?:change|rename)\b/u;

/** Means of payment or contact: "pay by card", "answer by phone". */
export const MEANS_WORD =
  /^(?:card|paypal|invoice|transfer|bank|credit|debit|phone|e-?mail|mail|post|visa|mastercard|saved)$/u;

/**
 * Nouns for messages. In "a mail about the trip", the words after "about" are the subject of a new message and need
 * not be on the page.
 */
const MESSAGE_NOUN = /^(?:message|mail|e-?mail|letter|note|text|reply|comment|line|question)s?$/u;

/** Nouns that do not name the object: in "the e-book version", the object is the e-book. */
const VARIANT_NOUN = /^(?:version|edition|variant|model|type|kind|option|item|entry|product)$/u;
/** Places, people and devices that the page need not name. */
export const UNNAMED_PLACE =
  /^(?:list|map|page|site|account|calendar|diary|schedule|board|chat|thread|folder|me|us|my|day|user|person|member|author|sender|customer|client|weekend|file|website|blog|forum|app|shop|store|portal|platform|group|team|club|channel|workspace|devices?)$/u;

/**
 * Makes the counted noun the object: "ibuprofen" in "one pack of ibuprofen", "cartridges" in "two of the cartridges".
 */
function mergeCountedObject(phrase: ObjectPhrase, isBought: boolean): ObjectPhrase {
  const [{ preposition, words: firstComplementWords } = { preposition: '', words: [] }] = phrase.complements;
  // In "10 shares of Norvik", Norvik is bought.
  if (isBought && preposition === 'of' && phrase.words.length === 2 && /^\d+$/u.test(phrase.words[0]!))
    return {
      ...phrase,
      words: removeDeterminers(firstComplementWords),
      complements: phrase.complements.slice(1),
    };
  if (phrase.words.some((word) => isSpecific(word) || PRONOUN.test(word))) return phrase;
  const countedObject = phrase.complements.find(
    ({ preposition, words }) => preposition === 'of' && words.some(isSpecific),
  );
  return countedObject === undefined
    ? phrase
    : {
        ...phrase,
        words: [...phrase.words, ...removeDeterminers(countedObject.words)],
        complements: phrase.complements.filter((complement) => complement !== countedObject),
      };
}

export function parseCommand(
  text: string,
  entry: VerbEntry,
  target: ConsentTarget,
  context: LineContext,
): InstructorCommand {
  const phrase = mergeCountedObject(parseObject(text, context), target.action.class === 'buy');
  const specificWords = phrase.words.filter(isSpecific);
  const nouns = specificWords.filter((word) => !isIdentifier(word, context));
  // In "the spam folder", "spam" names the object.
  const hasGenericEnd =
    nouns.length > 1 &&
    (NAMED_PLACE.test(nouns.at(-1)!) || VARIANT_NOUN.test(nouns.at(-1)!)) &&
    !isKnown(nouns.at(-1)!, target);
  const kindNouns = hasGenericEnd ? nouns.slice(0, -1) : nouns;
  const headNoun = kindNouns.at(-1) ?? specificWords.at(-1);
  const namingPreposition = NAMING_PREPOSITIONS[target.action.class === 'send' ? 'send' : 'other'];
  const isReply = /\breply\b/u.test(entry.verbs);
  const isMessage =
    headNoun === undefined
      ? entry.impliedKinds?.includes('message') === true
      : !isReply && MESSAGE_NOUN.test(headNoun);
  const isNamingPreposition = (preposition: string): boolean =>
    namingPreposition.test(preposition) &&
    !(isMessage && /^(?:about|on)$/u.test(preposition)) &&
    !(preposition === 'to' && entry.isControlVerb && CHANGE_VERB.test(entry.verbs));
  const topicPhrases = phrase.complements
    .filter(({ preposition }) => isNamingPreposition(preposition))
    // "Transfer 180 to Lena for my share": after a recipient, "for" introduces a purpose.
    .filter(
      ({ preposition }, _, all) =>
        preposition !== 'for' || !all.some((complement) => complement.preposition === 'to'),
    )
    .map(({ words }) =>
      words.filter(
        (word, index) =>
          isSpecific(word) &&
          !MEANS_WORD.test(word) &&
          !(PERSON_WORD.test(word) && index === words.length - 1),
      ),
    );
  const topicWords = topicPhrases.flat();
  const nameWords = phrase.complements
    .filter(({ preposition }) => NAME_PREPOSITION.test(preposition))
    .flatMap(({ words }) => words.filter(isSpecific));
  const isName = (word: string): boolean => isIdentifier(word, context) || nameWords.includes(word);
  return {
    entry,
    phrase,
    headNoun,
    // "Enrol me in the pottery course": the object of the verb follows the preposition.
    modifiers: (kindNouns.length > 0 || target.action.class !== 'buy'
      ? kindNouns
      : (topicPhrases[0] ?? [])
    ).slice(0, -1),
    names: [...specificWords, ...topicWords, ...splitWords(phrase.person ?? '')].filter(
      (word) => isSpecific(word) && isName(word),
    ),
    topicWords: topicWords.filter((word) => !isName(word)),
    phrases: [
      kindNouns,
      ...topicPhrases.map((words) => words.filter((word) => !isName(word) && !UNNAMED_PLACE.test(word))),
    ],
  };
}

export const listCommandWords = ({ headNoun, modifiers, names, topicWords }: InstructorCommand): string[] => [
  ...new Set([...(headNoun === undefined ? [] : [headNoun]), ...modifiers, ...names, ...topicWords]),
];

/** Counts the command's words that the page shows for this target, except verbs and nouns for kinds of objects. */
export const countDistinctiveWords = (command: InstructorCommand, target: ConsentTarget): number =>
  listCommandWords(command).filter(
    (word) => getObjectKinds(word).size === 0 && findVerbStems(word).length === 0 && isShown(word, target),
  ).length;
