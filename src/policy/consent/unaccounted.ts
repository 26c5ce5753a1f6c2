/**
 * Whether an order says something that nothing on the page accounts for. Such an order may be for something else, so it
 * is asked about. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { isIdentifier, isKnown, isShown } from './evidence.js';
import { MEANS, type Order, PLACE } from './order.js';
import { isPerson, type LineContext } from './phrase.js';
import { PEOPLE, thingsOf } from './things.js';
import { isSpecific } from './words.js';

/** Prepositions before the values that an order gives: "sign me up with …", "change my password to …". */
const VALUE_OF: Partial<Record<ActedOn['action']['kind'], RegExp>> = {
  'create-account': /^(?:with|as|under|named|called)$/u,
  password: /^(?:to|with)$/u,
};

/** Prepositions before what a message says. */
const CONTENT = /^(?:about|on|regarding|saying|that|because|as)$/u;

/** Prepositions before a means: "by card", "from my phone". */
const MEANS_OF = /^(?:by|with|via|using|from|on|off)$/u;

/** "A 5 star review" */
export const STARS = /^stars?$/u;

/** What follows the person is the message: "tell the plumber the leak is worse", "e-mail Bob the report". */
const writesToPerson = ({ entry, phrase }: Order, actedOn: ActedOn, context: LineContext): boolean =>
  entry.isToPerson === true ||
  (actedOn.action.class === 'send' &&
    entry.implies !== undefined &&
    (phrase.person !== null || isPerson(phrase.words, context)));

/** The groups of words that have to be on the page: the object and what follows prepositions. */
function tellingGroups(order: Order, actedOn: ActedOn, context: LineContext): (readonly string[])[] {
  const { entry, phrase } = order;
  const { action, fields } = actedOn;
  if (writesToPerson(order, actedOn, context)) {
    // "Everyone in the allotment group"
    const [place] = phrase.complements;
    return place?.preposition === 'in' && phrase.words.every((word) => PEOPLE.test(word))
      ? [place.words]
      : [];
  }
  const isExempt = (preposition: string, words: readonly string[]): boolean => {
    if (MEANS_OF.test(preposition) && words.some((word) => MEANS.test(word))) return true;
    if (action.class === 'send') {
      // "Comment on PT-318": what is answered.
      const isAnswered = preposition === 'on' && /\b(?:comment|reply)\b/u.test(entry.verbs);
      return (CONTENT.test(preposition) && !isAnswered) || (preposition === 'to' && isPerson(words, context));
    }
    if (preposition === 'for' && isPerson(words, context)) return true;
    return (
      VALUE_OF[action.kind]?.test(preposition) === true &&
      (fields.length === 0 || takesValues(actedOn) || !words.some((word) => isIdentifier(word, context)))
    );
  };
  return [
    phrase.words,
    ...phrase.complements
      .filter(({ preposition, words }) => !isExempt(preposition, words))
      .map(({ words }) => words),
  ];
}

/** Whether names and addresses of the order may be values of empty fields. What is bought or deleted is on the page. */
const takesValues = ({ action, fields }: ActedOn): boolean =>
  action.class !== 'buy' && action.class !== 'delete' && fields.some(({ value }) => value === '');

/**
 * "Revoke the token for my phone" beside the row "laptop-work". The noun behind a word that the page shows is exempt,
 * because it only says the kind of thing: "the barista job".
 */
export function leavesUnaccounted(order: Order, actedOn: ActedOn, context: LineContext): boolean {
  if (context.isProposal) return false;
  const canBeTyped = takesValues(actedOn);
  const isAccounted = (word: string, index: number, all: readonly string[]): boolean =>
    isKnown(word, actedOn) ||
    PLACE.test(word) ||
    STARS.test(word) ||
    (isIdentifier(word, context)
      ? canBeTyped
      : index > 0 && index === all.length - 1 && isKnown(all[index - 1]!, actedOn));
  const unaccounted = tellingGroups(order, actedOn, context).flatMap((words) =>
    words
      .filter((word) => isSpecific(word) && !/^(?:him|her|them)$/u.test(word))
      .filter((word, index, all) => !isAccounted(word, index, all)),
  );
  const isNamed = order.names.some((word) => thingsOf(word).size === 0 && isShown(word, actedOn));
  return unaccounted.length > (isNamed ? 2 : 0) || unaccounted.some((word) => isIdentifier(word, context));
}
