/**
 * How much an order is about: a part of what the control acts on, all of it but an exception, or an order with a limit.
 * Pure.
 */
import type { ActedOn } from './acted-on.js';
import { evidenceOf, isShown } from './evidence.js';
import { ORDINAL_WORDS } from './numbers.js';
import type { Order } from './order.js';
import { fold } from './region.js';
import { thingsOf } from './things.js';
import { isSpecific, numbersIn, wordsOf } from './words.js';

const ALL = /\b(?:all|every|every(?:thing|one|body|where)|entire|whole|both|each|any)\b/u;

/** "The other article", "the first three" beside "Delete all": the control acts on another thing, or on more. */
export function namesOtherScope(text: string, sentence: string, actedOn: ActedOn): boolean {
  const words = wordsOf(text);
  const [other] =
    /\b(?:other|another(?! (?:hour|night|day|week|month|year)\b)|different)\b(?: \p{L}+)?/u.exec(text) ?? [];
  if (other !== undefined && !fold(`${actedOn.shownText} ${actedOn.title}`).includes(other.split(' ')[0]!))
    return !words.some((word) => isSpecific(word) && isShown(word, actedOn)) || /^other/u.test(other);
  const own = fold(actedOn.ownText);
  const isSeveral = /\b(?:[2-9]|\d{2,3}) \p{L}+s\b|\((?:[2-9]|\d{2,})\)/u.test(
    fold(actedOn.controlNames[0] ?? ''),
  );
  if (!ALL.test(own) && !(isSeveral && actedOn.action.class === 'delete')) return false;
  // "The older of the two"
  if (/\b(?:one|first|second|last|\p{L}{2,}er|\p{L}{2,}est) of (?:the|these|those|my|them)\b/u.test(text))
    return true;
  // "The expired vouchers" beside "Delete all vouchers"
  const kind = words.findIndex((word) => isSpecific(word) && own.split(' ').includes(word));
  const isSome =
    ALL.test(own) &&
    kind > 0 &&
    words.slice(0, kind).some((word) => isSpecific(word) && evidenceOf(word, actedOn) !== 'near');
  const isPart =
    isSome || words.some((word) => ORDINAL_WORDS.includes(word) || /^(?:last|one|single)$/u.test(word));
  // "Delete all", "log out everywhere": the order must say so, or name several things.
  const saysAll =
    ALL.test(sentence) ||
    words.some(
      (word) =>
        /^(?:\d+|them)$/u.test(word) ||
        (isSpecific(word) &&
          (/[^su]s$/u.test(word) || new RegExp(`\\ball (?:(?:my|your|the) )?${word}\\b`, 'u').test(own))),
    );
  return isPart || !saysAll;
}

const EXCEPTION = /\b(?:but|except(?: for)?|apart from|other than)\b (.+)$/u;

/** "Delete all of them but the one from the summit" beside the row "Summit cross" */
export function namesException(sentence: string, actedOn: ActedOn): boolean {
  const [, exception = ''] = ALL.test(sentence) ? (EXCEPTION.exec(sentence) ?? []) : [];
  return wordsOf(exception).some((word) => isSpecific(word) && evidenceOf(word, actedOn) === 'near');
}

/** What an order excludes, or to what it is limited: "just the oil change", "nothing else", "not with mine". */
const LIMIT =
  /\b(?:(?:just|only) (?:the|my|our|his|her|their|this|that|these|those|for|to|with)|nothing (?:else|more)|not (?:with|to|from|for|the|my|our|his|her|any|mine|ours|yours)|never(?! mind)|except|without(?! (?:one|it|an?)\b)|instead of|rather than)\b/u;

/** Whether the order has a limit. Whether the control keeps it cannot be told from the words around it. */
export const hasLimit = (sentence: string): boolean => LIMIT.test(sentence);

const ITEM_COUNT = /\b([2-9]|\d\d) (?:items|articles|products)\b/u;

/** "Order the lens filter" beside "Your basket: 2 items – Camera body, Lens filter": the control buys the other one, too. */
export function buysMore(
  { head }: Pick<Order, 'head'>,
  { action, shownText }: ActedOn,
  sentence: string,
): boolean {
  const [, count] = ITEM_COUNT.exec(fold(shownText)) ?? [];
  return (
    action.class === 'buy' &&
    count !== undefined &&
    head !== undefined &&
    !thingsOf(head).has('order') &&
    !thingsOf(head).has('payment') &&
    !ALL.test(sentence) &&
    !/\b(?:and|both)\b/u.test(sentence) &&
    !numbersIn(sentence).includes(Number(count))
  );
}
