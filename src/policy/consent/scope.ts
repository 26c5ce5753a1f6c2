/**
 * Checks whether a command covers everything that the control does. It may concern only part of the target, make an
 * exception or set a limit. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { findEvidence, isShown } from './evidence.js';
import { ORDINAL_WORDS } from './numbers.js';
import type { InstructorCommand } from './command.js';
import { foldLookalikes } from './region.js';
import { getObjectKinds } from './object-kinds.js';
import { isSpecific, parseNumbers, splitWords } from './words.js';

const ALL_WORD = /\b(?:all|every|every(?:thing|one|body|where)|entire|whole|both|each|any)\b/u;

/**
 * "The other article", "the first three" beside "Delete all": the control acts on another object, or on more objects.
 */
export function hasConflictingScope(text: string, sentence: string, target: ConsentTarget): boolean {
  const words = splitWords(text);
  const [otherPhrase] =
    /\b(?:other|another(?! (?:hour|night|day|week|month|year)\b)|different)\b(?: \p{L}+)?/u.exec(text) ?? [];
  if (
    otherPhrase !== undefined &&
    !foldLookalikes(`${target.nearbyText} ${target.title}`).includes(otherPhrase.split(' ')[0]!)
  )
    return !words.some((word) => isSpecific(word) && isShown(word, target)) || /^other/u.test(otherPhrase);
  const objectText = foldLookalikes(target.objectText);
  const hasSeveralObjects = /\b(?:[2-9]|\d{2,3}) \p{L}+s\b|\((?:[2-9]|\d{2,})\)/u.test(
    foldLookalikes(target.controlNames[0] ?? ''),
  );
  if (!ALL_WORD.test(objectText) && !(hasSeveralObjects && target.action.class === 'delete')) return false;
  // "The older of the two"
  if (/\b(?:one|first|second|last|\p{L}{2,}er|\p{L}{2,}est) of (?:the|these|those|my|them)\b/u.test(text))
    return true;
  // "The expired vouchers" beside "Delete all vouchers"
  const kindIndex = words.findIndex((word) => isSpecific(word) && objectText.split(' ').includes(word));
  const isSubset =
    ALL_WORD.test(objectText) &&
    kindIndex > 0 &&
    words.slice(0, kindIndex).some((word) => isSpecific(word) && findEvidence(word, target) !== 'near');
  const isPartial =
    isSubset || words.some((word) => ORDINAL_WORDS.includes(word) || /^(?:last|one|single)$/u.test(word));
  // "Delete all", "log out everywhere": the command must say "all", or name several objects.
  const mentionsAll =
    ALL_WORD.test(sentence) ||
    words.some(
      (word) =>
        /^(?:\d+|them)$/u.test(word) ||
        (isSpecific(word) &&
          (/[^su]s$/u.test(word) ||
            new RegExp(`\\ball (?:(?:my|your|the) )?${word}\\b`, 'u').test(objectText))),
    );
  return isPartial || !mentionsAll;
}

const EXCEPTION = /\b(?:but|except(?: for)?|apart from|other than)\b (.+)$/u;

/** "Delete all of them but the one from the summit" beside the row "Summit cross" */
export function hasShownException(sentence: string, target: ConsentTarget): boolean {
  const [, exception = ''] = ALL_WORD.test(sentence) ? (EXCEPTION.exec(sentence) ?? []) : [];
  return splitWords(exception).some((word) => isSpecific(word) && findEvidence(word, target) === 'near');
}

/** What a command excludes or is limited to: "just the oil change", "nothing else", "not with mine". */
const LIMIT =
  /\b(?:(?:just|only) (?:the|my|our|his|her|their|this|that|these|those|for|to|with)|nothing (?:else|more)|not (?:with|to|from|for|the|my|our|his|her|any|mine|ours|yours)|never(?! mind)|except|without(?! (?:one|it|an?)\b)|instead of|rather than)\b/u;

/** Whether the command has a limit. The page does not show whether the control respects it. */
export const hasLimit = (sentence: string): boolean => LIMIT.test(sentence);

const ITEM_COUNT = /\b([2-9]|\d\d) (?:items|articles|products)\b/u;

/**
 * "Order the lens filter" beside "Your basket: 2 items – Camera body, Lens filter": the control also buys the other
 * item.
 */
export function hasUnrequestedItems(
  { head }: Pick<InstructorCommand, 'head'>,
  { action, nearbyText }: ConsentTarget,
  sentence: string,
): boolean {
  const [, count] = ITEM_COUNT.exec(foldLookalikes(nearbyText)) ?? [];
  return (
    action.class === 'buy' &&
    count !== undefined &&
    head !== undefined &&
    !getObjectKinds(head).has('order') &&
    !getObjectKinds(head).has('payment') &&
    !ALL_WORD.test(sentence) &&
    !/\b(?:and|both)\b/u.test(sentence) &&
    !parseNumbers(sentence).includes(Number(count))
  );
}
