/** Decides when a model gives a second opinion on consent, and creates its request. Pure. */
import type { ConsentReviewRequest, ConsentSource, Exchange } from '../../contract/index.js';
import { type ConfirmPolicy, getConfirmMode, type ConsentRequest, formatConsentQuestion } from './ruling.js';

/**
 * Whether a model may object to this consent: not if the policy allows the class, or the instructor has agreed to the
 * consent question itself.
 */
export function isReviewable(
  { action }: ConsentRequest,
  source: ConsentSource,
  { turns }: Exchange,
  policy: ConfirmPolicy,
): boolean {
  if (source.by === 'policy' || getConfirmMode(action, policy) === 'allow') return false;
  if (source.by === 'instruction') return true;
  const question = turns.find(({ index }) => index === source.question);
  return question?.type !== 'say' || !question.text.endsWith(formatConsentQuestion(action));
}

export const createReviewRequest = (
  { action, facts }: ConsentRequest,
  { turns }: Exchange,
): ConsentReviewRequest => ({
  conversation: turns.flatMap((turn) =>
    turn.type === 'say' ? [{ speaker: turn.speaker, text: turn.text }] : [],
  ),
  what: action.what,
  page: {
    title: facts.title,
    control: facts.control && { role: facts.control.role, name: facts.control.name },
    heading: facts.heading,
    question: facts.question,
    row: facts.row,
    fields: facts.fields.map(({ name, value, kind }) => ({ name, value, isPassword: kind === 'password' })),
    // The items of an order are often far from the button.
    texts: action.class === 'buy' ? facts.pageText : [],
  },
});
