/** Words of an order that contradict the page: another name, kind, role or scope, or only a part of the thing. Pure. */
import { type ActedOn, isName } from './acted-on.js';
import { evidenceOf, intersects, isKnown, isShown } from './evidence.js';
import { namesOtherNumber } from './numbers.js';
import type { Order } from './order.js';
import { isPerson, type LineContext, NAVIGATOR, type ObjectPhrase } from './phrase.js';
import { fold } from './region.js';
import { canonicalStem } from './synonyms.js';
import { EXCLUSIVE_KINDS, PEOPLE, PRONOUN, ROLES, type ThingKind, thingsOf, UNSPECIFIC } from './things.js';
import { namesOtherTime, namesUnshownTime } from './times.js';
import { DAY_OR_MONTH, isSpecific, wordsOf } from './words.js';
import { withoutVerb } from './find-things.js';
import { HOLDER } from './things.js';

const timesShown = ({ shownText, fields }: ActedOn): string =>
  [shownText, ...fields.map(({ value }) => value)].join(' | ');

/** Whether the form has an empty field for a time or a date. */
const canTakeTime = ({ fields }: ActedOn): boolean =>
  fields.some(
    ({ name, value }) =>
      value === '' && /\b(?:date|day|time|from|until|when|pick-?up|check-?in)\b/u.test(fold(name)),
  );

/** Whether the order names a time or number that the page does not show. */
export const namesOtherValue = (
  object: string,
  { sentence, isProposal = false }: LineContext,
  actedOn: ActedOn,
): boolean =>
  (actedOn.action.class !== 'send' && namesOtherTime(sentence, timesShown(actedOn))) ||
  (actedOn.action.class !== 'send' &&
    !canTakeTime(actedOn) &&
    namesUnshownTime(object, `${timesShown(actedOn)} ${actedOn.title}`)) ||
  namesOtherNumber(actedOn.action.class === 'send' ? object : sentence, actedOn, isProposal);

/** "Invite mara@lane.example" beside "mark@lane.example" */
export function namesOtherAddress(text: string, { shownText, fields }: ActedOn): boolean {
  const addressesIn = (one: string): string[] => fold(one).match(/[\w.+-]+@[\w.-]+\w/gu) ?? [];
  const shown = addressesIn([shownText, ...fields.map(({ value }) => value)].join(' | '));
  const namedAddresses = addressesIn(text);
  return namedAddresses.length > 0 && shown.length > 0 && !namedAddresses.some((one) => shown.includes(one));
}

/** "Nina Brandt" beside "Paul Brandt": the page shows one part of the name together with a different second part. */
export function namesOtherPerson(
  words: readonly string[],
  actedOn: ActedOn,
  { names }: LineContext,
): boolean {
  const { shownText, fields } = actedOn;
  const text = [shownText, ...fields.map(({ value }) => value)].join(' | ');
  const isPart = (word: string | undefined): word is string =>
    word !== undefined && names.has(word) && isSpecific(word) && /^[\p{L}'-]+$/u.test(word);
  return words.some((first, index) => {
    const second = words[index + 1];
    if (!isPart(first) || !isPart(second)) return false;
    const [knowsFirst, knowsSecond] = [isKnown(first, actedOn), isKnown(second, actedOn)];
    if (knowsFirst === knowsSecond) return false;
    const pairs = [...text.matchAll(/(\p{Lu}[\p{L}'-]+) (?=(\p{Lu}[\p{L}'-]+))/gu)];
    return pairs.some(([, one, other]) =>
      knowsFirst ? fold(one!) === first : fold(other!) === second && isSpecific(fold(one!)),
    );
  });
}

const TITLED = /\b(mr|mrs|ms|miss)\.? (\p{L}+)/gu;

/** "Ms Roth" beside "Mr Roth" */
export function namesOtherTitle(text: string, { shownText, fields }: ActedOn): boolean {
  const shown = [...fold([shownText, ...fields.map(({ value }) => value)].join(' | ')).matchAll(TITLED)];
  return [...text.matchAll(TITLED)].some(([, title, name]) =>
    shown.some(([, other, one]) => one === name && (title === 'mr') !== (other === 'mr')),
  );
}

/** "Tell the neighbour" beside "Message Anna (host)". */
export function namesOtherRole(words: readonly string[], { shownText }: ActedOn): boolean {
  const roleOf = (word: string): string | undefined => ROLES.find((group) => group.includes(word))?.[0];
  const named = words.map(roleOf).filter((role) => role !== undefined);
  const shown = wordsOf(fold(shownText)).map(roleOf);
  return (
    named.length > 0 &&
    shown.some((role) => role !== undefined) &&
    !named.some((role) => shown.includes(role))
  );
}

