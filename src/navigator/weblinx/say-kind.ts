/**
 * Infers the kind of an utterance from its words, because the paper's models do not state it. These models write
 * English only.
 */
import type { Exchange, SayKind } from '../../contract/index.js';

/** First-person statements that the task failed. A bare "sorry" is mere politeness. */
const UNABLE =
  /\bI(?:['’]m| am| was)?\s+(?:(?:sorry|afraid)[^.?!]{0,20}\bI\s+)?(?:can(?:not|['’]t)|can not|could(?:n['’]t| not)|(?:am |was )?(?:unable|not able) to|did(?:n['’]t| not) find|failed to)\b|^(?:unfortunately|(?:i['’]m |i am )?sorry,? (?:but )?(?:i |there|this|the))/i;

/** Announces further work. */
const PROMISE =
  /\b(?:let me(?! know)|I(?:['’]ll| will|(?:['’]m| am) (?:going to|about to|now \w+ing|working))|one (?:moment|second|sec)|just a (?:moment|minute|second|sec)|hold on|please wait|wait a|give me a|right away|on it|will do|working on it)\b/i;

const AGREEMENT =
  /^(?:ok(?:ay)?|sure(?: thing)?|alright|all right|certainly|of course|absolutely|got it|no problem|yes|yeah|yep|understood|great|fine)\b/i;

/** Maximum words of a plain agreement. */
const MAX_BARE_WORDS = 4;

/** "Can you open it?" is a request, not a question. */
const REQUEST = /^(?:please,? )?(?:can|could|would|will) you\b(?! (?:tell|say|explain|see|find out))/i;
const QUESTION = /\?["'”’)\s]*$|^(?:what|which|who|whose|when|where|why|how)\b/i;

export function sayKind(text: string, { turns }: Exchange): SayKind {
  const said = text.trim();
  const since = turns.findLastIndex(({ speaker }) => speaker === 'instructor');
  const line = turns[since];
  const asked = line?.type === 'say' && QUESTION.test(line.text.trim()) && !REQUEST.test(line.text.trim());
  const acted = turns
    .slice(since + 1)
    .some((turn) => turn.type === 'action' && turn.outcome.status === 'done');

  if (said.includes('?')) return 'ask';
  if (UNABLE.test(said)) return 'unfinished';
  if (PROMISE.test(said)) return 'ack';
  const short = said.split(/\s+/).length <= MAX_BARE_WORDS;
  if (!acted && AGREEMENT.test(said) && (short || !asked)) return 'ack';
  if (asked) return 'answer';
  // No action followed the instruction, so this is the whole response.
  return acted ? 'report' : 'answer';
}
