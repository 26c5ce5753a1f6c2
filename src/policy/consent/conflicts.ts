/**
 * Finds words of a command that contradict the page: another name, kind or role, or only a part of the target. Pure.
 */
import { type ConsentTarget, isPersonName } from './consent-target.js';
import { findEvidence, intersects, isKnown, isShown } from './evidence.js';
import { hasConflictingNumber } from './numbers.js';
import type { InstructorCommand } from './command.js';
import { isPerson, type LineContext, INSTRUCTOR_PRONOUN, type ObjectPhrase } from './object-phrase.js';
import { foldLookalikes } from './region.js';
import { canonicalStem } from './synonyms.js';
import {
  EXCLUSIVE_WORDS,
  PERSON_WORD,
  PRONOUN,
  ROLE_SYNONYMS,
  type ObjectKind,
  getObjectKinds,
  UNSPECIFIC_WORD,
} from './object-kinds.js';
import { hasConflictingTime, hasUnshownTime } from './times.js';
import { DAY_OR_MONTH, isSpecific, splitWords } from './words.js';
import { removeVerb } from './find-object-kinds.js';
import { NAMED_PLACE } from './object-kinds.js';

const joinNearbyTexts = ({ nearbyText, fields }: ConsentTarget): string =>
  [nearbyText, ...fields.map(({ value }) => value)].join(' | ');

/** Whether the form has an empty field for a time or a date. */
const hasEmptyTimeField = ({ fields }: ConsentTarget): boolean =>
  fields.some(
    ({ name, value }) =>
      value === '' && /\b(?:date|day|time|from|until|when|pick-?up|check-?in)\b/u.test(foldLookalikes(name)),
  );

/** Whether the command contains a time or number that the page does not show. */
export const hasConflictingValue = (
  object: string,
  { sentence, isProposal = false }: LineContext,
  target: ConsentTarget,
): boolean =>
  (target.action.class !== 'send' && hasConflictingTime(sentence, joinNearbyTexts(target))) ||
  (target.action.class !== 'send' &&
    !hasEmptyTimeField(target) &&
    hasUnshownTime(object, `${joinNearbyTexts(target)} ${target.title}`)) ||
  hasConflictingNumber(target.action.class === 'send' ? object : sentence, target, isProposal);

/**
 * Whether the command has an e-mail address and the page shows only others: "invite mara@lane.example", but the page
 * shows "mark@lane.example".
 */
export function hasConflictingAddress(text: string, { nearbyText, fields }: ConsentTarget): boolean {
  const findAddresses = (source: string): string[] =>
    foldLookalikes(source).match(/[\w.+-]+@[\w.-]+\w/gu) ?? [];
  const shownAddresses = findAddresses([nearbyText, ...fields.map(({ value }) => value)].join(' | '));
  const namedAddresses = findAddresses(text);
  return (
    namedAddresses.length > 0 &&
    shownAddresses.length > 0 &&
    !namedAddresses.some((address) => shownAddresses.includes(address))
  );
}

/**
 * Whether the page shows only one part of a name, together with a different other part: the instructor says "Nina
 * Brandt", but the page shows "Paul Brandt".
 */
export function hasConflictingPersonName(
  words: readonly string[],
  target: ConsentTarget,
  { names }: LineContext,
): boolean {
  const { nearbyText, fields } = target;
  const text = [nearbyText, ...fields.map(({ value }) => value)].join(' | ');
  const isNameWord = (word: string | undefined): word is string =>
    word !== undefined && names.has(word) && isSpecific(word) && /^[\p{L}'-]+$/u.test(word);
  return words.some((first, index) => {
    const second = words[index + 1];
    if (!isNameWord(first) || !isNameWord(second)) return false;
    const [isFirstKnown, isSecondKnown] = [isKnown(first, target), isKnown(second, target)];
    if (isFirstKnown === isSecondKnown) return false;
    const shownNames = [...text.matchAll(/(\p{Lu}[\p{L}'-]+) (?=(\p{Lu}[\p{L}'-]+))/gu)];
    return shownNames.some(([, shownFirst, shownSecond]) =>
      isFirstKnown
        ? foldLookalikes(shownFirst!) === first
        : foldLookalikes(shownSecond!) === second && isSpecific(foldLookalikes(shownFirst!)),
    );
  });
}

