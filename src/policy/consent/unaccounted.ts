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

const isLast = (index: number, { length }: readonly string[]): boolean => index > 0 && index === length - 1;

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

/**
 * "Revoke the token for my phone" beside the row "laptop-work". A value that the form still takes is exempt, and so is
 * the noun behind a word that the page shows, because it only says the kind of thing: "the barista job".
 */
export function leavesUnaccounted(
  { entry, phrase, names }: Order,
  actedOn: ActedOn,
  context: LineContext,
): boolean {
  const { action, fields } = actedOn;
  // What follows the person is the message: "tell the plumber the leak is worse", "e-mail Bob the report".
  const writesToPerson =
    entry.isToPerson === true ||
    (action.class === 'send' &&
      entry.implies !== undefined &&
      (phrase.person !== null || isPerson(phrase.words, context)));
  if (context.isProposal) return false;
  const takesValues = fields.some(({ value }) => value === '');
  // "Everyone in the allotment group"
  const [place] = phrase.complements;
  if (writesToPerson && !(place?.preposition === 'in' && phrase.words.every((word) => PEOPLE.test(word))))
    return false;
  // "Comment on PT-318": what is answered.
  const isAnswer = /\b(?:comment|reply)\b/u.test(entry.verbs);
  const isExempt = (preposition: string, words: readonly string[]): boolean =>
    !(isAnswer && preposition === 'on') && isValue(preposition, words);
  const isValue = (preposition: string, words: readonly string[]): boolean =>
    (VALUE_OF[action.kind]?.test(preposition) === true &&
      (takesValues || fields.length === 0 || !words.some((word) => isIdentifier(word, context)))) ||
    (action.class === 'send' &&
      (CONTENT.test(preposition) || (preposition === 'to' && isPerson(words, context)))) ||
    (action.class !== 'send' && preposition === 'for' && isPerson(words, context)) ||
    (MEANS_OF.test(preposition) && words.some((word) => MEANS.test(word)));
  const complements = writesToPerson ? phrase.complements.slice(0, 1) : phrase.complements;
  const groups = [
    ...(writesToPerson ? [] : [phrase.words]),
    ...complements
      .filter(({ preposition, words }) => !isExempt(preposition, words))
      .map(({ words }) => words),
  ];
  const unaccounted = groups.flatMap((words) =>
    words
      .filter((word) => isSpecific(word) && !/^(?:him|her|them)$/u.test(word))
      .filter(
        (word, index, all) =>
          !isKnown(word, actedOn) &&
          !(isLast(index, all) && !isIdentifier(word, context) && isKnown(all[index - 1]!, actedOn)) &&
          !PLACE.test(word) &&
          !STARS.test(word) &&
          !(takesValues && isIdentifier(word, context)),
      ),
  );
  const isNamed = names.some((word) => thingsOf(word).size === 0 && isShown(word, actedOn));
  return unaccounted.length > (isNamed ? 2 : 0) || unaccounted.some((word) => isIdentifier(word, context));
}
