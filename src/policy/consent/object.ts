/**
 * Whether the object of an order ("the draft", "it", "Ana a mail") is the thing that a control acts on. The object must
 * be anchored in the page, its words must be accounted for, and none may contradict the page. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { changesField, isAnchored, isIdentified } from './anchors.js';
import { canReach, complementsFit } from './complements.js';
import {
  namesBelonging,
  namesOtherAddress,
  namesOtherHead,
  namesLater,
  namesOther,
  namesOwn,
  namesOtherKind,
  namesOtherLabel,
  namesOtherNoun,
  namesOtherPerson,
  namesOtherTitle,
  namesOtherValue,
  namesPart,
} from './conflicts.js';
import { isIdentifier, isKnown, isShown } from './evidence.js';
import { type Order, parseOrder, PLACE, wordsOfOrder } from './order.js';
import { beforeContentOf } from './parse-line.js';
import { type LineContext, NAVIGATOR, parseObject } from './phrase.js';
import { fold } from './region.js';
import { buysMore, hasLimit, namesException, namesOtherScope } from './scope.js';
import { thingsOf } from './things.js';
import { leavesUnaccounted, STARS } from './unaccounted.js';
import type { VerbEntry } from './verbs.js';
import { DAY_OR_MONTH, wordsOf } from './words.js';

/** "Confirm for me that it goes to the old flat" is a question. */
const ASKS = /^(?:(?:for|to|with) me )?(?:that|whether|if) (?:it|i|the|my|there|this|he|she|they|we|you)\b/u;

/** "Take out the insurance" */
const TAKES_AWAY = /^(?:\S+ ){0,4}?(?:out|off|away|aside|down|back|by|on hold|ready)\b/u;

/** "Order what's in the basket" */
const WHAT_IS_IN = /^(?:what(?:'s| is| i have| we have)|everything(?: that's)?) (?:in|on) /u;

const TOLD = /(?:^| )(?:that|whether|if|why|how|when) .*$/u;

/** @param given the clause after the verb */
export function objectFits(given: string, entry: VerbEntry, actedOn: ActedOn, context: LineContext): boolean {
  const { action } = actedOn;
  if (entry.isLight && action.class === 'buy' && TAKES_AWAY.test(given)) return false;
  // "Reply that we accept the offer"
  const text = (action.class === 'send' && entry.implies ? given.replace(TOLD, '') : given).replace(
    WHAT_IS_IN,
    '',
  );
  const isToNavigator = NAVIGATOR.test(wordsOf(text)[0] ?? '');
  if (action.class !== 'send' && ASKS.test(text)) return false;
  if (action.class === 'send' && !entry.isLight && !entry.implies && isToNavigator) return false;
  const order = parseOrder(text, entry, actedOn, context);
  if (contradicts(text, order, actedOn, context)) return false;
  if (leavesUnaccounted(order, actedOn, context)) return false;
  if (entry.isEdit) return changesField(order, actedOn);
  return (!entry.isLight && isAnchored(order, actedOn, context)) || isIdentified(order, actedOn, context);
}

const ROLE_FIELD = /\b(?:roles?|permissions?|access|rights?|level|can)\b/u;

const ROLE_WORD =
  /^(?:view|viewer|read|reader|read-only|readonly|edit|editor|write|writer|comment|commenter|admin|administrator|owner|moderator|member|guest|manager|full)$/u;

/** Whether a word of the order contradicts what the page shows. */
function contradicts(text: string, order: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { action } = actedOn;
  const { phrase, head, modifiers, names, topicWords } = order;
  if (namesOtherValue(text, context, actedOn)) return true;
  if (namesOtherScope(text, context.sentence, actedOn) || namesException(context.sentence, actedOn))
    return true;
  if (namesOwn(text, actedOn) || hasLimit(beforeContentOf(context.sentence))) return true;
  if (namesOtherLabel(text, actedOn)) return true;
  if (buysMore(order, actedOn, context.sentence)) return true;
  if (
    namesLater(text, actedOn) ||
    namesOtherAddress(action.class === 'account' ? context.sentence : text, actedOn) ||
    namesOtherTitle(text, actedOn)
  )
    return true;
  if (namesOtherPerson(wordsOf(action.class === 'send' ? text : context.sentence), actedOn, context))
    return true;
  if (head !== undefined && namesBelonging(head, actedOn)) return true;
  if (namesPart(phrase, actedOn) || namesOtherHead(order, actedOn, context)) return true;
  if (!complementsFit(phrase, actedOn, context)) return true;
  if (phrase.person !== null && !canReach(wordsOf(phrase.person), actedOn)) return true;
  const isUnknown = (word: string): boolean => !isKnown(word, actedOn);
  if (order.phrases.slice(action.class === 'delete' ? 0 : 1).some((words) => namesOtherNoun(words, actedOn)))
    return true;
  if ([...modifiers, head ?? ''].some((word) => namesOtherKind(word, actedOn))) return true;
  // "The wiki page Old Timetable", "the running shoes Trailfox 3": the name says which thing is meant.
  const isNamed = names.some(
    (word) => thingsOf(word).size === 0 && !DAY_OR_MONTH.test(word) && isShown(word, actedOn),
  );
  const isFree = (word: string): boolean => PLACE.test(word) || STARS.test(word);
  const unknownModifiers = modifiers.filter(
    (word) => isUnknown(word) && !(action.class === 'send' && isFree(word)),
  ).length;
  if (unknownModifiers > (isNamed ? 1 : 0) && !context.isProposal) return true;
  if (action.class === 'send') {
    const answered = phrase.complements.filter((one) => one.preposition === 'to').flatMap((one) => one.words);
    const others = answered.filter((word) => isIdentifier(word, context));
    return [[...modifiers.filter((word) => !PLACE.test(word)), ...names, ...topicWords], names, others].some(
      (words) => namesOther(words, actedOn),
    );
  }
  // "Give Ines read-only access" beside a field with another role.
  if (
    actedOn.fields.some(({ name, value }) => ROLE_FIELD.test(fold(name)) && value !== '') &&
    [...modifiers, head ?? ''].some((word) => ROLE_WORD.test(word) && isUnknown(word))
  )
    return true;
  const hasDetails = action.kind === 'create-account' || action.kind === 'password';
  const unknownTopicCount = topicWords.filter((word) => isUnknown(word) && !PLACE.test(word)).length;
  const shown = wordsOfOrder(order).filter((word) => isShown(word, actedOn)).length;
  return !hasDetails && unknownTopicCount > shown && actedOn.hasInstance;
}

/** Whether an answer ("the one from Jon", "at 8") chooses a different thing from the one that the page shows. */
export function choosesOther(answer: string, actedOn: ActedOn, context: LineContext): boolean {
  if (actedOn.action.class === 'send') return false;
  if (namesOtherValue(answer, context, actedOn)) return true;
  const { words, complements } = parseObject(answer, context);
  return (
    actedOn.action.class === 'delete' &&
    namesOther([...words, ...complements.flatMap((one) => one.words)], actedOn)
  );
}