const NAME_WITH_TITLE = /\b(mr|mrs|ms|miss)\.? (\p{L}+)/gu;

/** Whether the page shows the name with another title: the instructor says "Ms Roth", but the page shows "Mr Roth". */
export function hasConflictingPersonTitle(text: string, { nearbyText, fields }: ConsentTarget): boolean {
  const shownNames = [
    ...foldLookalikes([nearbyText, ...fields.map(({ value }) => value)].join(' | ')).matchAll(
      NAME_WITH_TITLE,
    ),
  ];
  return [...text.matchAll(NAME_WITH_TITLE)].some(([, title, name]) =>
    shownNames.some(
      ([, shownTitle, shownName]) => shownName === name && (title === 'mr') !== (shownTitle === 'mr'),
    ),
  );
}

/**
 * Whether the page shows another role than the command: "tell the neighbour", but the page shows "Message Anna
 * (host)".
 */
export function hasConflictingRole(words: readonly string[], { nearbyText }: ConsentTarget): boolean {
  const findRole = (word: string): string | undefined =>
    ROLE_SYNONYMS.find((group) => group.includes(word))?.[0];
  const namedRoles = words.map(findRole).filter((role) => role !== undefined);
  const shownRoles = splitWords(foldLookalikes(nearbyText)).map(findRole);
  return (
    namedRoles.length > 0 &&
    shownRoles.some((role) => role !== undefined) &&
    !namedRoles.some((role) => shownRoles.includes(role))
  );
}

/** Objects that contain other objects. */
const CONTAINER_NOUN =
  /^(?:account|album|archive|board|book|branch|calendar|channel|chat|collection|conversation|database|directory|drive|exam|folder|forum|gallery|group|history|library|list|listing|mailbox|inbox|map|notebook|page|playlist|profile|project|quiz|repository|repo|series|sheet|site|space|spreadsheet|table|team|thread|topic|website|wiki|workspace)s?$/u;

/** Contents of containers, besides the nouns in `object-kinds.ts`. */
const CONTENT_NOUN =
  /^(?:photo|picture|image|video|clip|song|track|recording|file|document|attachment|item|card|slide|chapter|section|paragraph|sentence|line|row|column|cell|book|member|person|contact)s?$/u;

/**
 * Whether the command is about only a part of what the control deletes: "the second photo of the listing", "the label
 * from the ticket".
 */
export function concernsOnlyPart({ words, complements }: ObjectPhrase, target: ConsentTarget): boolean {
  // "A copy of the form" is not the form. In a shop, a copy is an item.
  if (target.action.class !== 'buy' && words.at(-1) === 'copy' && !isShown('copy', target)) return true;
  const objectWords = splitWords(foldLookalikes(target.objectText));
  // "Remove from album" removes what the album contains.
  if (target.action.class !== 'delete' || objectWords.some((word) => word === 'from')) return false;
  const isObjectKind = (word: string): boolean =>
    intersects(getObjectKinds(word), target.objectKinds) ||
    (getObjectKinds(word).size > 0 && findEvidence(word, target) !== 'none');
  const isWholeObject = (word: string): boolean =>
    CONTENT_NOUN.test(word)
      ? objectWords.map(canonicalStem).includes(canonicalStem(word))
      : isObjectKind(word) || target.nearbyStems.has(canonicalStem(word));
  const specificWords = words.filter(
    (word) => !PRONOUN.test(word) && !UNSPECIFIC_WORD.test(word) && !INSTRUCTOR_PRONOUN.test(word),
  );
  return (
    specificWords.length > 0 &&
    !specificWords.some(isWholeObject) &&
    complements.some(
      (complement) =>
        /^(?:of|from|off|out|in)$/u.test(complement.preposition) && complement.words.some(isObjectKind),
    )
  );
}

/** Objects that are sent to people, or submitted. */
const SENDABLE_KINDS: readonly ObjectKind[] = ['message', 'post', 'form', 'invitation'];

/** Words in control names that fit any object. */
const GENERIC_CONTROL_NOUN =
  /^(?:item|entry|entries|selected|selection|record|row|object|element|result|post|permanently|forever|now|anyway|all|my|your|from|for|good)s?$/u;

