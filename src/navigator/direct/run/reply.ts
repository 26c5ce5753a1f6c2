/** Responds to an answer that no question asked for. */
import type { StepOf } from '../language/steps.js';
import { HELP } from './messages.js';
import type { Move } from './types.js';

/** Returns the reply as the text that answers a question. */
export const getReplyText = ({ to }: StepOf<'reply'>): string => (typeof to === 'string' ? to : to.answer);

export function reply({ to }: StepOf<'reply'>): Move {
  if (to === 'stop') return { kind: 'done', answer: 'All right, I will leave it.' };
  const text =
    to === 'no'
      ? 'All right. What should I do instead?'
      : to === 'yes'
        ? 'I have no open question. What should I do?'
        : `I don't know how to do “${to.answer}”. ${HELP}`;
  return { kind: 'ask', text, openQuestion: { kind: 'what' } };
}
