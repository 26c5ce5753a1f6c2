/**
 * Answers questions from the page. If the answer is under a collapsed question or section, opens that first.
 */
import { answerQuestion, type Answer } from '../answer/answer.js';
import { findFaqControl, findFaqHeading, findSectionForQuestion, quoteSection } from '../answer/faq.js';
import { isSafeToOpen, isSectionOrTab } from '../ground/collapsed.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { matchVerb } from '../language/line-text.js';
import { clip, tokenize, tokenizeContent, toSentence } from '../text.js';
import { act, fail, type Context, type Move } from './types.js';

const PERMISSION_QUESTION = /^(?:can|could|may) (?:i|we) ([^.!?,]+)\??$/iu;

/** Whether a visible control's name begins with the verb of a request, or contains all its words. */
const isControlNamed = (request: string, view: View): boolean => {
  const [verb = '', ...words] = tokenizeContent(request);
  return view.candidates.some((c) => {
    const name = c.visible && c.interactive ? tokenize(getName(c)) : [];
    return name[0] === verb || (name.length > 0 && [verb, ...words].every((word) => name.includes(word)));
  });
};

/**
 * If the instructor says "can I change my booking" and the page's help lists that question, or "can I park here" and
 * neither a known verb nor a control fits, rewords the line so that it is answered. Otherwise returns the line
 * unchanged, because it is a polite request.
 */
export function readAsPageQuestion(line: string, getView: () => View): string {
  const request = PERMISSION_QUESTION.exec(line.trim())?.[1];
  if (request === undefined) return line;
  const view = getView();
  const isQuestion =
    findFaqControl(line, view) !== null ||
    findFaqHeading(line, view) !== null ||
    (matchVerb(request) === null &&
      !/^(?:have|see|know|just)\b/iu.test(request) &&
      !isControlNamed(request, view));
  return isQuestion ? `tell me whether ${line}` : line;
}

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
