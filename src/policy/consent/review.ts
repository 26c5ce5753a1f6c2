/** Decides when a model is asked about consent, and creates the requests. Pure. */
import type {
  ConsentConversation,
  ConsentOpinion,
  ConsentSearchRequest,
  ConsentReviewRequest,
  ConsentSource,
  Exchange,
} from '../../contract/index.js';
import {
  type ConfirmPolicy,
  getConfirmMode,
  type ConsentRequest,
  type ConsentRuling,
  formatConsentQuestion,
} from './ruling.js';

/**
 * Whether a model may object to this consent. It may not if the policy allows the class, or if the instructor has
 * answered yes to the consent question itself.
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

const listMessages = ({ turns }: Exchange): ConsentConversation =>
  turns.flatMap((turn) => (turn.type === 'say' ? [{ speaker: turn.speaker, text: turn.text }] : []));

export const createSearchRequest = (
  { action }: ConsentRequest,
  exchange: Exchange,
): ConsentSearchRequest => ({
  conversation: listMessages(exchange),
  class: action.class,
});

export const createReviewRequest = (
  { action, facts }: ConsentRequest,
  exchange: Exchange,
): ConsentReviewRequest => ({
  conversation: listMessages(exchange),
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

/**
 * Combines the ruling of the rules with a model's answers. An objection always leads to a question. If only a model
 * found the command, it counts only if a second answer from a model agrees.
 *
 * @param commandRuling the ruling based on the words that a model identified as a command; null if it found none
 */
export function combineRulings(
  ruling: ConsentRuling,
  commandRuling: ConsentRuling | null,
  opinion: ConsentOpinion | null,
): ConsentRuling {
  if (opinion?.ordered === false) return { given: false, reason: 'doubted' };
  return commandRuling && opinion ? commandRuling : ruling;
}
