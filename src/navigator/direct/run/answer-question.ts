/**
 * Answers questions from the page. If the answer is below a collapsed question or section of the page, opens that first.
 */
import { answerQuestion, type Answer } from '../answer/answer.js';
import { findFaqQuestion, findSectionForQuestion, quoteSection } from '../answer/faq.js';
import { isSafeToOpen, isSectionOrTab } from '../ground/collapsed.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { clip, toSentence } from '../text.js';
import { act, fail, type Context, type Move } from './types.js';

/**
 * Rewords "Can I change my booking?" so that it asks, if the page asks the same: elsewhere, it is a polite request. Returns
 * any other line unchanged.
 */
export const readAsPageQuestion = (line: string, getView: () => View): string =>
  /^(?:can|could|may) (?:i|we) [^.!?]+\?$/iu.test(line) && findFaqQuestion(line, getView())
    ? `tell me whether ${line}`
    : line;

export async function answerPageQuestion(step: StepOf<'question'>, ctx: Context): Promise<Move> {
  ctx.memory.lastValue = undefined;
  ctx.memory.answeredEntry = undefined;
  const pageAnswer = answerQuestion(step.text, ctx.view);
  if (pageAnswer.isFound) return reportAnswer(pageAnswer, pageAnswer.text, ctx);
  const question = findFaqQuestion(step.text, ctx.view);
  const asked = question ?? findSectionForQuestion(step.text, ctx.view);
  if (asked && ctx.run.stage === '' && isSafeToOpen(asked) && isSectionOrTab(asked, ctx.view))
    return act('open', { intent: 'click', uid: asked.uid });
  const askedAnswer = question
    ? answerQuestion(getName(question), ctx.view)
    : asked && quoteSection(asked, ctx.view);
  if (askedAnswer?.isFound)
    return reportAnswer(askedAnswer, `Under “${clip(getName(asked!), 120)}”: ${askedAnswer.text}`, ctx);
  return fail(
    pageAnswer.text || `I can't find that on this page: “${clip(step.text.replace(/\?+$/u, ''), 120)}”`,
  );
}

function reportAnswer({ value, entry }: Answer, text: string, { memory }: Context): Move {
  if (value !== undefined) memory.lastValue = { text: value, isAnswer: true };
  memory.answeredEntry = entry;
  return { kind: 'done', answer: toSentence(text) };
}
