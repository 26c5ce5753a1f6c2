/**
 * Answers a question from the facts of the page, and names the place of the answer. If no cell, label or sentence
 * accounts for every word of the question, there is no answer; nothing is guessed.
 */
import { type View, viewOf } from '../ground/view.js';
import { parseQuestion, type ParsedQuestion } from './asked.js';
import { answerCount, answerFromHeadings } from './counts.js';
import { answerBest, answerSum, answerResult } from './figures.js';
import type { Answer, Facts } from './facts.js';
import { answerFromMessage, answerFromPage, answerPresence } from './page-itself.js';
import { answerFromFields, answerFromPairs, mainPrice } from './pairs.js';
import { factsOf } from './read-facts.js';
import { valueFromRows, whichOfRows, whichRows } from './rows.js';
import { answerFromSentences, lineWithCode, textUnder } from './sentences.js';
import { answerTruth } from './truth.js';

export type { Answer } from './facts.js';

/** The readers for each form of question, in order. Labels of the open item come before rows of a list. */
function fromFacts(asked: ParsedQuestion, page: Facts, view: View): Answer | null {
  switch (asked.form) {
    case 'count':
      return answerCount(asked, page, view) ?? answerFromPairs(asked, page);
    case 'sum':
      return answerFromPairs(asked, page) ?? answerSum(asked, page);
    case 'truth':
      return answerTruth(asked, page) ?? answerPresence(asked.q, view);
    case 'which':
      return (
        answerBest(asked, page) ??
        answerFromHeadings(asked, page) ??
        answerFromPairs(asked, page) ??
        whichRows(asked, page) ??
        valueFromRows(asked, page) ??
        answerFromFields(asked, page, view) ??
        textUnder(asked, page)
      );
    default:
      return (
        answerBest(asked, page) ??
        answerFromFields(asked, page, view) ??
        answerFromPairs(asked, page) ??
        valueFromRows(asked, page) ??
        mainPrice(asked, page) ??
        textUnder(asked, page) ??
        answerResult(asked, page)
      );
  }
}

/** The part of the page inside an open modal dialog; null if no dialog is open. */
function viewOfDialog({ observation }: View): View | null {
  const { candidates, text } = observation;
  if (!candidates.some((c) => c.behindModal)) return null;
  const isBehind = (order: number): boolean =>
    (candidates.find((c) => c.order >= order) ?? candidates.at(-1))?.behindModal === true;
  return viewOf({
    ...observation,
    candidates: candidates.filter((c) => !c.behindModal),
    text: text.filter((block) => !isBehind(block.order)),
  });
}

/** Answers from the open dialog or, if the dialog does not contain the answer, from the page behind it. */
export function answer(question: string, view: View): Answer {
  const front = viewOfDialog(view);
  const fromDialog = front ? answerFrom(question, front) : null;
  return fromDialog?.found ? fromDialog : answerFrom(question, view);
}

function answerFrom(question: string, view: View): Answer {
  const ofPage = answerFromMessage(question, view) ?? answerFromPage(question, view);
  if (ofPage) return ofPage;
  const asked = parseQuestion(question);
  const page = factsOf(view);
  return (
    fromFacts(asked, page, view) ??
    answerFromSentences(question, asked, page) ??
    lineWithCode(question, asked, page) ?? { text: whichOfRows(asked, page) ?? '', found: false }
  );
}