/** Things that contain other things. */
const CONTAINER =
  /^(?:account|album|archive|board|book|branch|calendar|channel|chat|collection|conversation|database|directory|drive|exam|folder|forum|gallery|group|history|library|list|listing|mailbox|inbox|map|notebook|page|playlist|profile|project|quiz|repository|repo|series|sheet|site|space|spreadsheet|table|team|thread|topic|website|wiki|workspace)s?$/u;

/** Contents of containers, besides the things in `things.ts`. */
const CONTENT =
  /^(?:photo|picture|image|video|clip|song|track|recording|file|document|attachment|item|card|slide|chapter|section|paragraph|sentence|line|row|column|cell|book|member|person|contact)s?$/u;

/** "The second photo of the listing", "the label from the ticket": only a part of what the control deletes. */
export function namesPart({ words, complements }: ObjectPhrase, actedOn: ActedOn): boolean {
  // "A copy of the form"; shops sell copies.
  if (actedOn.action.class !== 'buy' && words.at(-1) === 'copy' && !isShown('copy', actedOn)) return true;
  const own = wordsOf(fold(actedOn.ownText));
  // "Remove from album" removes what the album contains.
  if (actedOn.action.class !== 'delete' || own.some((word) => word === 'from')) return false;
  const fits = (word: string): boolean =>
    intersects(thingsOf(word), actedOn.things) ||
    (thingsOf(word).size > 0 && evidenceOf(word, actedOn) !== 'none');
  const isWhole = (word: string): boolean =>
    CONTENT.test(word)
      ? own.map(canonicalStem).includes(canonicalStem(word))
      : fits(word) || actedOn.words.has(canonicalStem(word));
  const specific = words.filter(
    (word) => !PRONOUN.test(word) && !UNSPECIFIC.test(word) && !NAVIGATOR.test(word),
  );
  return (
    specific.length > 0 &&
    !specific.some(isWhole) &&
    complements.some((one) => /^(?:of|from|off|out|in)$/u.test(one.preposition) && one.words.some(fits))
  );
}

/** What is sent to people, or submitted. */
const SENDABLE: readonly ThingKind[] = ['message', 'post', 'form', 'invitation'];

/** Nouns of controls for any thing. */
const ANY_THING =
  /^(?:item|entry|entries|selected|selection|record|row|object|element|result|post|permanently|forever|now|anyway|all|my|your|from|for|good)s?$/u;

/** A thing whose change is harmless; but a page or a list can be published. */
const isPlainly = (head: string, consentClass: ActedOn['action']['class']): boolean =>
  thingsOf(head).has('other') && !(consentClass === 'send' && thingsOf(head).has('post'));

/**
 * "Delete the last message" beside "Delete conversation", "close the account menu" beside "Close account": the noun of
 * the order is another thing than the one that the control names.
 */
export function namesOtherHead(
  { entry, phrase: { words, complements } }: Pick<Order, 'entry' | 'phrase'>,
  actedOn: ActedOn,
  context: LineContext,
): boolean {
  const { action, ownText, shownText, things } = actedOn;
  const own = wordsOf(withoutVerb(ownText).replace(/\bfrom\b.*$/u, '')).filter(
    (word) => !ANY_THING.test(word) && isSpecific(word),
  );
  const isOwn = (word: string): boolean => own.map(canonicalStem).includes(canonicalStem(word));
  const nouns = words.filter((word) => !UNSPECIFIC.test(word) && !PRONOUN.test(word));
  const head = nouns.at(-1);
  if (own.length === 0 || head === undefined || isOwn(head)) return false;
  const isSameKind = [...thingsOf(head)].some((thing) => own.some((word) => thingsOf(word).has(thing)));
  // "The account menu": the control's noun only says of which kind the menu is.
  const ownAt = words.findLastIndex(
    (word, index) => index < words.length - 1 && isOwn(word) && thingsOf(word).size > 0,
  );
  // "The page Old menu": a name follows.
  if (ownAt >= 0 && !context.names.has(words[ownAt + 1]!) && !HOLDER.test(head))
    return (
      isPlainly(head, action.class) ||
      (!isSameKind && !intersects(thingsOf(head), things) && !isShown(head, actedOn))
    );
  // "Send a reminder" beside "Send invoice"
  const isMessage = own.some((word) => thingsOf(word).has('message'));
  // "Ask the seller …" beside "Send RSVP"
  const isSendable = own.some((word) => SENDABLE.some((thing) => thingsOf(word).has(thing)));
  if (action.class === 'send' && entry.implies !== undefined && !isSendable)
    return !isKnown(head, actedOn) && !context.isProposal;
  if (action.class === 'send' && !isMessage && entry.implies === undefined)
    return !isKnown(head, actedOn) && !isPerson(words, context) && !isSameKind && !context.isProposal;
  if (action.class !== 'delete') return false;
  // "The snapshot of test-04" beside "Delete server"
  const hasOwner = complements.some(
    (one) => one.preposition === 'of' && one.words.some((word) => isShown(word, actedOn)),
  );
  if (hasOwner && !isSameKind && !context.names.has(head)) return true;
  const container = wordsOf(fold(ownText)).find(
    (word, index, all) => CONTAINER.test(word) && all[index - 1] !== 'from',
  );
  if (container !== undefined)
    return (thingsOf(head).size > 0 || CONTENT.test(head)) && !CONTAINER.test(head);
  return CONTENT.test(head) && !isSameKind && !wordsOf(fold(shownText)).includes(head);
}

