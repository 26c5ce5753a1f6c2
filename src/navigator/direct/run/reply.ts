/** Responds to an answer, a thanks or a greeting when no question is open. */
import type { StepOf } from '../language/steps.js';
import { clip } from '../text.js';
import { answerOpenDialog, answerPageChoice } from './answer-open-dialog.js';
import { addExamples } from './messages.js';
import type { Context, Move } from './types.js';

/** Returns the reply as text, to be used as the answer to a question. */
export const getReplyText = ({ to }: StepOf<'reply'>): string => (typeof to === 'string' ? to : to.answer);

export function reply({ to }: StepOf<'reply'>, ctx: Context): Move {
  const { memory } = ctx;
  const dialogMove =
    to === 'yes' || to === 'no' || to === 'stop' ? answerOpenDialog(to === 'yes' ? 'yes' : 'no', ctx) : null;
  if (dialogMove) return dialogMove;
  const choiceMove = to === 'yes' || to === 'no' ? answerPageChoice(to, ctx) : null;
  if (choiceMove) return choiceMove;
  if (to === 'thanks') return { kind: 'done', answer: 'You are welcome.' };
  if (to === 'greeting') return { kind: 'done', answer: 'Hello. Tell me what to do on this page.' };
  if (to === 'stop')
    return {
      kind: 'done',
      answer: memory.performedActions.length
        ? 'All right, I will do nothing more. What I have already done stays; say “undo that” if I should take it back.'
        : 'All right, I will leave it.',
    };
  const text =
    to === 'no'
      ? 'All right. What should I do instead?'
      : to === 'yes'
        ? 'I have no open question. What should I do?'
        : addExamples(`I don't know how to do “${clip(to.answer, 80)}”.`, memory);
  return { kind: 'ask', text, openQuestion: { kind: 'what' } };
}
