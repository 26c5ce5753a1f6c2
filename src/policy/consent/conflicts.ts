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

/** "Invite mara@lane.example" beside "mark@lane.example" */
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

/** "Nina Brandt" beside "Paul Brandt": the page shows one word of the name next to a different second word. */
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

/** "Ms Roth" beside "Mr Roth" */
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

/** "Tell the neighbour" beside "Message Anna (host)". */
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

/** "The second photo of the listing", "the label from the ticket": only a part of what the control deletes. */
export function concernsOnlyPart({ words, complements }: ObjectPhrase, target: ConsentTarget): boolean {
  // "A copy of the form"; shops sell copies.
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
const isHarmlessNoun = (head: string, consentClass: ConsentTarget['action']['class']): boolean =>
  getObjectKinds(head).has('other') && !(consentClass === 'send' && getObjectKinds(head).has('post'));

/**
 * "Delete the last message" beside "Delete conversation", "close the account menu" beside "Close account": the
 * command's noun is a different object from the control's noun.
 */
export function hasConflictingHead(
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
  const head = nouns.at(-1);
  if (controlNouns.length === 0 || head === undefined || isControlNoun(head)) return false;
  const isSameKind = [...getObjectKinds(head)].some((kind) =>
    controlNouns.some((word) => getObjectKinds(word).has(kind)),
  );
  // "The account menu": the control's noun only describes the menu.
  const controlNounIndex = words.findLastIndex(
    (word, index) => index < words.length - 1 && isControlNoun(word) && getObjectKinds(word).size > 0,
  );
  // "The page Old menu": a name follows.
  if (controlNounIndex >= 0 && !context.names.has(words[controlNounIndex + 1]!) && !NAMED_PLACE.test(head))
    return (
      isHarmlessNoun(head, action.class) ||
      (!isSameKind && !intersects(getObjectKinds(head), objectKinds) && !isShown(head, target))
    );
  // "Send a reminder" beside "Send invoice"
  const mentionsMessage = controlNouns.some((word) => getObjectKinds(word).has('message'));
  // "Ask the seller …" beside "Send RSVP"
  const mentionsSendable = controlNouns.some((word) =>
    SENDABLE_KINDS.some((kind) => getObjectKinds(word).has(kind)),
  );
  if (action.class === 'send' && entry.impliedKinds !== undefined && !mentionsSendable)
    return !isKnown(head, target) && !context.isProposal;
  if (action.class === 'send' && !mentionsMessage && entry.impliedKinds === undefined)
    return !isKnown(head, target) && !isPerson(words, context) && !isSameKind && !context.isProposal;
  if (action.class !== 'delete') return false;
  // "The snapshot of test-04" beside "Delete server"
  const hasOwner = complements.some(
    (complement) => complement.preposition === 'of' && complement.words.some((word) => isShown(word, target)),
  );
  if (hasOwner && !isSameKind && !context.names.has(head)) return true;
  const container = splitWords(foldLookalikes(objectText)).find(
    (word, index, all) => CONTAINER_NOUN.test(word) && all[index - 1] !== 'from',
  );
  if (container !== undefined)
    return (getObjectKinds(head).size > 0 || CONTENT_NOUN.test(head)) && !CONTAINER_NOUN.test(head);
  return CONTENT_NOUN.test(head) && !isSameKind && !splitWords(foldLookalikes(nearbyText)).includes(head);
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

/** "The brass lamp" beside "Brass barometer": the page shows the modifier, but another noun. */
export const hasConflictingNoun = (words: readonly string[], target: ConsentTarget): boolean =>
  words.length > 1 &&
  target.showsInstance &&
  // "The sunday shift" beside "Sunday 21 June": the day identifies the shift.
  !DAY_OR_MONTH.test(words[0]!) &&
  // "The orchard repository": the noun is the instructor's word for the container.
  !CONTAINER_NOUN.test(words.at(-1)!) &&
  getObjectKinds(words.at(-1)!).size === 0 &&
  !isKnown(words.at(-1)!, target) &&
  words.some((word) => isShown(word, target));

/** "Cancel my hotel" beside "Cancel flight": the page shows another noun of the same group. */
export function hasConflictingKind(head: string, { nearbyText, title }: ConsentTarget): boolean {
  const exclusiveWords = EXCLUSIVE_WORDS.find((group) => group.includes(head))?.map(canonicalStem);
  const nearbyWords = splitWords(foldLookalikes(nearbyText)).map(canonicalStem);
  const isHeadShown = [...nearbyWords, ...splitWords(foldLookalikes(title)).map(canonicalStem)].includes(
    canonicalStem(head),
  );
  return (
    exclusiveWords !== undefined && !isHeadShown && nearbyWords.some((word) => exclusiveWords.includes(word))
  );
}

/** "Close my account" beside the row of another user */
export const hasConflictingOwner = (text: string, { action, rowText, nearbyText }: ConsentTarget): boolean =>
  (action.kind === 'close-account' || action.kind === 'password') &&
  /\b(?:my|our)\b/u.test(text) &&
  (rowText !== '' || nearbyText.split(' | ').slice(1).some(isPersonName));

const LETTERED_NOUN = /\b(\p{L}{3,}) ([b-hj-z])\b/gu;

/** "Freezer b" beside "Freezer A" */
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

/** Times other than now. A time that the page shows is part of the object: "cancel the class tomorrow". */
const LATER_TIME =
  /\b(?:tomorrow|next (?:week|month|year|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|later(?! than)|some (?:day|time)|eventually)\b/u;

/** "Order it next week" */
export function isForLater(text: string, { nearbyText, fields }: ConsentTarget): boolean {
  const [laterTime] = LATER_TIME.exec(text) ?? [];
  return (
    laterTime !== undefined &&
    ![nearbyText, ...fields.map(({ value }) => value)].some((shownText) =>
      foldLookalikes(shownText).includes(laterTime),
    )
  );
}

/** "Ken's role" beside "Remove member". */
export const isPersonalBelonging = (head: string, { action, objectText }: ConsentTarget): boolean =>
  (action.class === 'delete' || action.class === 'account') &&
  getObjectKinds(head).size > 0 &&
  !getObjectKinds(head).has('account') &&
  !PERSON_WORD.test(head) &&
  splitWords(foldLookalikes(objectText)).some((word) =>
    /^(?:members?|users?|persons?|people|guests?|contacts?|participants?|collaborators?)$/u.test(word),
  );
