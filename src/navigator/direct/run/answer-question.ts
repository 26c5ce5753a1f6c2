/**
 * Answers questions from the page. If the answer is under a collapsed question or section, opens that first.
 */
import { answerQuestion, type Answer } from '../answer/answer.js';
import { findFaqControl, findSectionForQuestion, quoteSection } from '../answer/faq.js';
import { isSafeToOpen, isSectionOrTab } from '../ground/collapsed.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { clip, toSentence } from '../text.js';
import { act, fail, type Context, type Move } from './types.js';

/**
 * If the instructor says "Can I change my booking?" and the page's help lists that question, rewords the line so that
 * it is answered. Otherwise returns the line unchanged, because it is a polite request.
 */
export const readAsPageQuestion = (line: string, getView: () => View): string =>
  /^(?:can|could|may) (?:i|we) [^.!?]+\?$/iu.test(line) && findFaqControl(line, getView())
    ? `tell me whether ${line}`
    : line;

export async function answerPageQuestion(step: StepOf<'question'>, ctx: Context): Promise<Move> {
  ctx.memory.lastValue = undefined;
  ctx.memory.answeredEntry = undefined;
  const pageAnswer = answerQuestion(step.text, ctx.view);
  if (pageAnswer.isFound) return reportAnswer(pageAnswer, pageAnswer.text, ctx);
  const pageQuestion = findFaqControl(step.text, ctx.view);
  const questionOrSection = pageQuestion ?? findSectionForQuestion(step.text, ctx.view);
  if (
    questionOrSection &&
    ctx.run.stage === '' &&
    isSafeToOpen(questionOrSection) &&
    isSectionOrTab(questionOrSection, ctx.view)
  )
    return act('open', { intent: 'click', uid: questionOrSection.uid });
  const sectionAnswer = pageQuestion
    ? answerQuestion(getName(pageQuestion), ctx.view)
    : questionOrSection && quoteSection(questionOrSection, ctx.view);
  if (sectionAnswer?.isFound)
    return reportAnswer(
      sectionAnswer,
      `Under “${clip(getName(questionOrSection!), 120)}”: ${sectionAnswer.text}`,
      ctx,
    );
  return fail(
    pageAnswer.text || `I can't find that on this page: “${clip(step.text.replace(/\?+$/u, ''), 120)}”`,
  );
}

function reportAnswer({ value, entry }: Answer, text: string, { memory }: Context): Move {
  if (value !== undefined) memory.lastValue = { text: value, isAnswer: true };
  memory.answeredEntry = entry;
  return { kind: 'done', answer: toSentence(text) };
}
