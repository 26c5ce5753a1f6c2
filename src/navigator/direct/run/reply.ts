/** Responds to an answer, to thanks or to a greeting when the navigator has not asked anything. */
import { describe } from '../ground/describe.js';
import { createClick, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, scoreSimilarity, tokenize } from '../text.js';
import { answerOpenDialog, answerPageChoice } from './answer-open-dialog.js';
import { addExamples } from './messages.js';
import { offerOptions } from './offer-options.js';
import { findUndoControls } from './undo-records.js';
import type { Context, Move } from './types.js';

/** Returns what the instructor replied, as text. */
export const getReplyText = ({ utterance }: StepOf<'reply'>): string =>
  typeof utterance === 'string' ? utterance : utterance.answer;

/** For "no, don't delete it" after the deletion: says that it is already done, and offers the page's own “Undo”. */
function reportAlreadyCarriedOut(unwantedVerb: string, { memory, view, run }: Context): Move | null {
  if (run.pickedUid) {
    const step = createClick('click', createTarget('undo'));
    const pickedUid = run.pickedUid;
    return {
      kind: 'replace',
      steps: [{ ...run.spokenStep, step }],
      prepare: ([newRun]) => void (newRun && (newRun.pickedUid = pickedUid)),
    };
  }
  const lastAction = memory.performedActions.at(-1);
  const [verb = ''] = tokenize(lastAction?.spokenStep.clause.text ?? '');
  if (!lastAction || scoreSimilarity(unwantedVerb, verb) < MIN_SIMILARITY) return null;
  const text = `I have already carried out “${clip(lastAction.spokenStep.clause.text, 80)}”.`;
  const undoControls = findUndoControls(view);
  const descriptions = undoControls.map(describe);
  return undoControls.length > 0
    ? offerOptions(
        `${text} The page offers ${descriptions[0]!}. Should I click it?`,
        undoControls,
        descriptions,
      )
    : { kind: 'done', answer: `${text} The page offers no “Undo”.` };
}
const MIN_SIMILARITY = 0.85;

export function reply({ utterance, unwantedVerb }: StepOf<'reply'>, ctx: Context): Move {
  const { memory } = ctx;
  const dialogMove =
    utterance === 'yes' || utterance === 'no' || utterance === 'stop'
      ? answerOpenDialog(utterance === 'yes' ? 'yes' : 'no', ctx)
      : null;
  if (dialogMove) return dialogMove;
  const alreadyDoneMove = unwantedVerb ? reportAlreadyCarriedOut(unwantedVerb, ctx) : null;
  if (alreadyDoneMove) return alreadyDoneMove;
  const choiceMove = utterance === 'yes' || utterance === 'no' ? answerPageChoice(utterance, ctx) : null;
  if (choiceMove) return choiceMove;
  if (utterance === 'thanks') return { kind: 'done', answer: 'You are welcome.' };
  if (utterance === 'greeting') return { kind: 'done', answer: 'Hello. Tell me what to do on this page.' };
  if (utterance === 'stop')
    return {
      kind: 'done',
      answer: memory.performedActions.length
        ? 'All right, I will do nothing more. What I have already done stays; say “undo that” if you want me to undo it.'
        : 'All right, I will leave it.',
    };
  const text =
    utterance === 'no'
      ? 'All right. What should I do instead?'
      : utterance === 'yes'
        ? "I haven't asked you anything. What should I do?"
        : addExamples(`I don't know how to do “${clip(utterance.answer, 80)}”.`, memory);
  return { kind: 'ask', text, openQuestion: { kind: 'what' } };
}
