/** Responds to an answer when there was no question. */
import type { StepOf } from '../language/steps.js';
import { HELP } from './messages.js';
import type { Move } from './types.js';

/** Returns the reply in the words that its questions are answered with. */
export const replyText = ({ to }: StepOf<'reply'>): string => (typeof to === 'string' ? to : to.answer);

export function reply({ to }: StepOf<'reply'>): Move {
  if (to === 'stop') return { kind: 'done', answer: 'All right, I will leave it.' };
  const text =
    to === 'no'
      ? 'All right. What should I do instead?'
      : to === 'yes'
        ? 'I have no open question. What should I do?'
        : `I don't know how to do “${to.answer}”. ${HELP}`;
  return { kind: 'ask', text, pending: { kind: 'what' } };
}
