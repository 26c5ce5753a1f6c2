/** Answers when nothing was asked. */
import type { StepOf } from '../language/steps.js';
import { HELP } from './speech.js';
import type { Move } from './types.js';

/** What the navigator takes a reply for, in the words that its questions are answered with. */
export const wordsOf = ({ to }: StepOf<'reply'>): string => (typeof to === 'string' ? to : to.answer);

export function reply({ to }: StepOf<'reply'>): Move {
  if (to === 'stop') return { kind: 'done', answer: 'All right, I leave it as it is.' };
  const text =
    to === 'no'
      ? 'All right. What should I do instead?'
      : to === 'yes'
        ? 'I have asked nothing that is still open. What should I do?'
        : `I have asked nothing that “${to.answer}” would answer. ${HELP}`;
  return { kind: 'ask', text, pending: { kind: 'what' } };
}
