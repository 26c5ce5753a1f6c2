/** Checks whether the words after a command's object (means, places, recipients) agree with the page. Pure. */
import type { ConsentTarget } from './consent-target.js';
import { hasConflictingRole } from './conflicts.js';
import { isKnown, isShown } from './evidence.js';
import { MEANS_WORD, UNNAMED_PLACE } from './command.js';
import {
  isPerson,
  type LineContext,
  INSTRUCTOR_PRONOUN,
  type ObjectPhrase,
  removeDeterminers,
} from './object-phrase.js';
import { canonicalStem } from './synonyms.js';
import { COLLECTION_NOUN, MOVE_DESTINATION, PERSON_WORD, PRONOUN, ROLE_SYNONYMS } from './object-kinds.js';
import { isSpecific } from './words.js';

/** A duration after "by": "extend it by one day". */
const DURATION = /^(?:an?|one|two|three|\d+|another) (?:more )?(?:hour|night|day|week|month|year)s?\b/u;

/** Whether the words after the object agree with the page. */
export function areComplementsCompatible(
  phrase: ObjectPhrase,
  target: ConsentTarget,
  context: LineContext,
): boolean {
  const { class: consentClass, kind } = target.action;
  return phrase.complements.every(({ preposition, words }) => {
    const contentWords = removeDeterminers(words).filter((word) => !PRONOUN.test(word));
    if (contentWords.length === 0) return true;
    if (preposition === 'by')
      return (
        MEANS_WORD.test(contentWords[0]!) ||
        DURATION.test(words.join(' ')) ||
        consentClass === 'send' ||
        // "The comment by Tom"
        (consentClass === 'delete' && contentWords.every((word) => isShown(word, target)))
      );
    const isMove =
      /^(?:to|into|in|onto|on)$/u.test(preposition) && MOVE_DESTINATION.test(contentWords.at(-1)!);
    const hasKnownWord = contentWords.some((word) => isKnown(word, target));
    const isDetail = preposition === 'with' && words.some((word) => /^\d+$/u.test(word));
    if (consentClass === 'delete' || kind === 'close-account')
      return isDetail || areAllKnown(contentWords, target);
    if (consentClass === 'buy') {
      if (isMove || (preposition === 'to' && COLLECTION_NOUN.test(contentWords.at(-1)!))) return false;
      const isForInstructor = phrase.words.every((word) => INSTRUCTOR_PRONOUN.test(word));
      if (preposition === 'to' && (target.objectKinds.has('donation') || target.objectKinds.has('transfer')))
        return hasKnownWord;
      if (preposition === 'to' && isForInstructor) return contentWords.every((word) => isKnown(word, target));
    }
    if (kind === 'create-account' && /^(?:for|at|in|on)$/u.test(preposition))
      return (
        isPerson(words, context) ||
        hasKnownWord ||
        UNNAMED_PLACE.test(contentWords.at(-1)!) ||
        /^(?:me|us|free)$/u.test(contentWords[0]!)
      );
    if (consentClass !== 'send') return true;
    return (
      !isMove &&
      !(preposition === 'to' && target.hasManyRecipients && !mentionsGroup(words)) &&
      (!isPerson(words, context) ||
        (preposition === 'to' && canReachPerson(contentWords, target)) ||
        (preposition === 'with' && canBeRecipient(contentWords, target)) ||
        !/^(?:to|with)$/u.test(preposition)) &&
      (preposition !== 'to' ||
        target.recipients.length === 0 ||
        hasKnownWord ||
        canBeRecipient(contentWords, target))
    );
  });
}

/** Whether the words mean several people: "the team", "all of them", but not "my own address". */
const mentionsGroup = (words: readonly string[]): boolean =>
  words.some(
    (word) => PERSON_WORD.test(word) || /[^su]s$/u.test(word) || /^(?:list|newsletter|public)$/u.test(word),
  );

/**
 * Whether the page shows all words. The last word need not be shown if it only adds the kind of object: "barista job".
 */
const areAllKnown = (words: readonly string[], target: ConsentTarget): boolean =>
  words
    .filter((word) => isSpecific(word) && !UNNAMED_PLACE.test(word))
    .every((word, index, all) => isKnown(word, target) || (index > 0 && index === all.length - 1));

/** Whether the form's recipient can be this person. If the form has no recipient field, anyone can be the recipient. */
export function canBeRecipient(words: readonly string[], target: ConsentTarget): boolean {
  const { recipients, hasManyRecipients } = target;
  const isGroup = words.some((word) => PERSON_WORD.test(word));
  if (hasManyRecipients && (!isGroup || words.some((word) => /^(?:him|her)$/u.test(word)))) return false;
  if (isGroup) return !hasConflictingRole(words, target) && !hasUnshownRole(words, target);
  return (
    recipients.length === 0 ||
    words.some(
      (word) =>
        isRecipientWord(word, target) || (isSpecific(word) && target.nearbyStems.has(canonicalStem(word))),
    )
  );
}

/**
 * Whether the words contain a role that the page does not show: "e-mail the landlord", but the form says "To: Ruth
 * Calder", who may be somebody else.
 */
const hasUnshownRole = (words: readonly string[], target: ConsentTarget): boolean =>
  target.recipients.length > 0 &&
  words.some((word) => ROLE_SYNONYMS.some((group) => group.includes(word)) && !isKnown(word, target));

/** Whether the form can reach the person. A message form can; a review form can only if the page shows the person. */
export const canReachPerson = (words: readonly string[], target: ConsentTarget): boolean =>
  canBeRecipient(words, target) &&
  (((target.objectKinds.has('message') || target.objectKinds.has('invitation')) && !target.showsInstance) ||
    words.some(
      (word) =>
        PRONOUN.test(word) || UNNAMED_PEOPLE.test(word) || (isSpecific(word) && isKnown(word, target)),
    ));

/** Words for people that the page need not show. */
const UNNAMED_PEOPLE =
  /^(?:him|her|them|everyone|everybody|all|team|group|members?|staff|customers?|clients?)$/u;

export const isRecipientWord = (word: string, { recipients }: ConsentTarget): boolean =>
  recipients.some((recipient) => recipient.toLowerCase().includes(word));
