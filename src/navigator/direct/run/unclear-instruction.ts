/** Responds to text that was not understood as an instruction. */
import { getName } from '../ground/names.js';
import type { ScoredCandidate } from '../ground/score.js';
import { NO_ANSWER, YES_ANSWER } from '../lexicon/polite.js';
import { clip } from '../text.js';
import { answerOpenDialog, answerPageChoice } from './answer-open-dialog.js';
import { addExamples, quoteWords } from './messages.js';
import type { Context, Move } from './types.js';

export function askAboutUnclearInstruction(ctx: Context, closest: readonly ScoredCandidate[]): Move {
  const text = ctx.run.spokenStep.clause.text;
  const word = text.trim().replace(/[.!]+$/u, '');
  const answer = YES_ANSWER.test(word) ? 'yes' : NO_ANSWER.test(word) ? 'no' : null;
  if (answer && word.split(' ').length <= 2)
    return (
      answerOpenDialog(answer, ctx) ??
      answerPageChoice(answer, ctx) ?? {
        kind: 'ask',
        text: "I haven't asked you anything. What should I do?",
        openQuestion: { kind: 'what' },
      }
    );
  const unclearSentence = text.trim()
    ? `I am not sure what to do with ${quoteWords(text)}.`
    : 'I did not understand that.';
  const options = closest[0]
    ? [
        {
          uid: closest[0].candidate.uid,
          name: getName(closest[0].candidate),
          description: getName(closest[0].candidate),
        },
      ]
    : [];
  return {
    kind: 'ask',
    text:
      closest[0] && closest[0].score >= 0.74
        ? `${unclearSentence} Should I click “${clip(getName(closest[0].candidate), 60)}”?`
        : addExamples(unclearSentence, ctx.memory),
    openQuestion: closest[0] && closest[0].score >= 0.74 ? { kind: 'which', options } : { kind: 'what' },
  };
}
