/** Interprets answers to the navigator's questions: yes, no, conditions, delays and choices. Pure. */
import type { ConsentTarget } from './consent-target.js';
import {
  CONDITION_AFTER_YES,
  CONTINUATION,
  FINAL_YES,
  HEDGE,
  NO,
  NOT_A_NEGATION,
  OPENING,
  OTHER_COMMAND,
  DELAY,
  SEVERAL_OBJECTS,
  WEAK_YES,
  YES,
  YES_FILLER,
} from './line-words.js';
import { isOtherChoice } from './match-object.js';
import { parseLine } from './parse-line.js';
import { isShown } from './evidence.js';
import { foldLookalikes } from './region.js';
import { isSpecific, splitWords } from './words.js';
import { getVerbRules } from './verb-rules.js';

const normalizeReply = (line: string): string =>
  foldLookalikes(line)
    .replace(/^[^\p{L}]+/u, '')
    .replace(/^(?:(?:oh|ah|aha|well|hm+|um+|er+|my|god|gosh|goodness|wow|lol|haha)[,. !]+)+(?=\S)/u, '')
    .replace(/\b(?:please|thanks|thank you)\b[,!. ]*$/u, '')
    .trim();

/**
 * Whether the line is a yes without a condition.
 * @param isRequest whether a further clause of the line requests the action that was asked about
 */
export function isYes(line: string, isRequest: (clause: string) => boolean = () => false): boolean {
  if (/^\s*(?:👍|✅|✔)/u.test(line)) return true;
  const text = normalizeReply(line);
  if (text === '') return /\bplease\b/u.test(foldLookalikes(line));
  if (/^(?:\S+ ){0,2}\S+, (?:yes|yeah|yep)[.! ]*$/u.test(text)) return !HEDGE.test(text) && !NO.test(text);
  // The yes may come last: "Monday is fine. Do it."
  if (FINAL_YES.test(text) && !HEDGE.test(text) && !NO.test(text) && !OTHER_COMMAND.test(text)) return true;
  const isStrong = YES.test(text);
  if ((!isStrong && !WEAK_YES.test(text)) || HEDGE.test(text.replace(NOT_A_NEGATION, ''))) return false;
  const remainder = text.replace(isStrong ? YES : WEAK_YES, '').replace(YES_FILLER, '');
  if (FINAL_YES.test(text)) return true;
  return remainder === '' || isRequest(remainder) || (isStrong && !OTHER_COMMAND.test(remainder));
}

/**
 * Whether the line is a yes with a condition: "yes, but take out the insurance first". The question must be asked
 * again.
 */
export function isConditionalYes(line: string): boolean {
  const text = normalizeReply(line);
  return (YES.test(text) || WEAK_YES.test(text)) && CONDITION_AFTER_YES.test(text);
}

/** Whether the answer only repeats the verb of the action that was asked about: "fine, cancel", "revoke!!". */
export function isVerbRepetition(line: string, target: ConsentTarget): boolean {
  const text = normalizeReply(line).replace(/[!.\s]+$/u, '');
  if (HEDGE.test(text) || NO.test(text)) return false;
  const clauses = text.split(/[,.!;]\s*/u).filter((clause) => clause.replace(YES_FILLER, '') !== '');
  const isVerb = (clause: string): boolean => {
    const verb = clause
      .replace(OPENING, '')
      .replace(/ (?:it|them|him|her|this|that|these|those|now|then|please|right away)$/u, '');
    return (
      verb !== '' &&
      getVerbRules(target).some(
        ({ entry, startPattern }) => !entry.isLight && startPattern.exec(verb)?.[0] === verb,
      )
    );
  };
  // "Yes, close it, I have the statements on paper": the verb comes first, and a reason follows.
  return (
    isVerb(clauses.at(-1) ?? '') ||
    (YES.test(text) && isVerb(clauses[0] ?? '') && !clauses.some((clause) => OTHER_COMMAND.test(clause)))
  );
}

/** Whether a short answer to "which one?" chooses an object other than the target. */
export function isDifferentAnswer(line: string, target: ConsentTarget): boolean {
  const { sentences, names } = parseLine(line);
  const [firstSentence] = sentences;
  const text = normalizeReply(line);
  if (
    firstSentence === undefined ||
    YES.test(text) ||
    WEAK_YES.test(text) ||
    sentences.length > 1 ||
    firstSentence.text.split(' ').length > MAX_ANSWER_WORDS
  )
    return false;
  return isOtherChoice(firstSentence.text.replace(OPENING, ''), target, {
    names,
    antecedents: [],
    earlierMessageCount: 0,
    sentence: firstSentence.text,
  });
}

/**
 * Whether a short answer to "which one should I delete, the staging or the billing one?" chooses the target with words
 * from the question.
 */
export function isMatchingChoice(line: string, question: string, target: ConsentTarget): boolean {
  const text = normalizeReply(line).replace(/[.!]+$/u, '');
  const questionText = foldLookalikes(question);
  if (
    !/\bwhich\b/u.test(questionText) ||
    HEDGE.test(text) ||
    NO.test(text) ||
    text.split(' ').length > MAX_ANSWER_WORDS
  )
    return false;
  const isProposed = getVerbRules(target).some(
    ({ entry, anywherePattern }) => !entry.isLight && anywherePattern.test(questionText),
  );
  const chosenWords = splitWords(text.replace(OPENING, '')).filter(isSpecific);
  return (
    isProposed &&
    chosenWords.length > 0 &&
    chosenWords.every((word) => isShown(word, target) && splitWords(questionText).includes(word)) &&
    !isOtherChoice(text, target, {
      names: new Set(),
      antecedents: [],
      earlierMessageCount: 0,
      sentence: text,
    })
  );
}

const MAX_ANSWER_WORDS = 8;

/** Whether the answer only postpones the decision. */
export const isDelay = (line: string): boolean => DELAY.test(foldLookalikes(line));

export const isNo = (line: string): boolean => NO.test(normalizeReply(line));

export const isContinuation = (line: string): boolean => CONTINUATION.test(foldLookalikes(line));

export const mentionsSeveralObjects = (line: string): boolean => SEVERAL_OBJECTS.test(foldLookalikes(line));