/**
 * Whether the noun is an object that can be changed without harm. For "send", a page or a list is not: it can be
 * published.
 */
const isHarmlessNoun = (headNoun: string, consentClass: ConsentTarget['action']['class']): boolean =>
  getObjectKinds(headNoun).has('other') && !(consentClass === 'send' && getObjectKinds(headNoun).has('post'));

/**
 * Whether the command's noun is a different object from the control's noun: "delete the last message" if the control
 * is "Delete conversation", "close the account menu" if the control is "Close account".
 */
export function hasConflictingHeadNoun(
  { entry, phrase: { words, complements } }: Pick<InstructorCommand, 'entry' | 'phrase'>,
  target: ConsentTarget,
  context: LineContext,
): boolean {
  const { action, objectText, nearbyText, objectKinds } = target;
  const controlNouns = splitWords(removeVerb(objectText).replace(/\bfrom\b.*$/u, '')).filter(
    (word) => !GENERIC_CONTROL_NOUN.test(word) && isSpecific(word),
  );
  const isControlNoun = (word: string): boolean =>
    controlNouns.map(canonicalStem).includes(canonicalStem(word));
  const nouns = words.filter((word) => !UNSPECIFIC_WORD.test(word) && !PRONOUN.test(word));
  const headNoun = nouns.at(-1);
  if (controlNouns.length === 0 || headNoun === undefined || isControlNoun(headNoun)) return false;
  const isSameKind = [...getObjectKinds(headNoun)].some((kind) =>
    controlNouns.some((word) => getObjectKinds(word).has(kind)),
  );
  // In "the account menu", the control's noun only describes the menu.
  const controlNounIndex = words.findLastIndex(
    (word, index) => index < words.length - 1 && isControlNoun(word) && getObjectKinds(word).size > 0,
  );
  // In "the page Old menu", the words after the noun are a name.
  if (
    controlNounIndex >= 0 &&
    !context.names.has(words[controlNounIndex + 1]!) &&
    !NAMED_PLACE.test(headNoun)
  )
    return (
      isHarmlessNoun(headNoun, action.class) ||
      (!isSameKind && !intersects(getObjectKinds(headNoun), objectKinds) && !isShown(headNoun, target))
    );
  // The instructor says "send a reminder", but the control is "Send invoice".
  const mentionsMessage = controlNouns.some((word) => getObjectKinds(word).has('message'));
  // The instructor says "ask the seller …", but the control is "Send RSVP".
  const mentionsSendable = controlNouns.some((word) =>
    SENDABLE_KINDS.some((kind) => getObjectKinds(word).has(kind)),
  );
  if (action.class === 'send' && entry.impliedKinds !== undefined && !mentionsSendable)
    return !isKnown(headNoun, target) && !context.isProposal;
  if (action.class === 'send' && !mentionsMessage && entry.impliedKinds === undefined)
    return !isKnown(headNoun, target) && !isPerson(words, context) && !isSameKind && !context.isProposal;
  if (action.class !== 'delete') return false;
  // The instructor says "the snapshot of test-04", but the control is "Delete server".
  const hasOwner = complements.some(
    (complement) => complement.preposition === 'of' && complement.words.some((word) => isShown(word, target)),
  );
  if (hasOwner && !isSameKind && !context.names.has(headNoun)) return true;
  const container = splitWords(foldLookalikes(objectText)).find(
    (word, index, all) => CONTAINER_NOUN.test(word) && all[index - 1] !== 'from',
  );
  if (container !== undefined)
    return (
      (getObjectKinds(headNoun).size > 0 || CONTENT_NOUN.test(headNoun)) && !CONTAINER_NOUN.test(headNoun)
    );
  return (
    CONTENT_NOUN.test(headNoun) && !isSameKind && !splitWords(foldLookalikes(nearbyText)).includes(headNoun)
  );
}

/** Whether the page shows an instance, but none of the words that identify the object. */
export function hasOnlyUnshownWords(words: readonly string[], target: ConsentTarget): boolean {
  const specificWords = words.filter(
    (word) => isSpecific(word) && !intersects(getObjectKinds(word), target.objectKinds),
  );
  return (
    specificWords.length > 0 && target.showsInstance && !specificWords.some((word) => isShown(word, target))
  );
}

