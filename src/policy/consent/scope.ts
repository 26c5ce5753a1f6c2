/**
 * Checks whether a command covers everything that the control does. The command may concern only part of the target,
 * make an exception or set a limit. Pure.
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
 * Whether the control acts on another object or on more objects than the command: the instructor says "the other
 * article" or "the first three", but the control is "Delete all".
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
  // The command selects some of several objects: "the older of the two".
  if (/\b(?:one|first|second|last|\p{L}{2,}er|\p{L}{2,}est) of (?:the|these|those|my|them)\b/u.test(text))
    return true;
  // The instructor says "the expired vouchers", but the control is "Delete all vouchers".
  const kindIndex = words.findIndex((word) => isSpecific(word) && objectText.split(' ').includes(word));
  const isSubset =
    ALL_WORD.test(objectText) &&
    kindIndex > 0 &&
    words.slice(0, kindIndex).some((word) => isSpecific(word) && findEvidence(word, target) !== 'near');
  const isPartial =
    isSubset || words.some((word) => ORDINAL_WORDS.includes(word) || /^(?:last|one|single)$/u.test(word));
  // If the control is "Delete all" or "Log out everywhere", the command must say "all" or name several objects.
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

/**
 * Whether the command makes an exception for this target: the instructor says "delete all of them but the one from the
 * summit", and the row shows "Summit cross".
 */
export function isTargetExcepted(sentence: string, target: ConsentTarget): boolean {
  const [, exception = ''] = ALL_WORD.test(sentence) ? (EXCEPTION.exec(sentence) ?? []) : [];
  return splitWords(exception).some((word) => isSpecific(word) && findEvidence(word, target) === 'near');
}

/** What a command excludes or is limited to: "just the oil change", "nothing else", "not with mine". */
const LIMIT =
  /\b(?:(?:just|only) (?:the|my|our|his|her|their|this|that|these|those|for|to|with)|nothing (?:else|more)|not (?:with|to|from|for|the|my|our|his|her|any|mine|ours|yours)|(?<!\b(?:i|we|he|she|they|it) )never(?! mind)|except|without(?! (?:one|it|an?)\b)|instead of|rather than)\b/u;

/** Whether the command has a limit. The page does not show whether the control respects it. */
export const hasLimit = (sentence: string): boolean => LIMIT.test(sentence);

const ITEM_COUNT = /\b([2-9]|\d\d) (?:items|articles|products)\b/u;

/**
 * Whether the control also buys items that the command does not mention: the instructor says "order the lens filter",
 * but the page shows "Your basket: 2 items – Camera body, Lens filter".
 */
export function hasUnrequestedItems(
  { headNoun }: Pick<InstructorCommand, 'headNoun'>,
  { action, nearbyText }: ConsentTarget,
  sentence: string,
): boolean {
  const [, count] = ITEM_COUNT.exec(foldLookalikes(nearbyText)) ?? [];
  return (
    action.class === 'buy' &&
    count !== undefined &&
    headNoun !== undefined &&
    !getObjectKinds(headNoun).has('order') &&
    !getObjectKinds(headNoun).has('payment') &&
    !ALL_WORD.test(sentence) &&
    !/\b(?:and|both)\b/u.test(sentence) &&
    !parseNumbers(sentence).includes(Number(count))
  );
}
