/**
 * Infers the kind of an utterance from its words, because the paper's models do not state it. They write English only.
 */
import type { Exchange, SayKind } from '../../contract/index.js';

/** First-person statements that the task failed. "Sorry" alone is not enough, because it may only be polite. */
const FAILURE_STATEMENT =
  /\bI(?:['’]m| am| was)?\s+(?:(?:sorry|afraid)[^.?!]{0,20}\bI\s+)?(?:can(?:not|['’]t)|can not|could(?:n['’]t| not)|(?:am |was )?(?:unable|not able) to|did(?:n['’]t| not) find|failed to)\b|^(?:unfortunately|(?:i['’]m |i am )?sorry,? (?:but )?(?:i |there|this|the))/i;

/** Announces further work. */
const PROMISE =
  /\b(?:let me(?! know)|I(?:['’]ll| will|(?:['’]m| am) (?:going to|about to|now \w+ing|working))|one (?:moment|second|sec)|just a (?:moment|minute|second|sec)|hold on|please wait|wait a|give me a|right away|on it|will do|working on it)\b/i;

const AGREEMENT =
  /^(?:ok(?:ay)?|sure(?: thing)?|alright|all right|certainly|of course|absolutely|got it|no problem|yes|yeah|yep|understood|great|fine)\b/i;

/** Maximum number of words in a plain agreement. */
const MAX_AGREEMENT_WORDS = 4;

/** "Can you open it?" is a request, not a question. */
const REQUEST = /^(?:please,? )?(?:can|could|would|will) you\b(?! (?:tell|say|explain|see|find out))/i;
const QUESTION = /\?["'”’)\s]*$|^(?:what|which|who|whose|when|where|why|how)\b/i;

export function inferSayKind(text: string, { turns }: Exchange): SayKind {
  const utterance = text.trim();
  const instructionIndex = turns.findLastIndex(({ speaker }) => speaker === 'instructor');
  const instruction = turns[instructionIndex];
  const isInstructionQuestion =
    instruction?.type === 'say' &&
    QUESTION.test(instruction.text.trim()) &&
    !REQUEST.test(instruction.text.trim());
  const hasActed = turns
    .slice(instructionIndex + 1)
    .some((turn) => turn.type === 'action' && turn.outcome.status === 'done');

  if (utterance.includes('?')) return 'ask';
  if (FAILURE_STATEMENT.test(utterance)) return 'unfinished';
  if (PROMISE.test(utterance)) return 'ack';
  const isShort = utterance.split(/\s+/).length <= MAX_AGREEMENT_WORDS;
  if (!hasActed && AGREEMENT.test(utterance) && (isShort || !isInstructionQuestion)) return 'ack';
  if (isInstructionQuestion) return 'answer';
  // If no action followed the instruction, the utterance is the whole response.
  return hasActed ? 'report' : 'answer';
}
