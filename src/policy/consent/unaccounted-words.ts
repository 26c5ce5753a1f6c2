/**
 * Checks whether a command contains words that nothing on the page accounts for. Such a command may be about something
 * else, so the navigator must ask. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { isIdentifier, isKnown, isShown } from './evidence.js';
import { MEANS_WORD, type InstructorCommand, UNNAMED_PLACE } from './command.js';
import { isPerson, type LineContext } from './object-phrase.js';
import { PERSON_WORD, getObjectKinds } from './object-kinds.js';
import { isSpecific } from './words.js';

/** Prepositions before values in a command: "sign me up with …", "change my password to …". */
const VALUE_PREPOSITIONS: Partial<Record<ConsentTarget['action']['kind'], RegExp>> = {
  'create-account': /^(?:with|as|under|named|called)$/u,
  password: /^(?:to|with)$/u,
};

/** Prepositions before a message's content. */
const CONTENT_PREPOSITION = /^(?:about|on|regarding|saying|that|because|as)$/u;

/** Prepositions before a means: "by card", "from my phone". */
const MEANS_PREPOSITION = /^(?:by|with|via|using|from|on|off)$/u;

/** The unit of a rating: "a 5 star review". */
export const STAR_WORD = /^stars?$/u;

/**
 * Whether the words after the person are the message: "tell the plumber the leak is worse", "e-mail Bob the report".
 */
const isMessageToPerson = (
  { entry, phrase }: InstructorCommand,
  target: ConsentTarget,
  context: LineContext,
): boolean =>
  entry.hasPersonObject === true ||
  (target.action.class === 'send' &&
    entry.impliedKinds !== undefined &&
    (phrase.person !== null || isPerson(phrase.words, context)));

/** The groups of words that the page must account for: the object, and the words after prepositions. */
function listGroupsToVerify(
  command: InstructorCommand,
  target: ConsentTarget,
  context: LineContext,
): (readonly string[])[] {
  const { entry, phrase } = command;
  const { action, fields } = target;
  if (isMessageToPerson(command, target, context)) {
    // In "everyone in the allotment group", the complement says who is meant.
    const [firstComplement] = phrase.complements;
    return firstComplement?.preposition === 'in' && phrase.words.every((word) => PERSON_WORD.test(word))
      ? [firstComplement.words]
      : [];
  }
  const isExempt = (preposition: string, words: readonly string[]): boolean => {
    if (MEANS_PREPOSITION.test(preposition) && words.some((word) => MEANS_WORD.test(word))) return true;
    if (action.class === 'send') {
      // In "comment on PT-318", PT-318 is the post that is answered.
      const isReplyTarget = preposition === 'on' && /\b(?:comment|reply)\b/u.test(entry.verbs);
      return (
        (CONTENT_PREPOSITION.test(preposition) && !isReplyTarget) ||
        (preposition === 'to' && isPerson(words, context))
      );
    }
    if (preposition === 'for' && isPerson(words, context)) return true;
    return (
      VALUE_PREPOSITIONS[action.kind]?.test(preposition) === true &&
      (fields.length === 0 ||
        canFillEmptyFields(target) ||
        !words.some((word) => isIdentifier(word, context)))
    );
  };
  return [
    phrase.words,
    ...phrase.complements
      .filter(({ preposition, words }) => !isExempt(preposition, words))
      .map(({ words }) => words),
  ];
}

/**
 * Whether names and addresses in the command may be values for empty fields. Objects that are bought or deleted are
 * already on the page.
 */
const canFillEmptyFields = ({ action, fields }: ConsentTarget): boolean =>
  action.class !== 'buy' && action.class !== 'delete' && fields.some(({ value }) => value === '');

/**
 * Whether the page does not account for some of the command's words: the instructor says "revoke the token for my
 * phone", but the row is "laptop-work". The noun after a word that the page shows is exempt, because it only names the
 * kind of object: "the barista job".
 */
export function hasUnaccountedWords(
  command: InstructorCommand,
  target: ConsentTarget,
  context: LineContext,
): boolean {
  if (context.isProposal) return false;
  const canBeFieldValue = canFillEmptyFields(target);
  const isAccountedFor = (word: string, index: number, all: readonly string[]): boolean =>
    isKnown(word, target) ||
    UNNAMED_PLACE.test(word) ||
    STAR_WORD.test(word) ||
    (isIdentifier(word, context)
      ? canBeFieldValue
      : index > 0 && index === all.length - 1 && isKnown(all[index - 1]!, target));
  const unaccountedWords = listGroupsToVerify(command, target, context).flatMap((words) =>
    words
      .filter((word) => isSpecific(word) && !/^(?:him|her|them)$/u.test(word))
      .filter((word, index, all) => !isAccountedFor(word, index, all)),
  );
  const isNamed = command.names.some((word) => getObjectKinds(word).size === 0 && isShown(word, target));
  return (
    unaccountedWords.length > (isNamed ? 2 : 0) ||
    unaccountedWords.some((word) => isIdentifier(word, context))
  );
}
