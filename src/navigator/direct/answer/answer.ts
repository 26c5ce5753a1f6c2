/**
 * Answers a question from the facts of the page, and names the place of the answer. If no cell, label or sentence
 * accounts for every word of the question, there is no answer; nothing is guessed.
 */
import { type View, createView } from '../ground/view.js';
import { parseQuestion, type ParsedQuestion } from './asked.js';
import { answerCount, answerFromHeadings } from './counts.js';
import { answerBest, answerSum, answerResult } from './figures.js';
import type { Answer, Facts } from './facts.js';
import { answerFromMessage, answerFromPage, answerPresence } from './page-itself.js';
import { answerFromFields, answerFromPairs, answerMainPrice } from './pairs.js';
import { readFacts } from './read-facts.js';
import { answerFromRows, askWhichOfRows, answerWhichRows, listAllRows } from './rows.js';
import { answerFromSentences, answerFromCode, answerFromSection } from './sentences.js';
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
        answerWhichRows(asked, page) ??
        answerFromRows(asked, page) ??
        answerFromFields(asked, page, view) ??
        answerFromSection(asked, page) ??
        listAllRows(asked, page)
      );
    default:
      return (
        answerBest(asked, page) ??
        answerFromFields(asked, page, view) ??
        answerFromPairs(asked, page) ??
        answerFromRows(asked, page) ??
        answerMainPrice(asked, page) ??
        answerFromSection(asked, page) ??
        listAllRows(asked, page) ??
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
  return createView({
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
  const page = readFacts(view);
  return (
    fromFacts(asked, page, view) ??
    answerFromSentences(question, asked, page) ??
    answerFromCode(question, asked, page) ?? { text: askWhichOfRows(asked, page) ?? '', found: false }
  );
}
