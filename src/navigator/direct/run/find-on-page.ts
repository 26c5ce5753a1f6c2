/** Handles "show me …", "find …" and "go to …" if there is nothing to click: searches, scrolls or answers instead. */
import type { Candidate } from '../../../contract/index.js';
import { answerQuestion } from '../answer/answer.js';
import { ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE, type ScoredCandidate } from '../ground/score.js';
import { isSearchField } from '../ground/kinds.js';
import type { StepOf } from '../language/steps.js';
import { toSentence } from '../text.js';
import type { Context, Move } from './types.js';

export function searchInsteadOfClicking(step: StepOf<'click'>, ctx: Context): Move | null {
  if (step.kind !== 'find' || !ctx.view.candidates.some(isSearchField)) return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spokenStep, step: { do: 'search', query: step.target.text, target: null } }],
  };
}

export async function scrollOrAnswerInsteadOfClicking(
  step: StepOf<'click'>,
  ctx: Context,
  closest: readonly ScoredCandidate[],
): Promise<Move | null> {
  if (step.kind === 'click' || step.kind === 'command' || ctx.run.triedUids.size > 0) return null;
  if ((closest[0]?.score ?? 0) >= MIN_FULL_NAME_SCORE) return null;
  return (await scrollToPlace(step, ctx)) ?? (await answerInsteadOfClicking(ctx));
}

/** For "go to the Installation section", scrolls to a heading or section if there is nothing to click. */
async function scrollToPlace(step: StepOf<'click'>, ctx: Context): Promise<Move | null> {
  const scoreSuitability = (c: Candidate): number =>
    c.role === 'heading'
      ? 1
      : ['region', 'form', 'table', 'group', 'article', 'legend'].includes(c.role) && c.name
        ? 0.97
        : 0;
  const grounding = ground({ target: step.target, scoreSuitability }, ctx.view);
  const hit =
    grounding.kind === 'one' ? grounding.hit : grounding.kind === 'several' ? grounding.hits[0]! : null;
  if (!hit || hit.score < MIN_FULL_NAME_SCORE) return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spokenStep, step: { do: 'scroll', destination: step.target, within: null } }],
  };
}

/** For "show me the price", answers with text if there is nothing to click. */
async function answerInsteadOfClicking(ctx: Context): Promise<Move | null> {
  const phrase = ctx.run.spokenStep.clause.text;
  if (!/^(?:show|display|see|let me see|find|where|locate|give)\b/iu.test(phrase)) return null;
  const pageAnswer = answerQuestion(
    phrase.replace(
      /^(?:show (?:me|us)|show|display|see|let me see|find me|find|locate|give me)\s+/iu,
      'what is ',
    ),
    ctx.view,
  );
  return pageAnswer.isFound ? { kind: 'done', answer: toSentence(pageAnswer.text) } : null;
}