/**
 * Whether the page shows the modifier with another noun: the instructor says "the brass lamp", but the page shows
 * "Brass barometer".
 */
export const hasConflictingNoun = (words: readonly string[], target: ConsentTarget): boolean =>
  words.length > 1 &&
  target.showsInstance &&
  // If the page shows "Sunday 21 June", the day identifies "the sunday shift".
  !DAY_OR_MONTH.test(words[0]!) &&
  // In "the orchard repository", the noun may be the instructor's own word for the container.
  !CONTAINER_NOUN.test(words.at(-1)!) &&
  getObjectKinds(words.at(-1)!).size === 0 &&
  !isKnown(words.at(-1)!, target) &&
  words.some((word) => isShown(word, target));

/** Whether the page shows another noun of the same group: "cancel my hotel", but the control is "Cancel flight". */
export function hasConflictingKind(headNoun: string, { nearbyText, title }: ConsentTarget): boolean {
  const exclusiveWords = EXCLUSIVE_WORDS.find((group) => group.includes(headNoun))?.map(canonicalStem);
  const nearbyWords = splitWords(foldLookalikes(nearbyText)).map(canonicalStem);
  const isHeadNounShown = [...nearbyWords, ...splitWords(foldLookalikes(title)).map(canonicalStem)].includes(
    canonicalStem(headNoun),
  );
  return (
    exclusiveWords !== undefined &&
    !isHeadNounShown &&
    nearbyWords.some((word) => exclusiveWords.includes(word))
  );
}

/**
 * Whether the object belongs to the instructor but the page shows another user: "close my account", but the row is
 * another user's.
 */
export const hasConflictingOwner = (text: string, { action, rowText, nearbyText }: ConsentTarget): boolean =>
  (action.kind === 'close-account' || action.kind === 'password') &&
  /\b(?:my|our)\b/u.test(text) &&
  (rowText !== '' || nearbyText.split(' | ').slice(1).some(isPersonName));

const LETTERED_NOUN = /\b(\p{L}{3,}) ([b-hj-z])\b/gu;

/**
 * Whether the page shows the noun with another letter: the instructor says "freezer b", but the page shows "Freezer
 * A".
 */
export function hasConflictingLetter(text: string, { nearbyText, fields }: ConsentTarget): boolean {
  const foldedText = foldLookalikes(
    [nearbyText, ...fields.map(({ name, value }) => `${name} ${value}`)].join(' | '),
  );
  return [...text.matchAll(LETTERED_NOUN)].some(
    ([label, noun]) =>
      new RegExp(`\\b${noun!} \\p{L}\\b`, 'u').test(foldedText) &&
      !new RegExp(`\\b${label}\\b`, 'u').test(foldedText),
  );
}

/** Words for a later time. */
const LATER_TIME =
  /\b(?:tomorrow|next (?:week|month|year|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|later(?! than)|some (?:day|time)|eventually)\b/u;

/**
 * Whether the command is for a later time: "order it next week". A time that the page shows belongs to the object:
 * "cancel the class tomorrow".
 */
export function isForLater(text: string, { nearbyText, fields }: ConsentTarget): boolean {
  const [laterTime] = LATER_TIME.exec(text) ?? [];
  return (
    laterTime !== undefined &&
    ![nearbyText, ...fields.map(({ value }) => value)].some((shownText) =>
      foldLookalikes(shownText).includes(laterTime),
    )
  );
}

/**
 * Whether the object only belongs to the person whom the control removes: "Ken's role", but the control is "Remove
 * member".
 */
export const isPersonalBelonging = (headNoun: string, { action, objectText }: ConsentTarget): boolean =>
  (action.class === 'delete' || action.class === 'account') &&
  getObjectKinds(headNoun).size > 0 &&
  !getObjectKinds(headNoun).has('account') &&
  !PERSON_WORD.test(headNoun) &&
  splitWords(foldLookalikes(objectText)).some((word) =>
    /^(?:members?|users?|persons?|people|guests?|contacts?|participants?|collaborators?)$/u.test(word),
  );