/** Whether some of the words that say which thing is meant are on the page, or the page shows nothing that they could name. */
export function namesOther(words: readonly string[], actedOn: ActedOn): boolean {
  const specific = words.filter((word) => isSpecific(word) && !intersects(thingsOf(word), actedOn.things));
  return specific.length > 0 && actedOn.hasInstance && !specific.some((word) => isShown(word, actedOn));
}

/** "The brass lamp" beside "Brass barometer": the page shows a word about the thing, but another thing. */
export const namesOtherNoun = (words: readonly string[], actedOn: ActedOn): boolean =>
  words.length > 1 &&
  actedOn.hasInstance &&
  // "The sunday shift" beside "Sunday 21 June": the day says which one.
  !DAY_OR_MONTH.test(words[0]!) &&
  // "The orchard repository": the noun is the instructor's word for what contains the thing.
  !CONTAINER.test(words.at(-1)!) &&
  thingsOf(words.at(-1)!).size === 0 &&
  !isKnown(words.at(-1)!, actedOn) &&
  words.some((word) => isShown(word, actedOn));

/** "Cancel my hotel" beside "Cancel flight": the page shows another thing of a kind. */
export function namesOtherKind(head: string, { shownText, title }: ActedOn): boolean {
  const group = EXCLUSIVE_KINDS.find((kinds) => kinds.includes(head))?.map(canonicalStem);
  const shown = wordsOf(fold(shownText)).map(canonicalStem);
  const isShown = [...shown, ...wordsOf(fold(title)).map(canonicalStem)].includes(canonicalStem(head));
  return group !== undefined && !isShown && shown.some((word) => group.includes(word));
}

/** "Close my account" beside the row of another user */
export const namesOwn = (text: string, { action, row, shownText }: ActedOn): boolean =>
  (action.kind === 'close-account' || action.kind === 'password') &&
  /\b(?:my|our)\b/u.test(text) &&
  (row !== '' || shownText.split(' | ').slice(1).some(isName));

const LABEL = /\b(\p{L}{3,}) ([b-hj-z])\b/gu;

/** "Freezer b" beside "Freezer A" */
export function namesOtherLabel(text: string, { shownText, fields }: ActedOn): boolean {
  const shown = fold([shownText, ...fields.map(({ name, value }) => `${name} ${value}`)].join(' | '));
  return [...text.matchAll(LABEL)].some(
    ([label, noun]) =>
      new RegExp(`\\b${noun!} \\p{L}\\b`, 'u').test(shown) && !new RegExp(`\\b${label}\\b`, 'u').test(shown),
  );
}

/** Times other than now. A time that the page shows is not a plan for later: "cancel the class tomorrow". */
const LATER =
  /\b(?:tomorrow|next (?:week|month|year|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|later(?! than)|some (?:day|time)|eventually)\b/u;

/** "Order it next week" */
export function namesLater(text: string, { shownText, fields }: ActedOn): boolean {
  const [later] = LATER.exec(text) ?? [];
  return (
    later !== undefined &&
    ![shownText, ...fields.map(({ value }) => value)].some((one) => fold(one).includes(later))
  );
}

/** "Ken's role" beside "Remove member". */
export const namesBelonging = (head: string, { action, ownText }: ActedOn): boolean =>
  (action.class === 'delete' || action.class === 'account') &&
  thingsOf(head).size > 0 &&
  !thingsOf(head).has('account') &&
  !PEOPLE.test(head) &&
  wordsOf(fold(ownText)).some((word) =>
    /^(?:members?|users?|persons?|people|guests?|contacts?|participants?|collaborators?)$/u.test(word),
  );
