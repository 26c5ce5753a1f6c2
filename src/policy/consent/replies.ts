/**
 * Interprets answers to a question of the navigator: yes, no, conditions, delays and choices. Pure.
 */
import type { ActedOn } from './acted-on.js';
import {
  CONDITION_AFTER_YES,
  CONTINUATION,
  FINAL_YES,
  HEDGE,
  NO,
  NOT_A_NEGATION,
  OPENING,
  OTHER_ORDER,
  PUTS_OFF,
  SEVERAL_OBJECTS,
  WEAK_YES,
  YES,
  YES_FILLER,
} from './line-words.js';
import { choosesOther } from './object.js';
import { parseLine } from './parse-line.js';
import { isShown } from './evidence.js';
import { fold } from './region.js';
import { isSpecific, wordsOf } from './words.js';
import { rulesFor } from './verb-rules.js';

const normaliseReply = (line: string): string =>
  fold(line)
    .replace(/^[^\p{L}]+/u, '')
    .replace(/^(?:(?:oh|ah|aha|well|hm+|um+|er+|my|god|gosh|goodness|wow|lol|haha)[,. !]+)+(?=\S)/u, '')
    .replace(/\b(?:please|thanks|thank you)\b[,!. ]*$/u, '')
    .trim();

/**
 * Whether the line is a yes without a condition.
 * @param requestsToo whether a further clause of the line orders the action that was asked about
 */
export function isYes(line: string, requestsToo: (clause: string) => boolean = () => false): boolean {
  if (/^\s*(?:👍|✅|✔)/u.test(line)) return true;
  const text = normaliseReply(line);
  if (text === '') return /\bplease\b/u.test(fold(line));
  if (/^(?:\S+ ){0,2}\S+, (?:yes|yeah|yep)[.! ]*$/u.test(text)) return !HEDGE.test(text) && !NO.test(text);
  // "Monday is fine. Do it."
  if (FINAL_YES.test(text) && !HEDGE.test(text) && !NO.test(text) && !OTHER_ORDER.test(text)) return true;
  const isStrong = YES.test(text);
  if ((!isStrong && !WEAK_YES.test(text)) || HEDGE.test(text.replace(NOT_A_NEGATION, ''))) return false;
  const rest = text.replace(isStrong ? YES : WEAK_YES, '').replace(YES_FILLER, '');
  if (FINAL_YES.test(text)) return true;
  return rest === '' || requestsToo(rest) || (isStrong && !OTHER_ORDER.test(rest));
}

/** "Yes, but take out the insurance first": the question must be asked again. */
export function isConditionalYes(line: string): boolean {
  const text = normaliseReply(line);
  return (YES.test(text) || WEAK_YES.test(text)) && CONDITION_AFTER_YES.test(text);
}

/** Whether the answer is or ends with the bare verb of the action that was asked about: "fine, cancel", "revoke!!". */
export function repeatsVerb(line: string, actedOn: ActedOn): boolean {
  const text = normaliseReply(line).replace(/[!.\s]+$/u, '');
  if (HEDGE.test(text) || NO.test(text)) return false;
  const parts = text.split(/[,.!;]\s*/u).filter((part) => part.replace(YES_FILLER, '') !== '');
  const isVerb = (part: string): boolean => {
    const verb = part.replace(OPENING, '').replace(/ (?:it|them|that|now|then|please|right away)$/u, '');
    return (
      verb !== '' &&
      rulesFor(actedOn).some(({ entry, atStart }) => !entry.isLight && atStart.exec(verb)?.[0] === verb)
    );
  };
  // "Yes, close it, I have the statements on paper": the verb comes first, and a reason follows.
  return (
    isVerb(parts.at(-1) ?? '') ||
    (YES.test(text) && isVerb(parts[0] ?? '') && !parts.some((part) => OTHER_ORDER.test(part)))
  );
}

/** Whether a short answer to "which one?" chooses a different thing from the one at hand. */
export function answersOtherwise(line: string, actedOn: ActedOn): boolean {
  const { sentences, names } = parseLine(line);
  const [first] = sentences;
  const text = normaliseReply(line);
  if (
    first === undefined ||
    YES.test(text) ||
    WEAK_YES.test(text) ||
    sentences.length > 1 ||
    first.text.split(' ').length > MAX_ANSWER_WORDS
  )
    return false;
  return choosesOther(first.text.replace(OPENING, ''), actedOn, {
    names,
    antecedents: [],
    earlierCount: 0,
    sentence: first.text,
  });
}

/**
 * Whether a short answer to "which one should I delete, the staging or the billing one?" chooses the thing at hand by
 * words of the question.
 */
export function choosesThis(line: string, question: string, actedOn: ActedOn): boolean {
  const text = normaliseReply(line).replace(/[.!]+$/u, '');
  const asked = fold(question);
  if (
    !/\bwhich\b/u.test(asked) ||
    HEDGE.test(text) ||
    NO.test(text) ||
    text.split(' ').length > MAX_ANSWER_WORDS
  )
    return false;
  const isProposed = rulesFor(actedOn).some(({ entry, anywhere }) => !entry.isLight && anywhere.test(asked));
  const chosen = wordsOf(text.replace(OPENING, '')).filter(isSpecific);
  return (
    isProposed &&
    chosen.length > 0 &&
    chosen.every((word) => isShown(word, actedOn) && wordsOf(asked).includes(word)) &&
    !choosesOther(text, actedOn, { names: new Set(), antecedents: [], earlierCount: 0, sentence: text })
  );
}

const MAX_ANSWER_WORDS = 8;

/** Whether the answer only postpones the decision. */
export const putsOff = (line: string): boolean => PUTS_OFF.test(fold(line));

export const isNo = (line: string): boolean => NO.test(normaliseReply(line));

export const continuesInstruction = (line: string): boolean => CONTINUATION.test(fold(line));

export const meansSeveral = (line: string): boolean => SEVERAL_OBJECTS.test(fold(line));
