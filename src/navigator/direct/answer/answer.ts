/**
 * Answers a question from the facts of the page, and says where the answer stands. If no cell, label or sentence can be
 * named that accounts for every word of the question, there is no answer; nothing is guessed.
 */
import { type View, viewOf } from '../ground/view.js';
import { readQuestion, type Asked } from './asked.js';
import { answerCount, repeated } from './counts.js';
import { answerBest, answerSum, resultTable } from './figures.js';
import type { Answer, Facts } from './facts.js';
import { answerFromMessage, answerFromPage, presence } from './page-itself.js';
import { answerFromFields, answerFromPairs, mainPrice } from './pairs.js';
import { factsOf } from './read-facts.js';
import { valueFromRows, whichOfRows, whichRows } from './rows.js';
import { answerFromSentences, lineWithCode, textUnder } from './sentences.js';
import { answerTruth } from './truth.js';

export type { Answer } from './facts.js';

/** The readers for each form of question, in order. Labels of the open item come before rows of a list. */
function fromFacts(asked: Asked, page: Facts, view: View): Answer | null {
  switch (asked.form) {
    case 'count':
      return answerCount(asked, page, view) ?? answerFromPairs(asked, page);
    case 'sum':
      return answerFromPairs(asked, page) ?? answerSum(asked, page);
    case 'truth':
      return answerTruth(asked, page) ?? presence(asked.q, view);
    case 'which':
      return (
        answerBest(asked, page) ??
        repeated(asked, page) ??
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
        resultTable(asked, page)
      );
  }
}

/** The part of the page that is in front of an open modal dialog's backdrop; null if no dialog is open. */
function inFront({ observation }: View): View | null {
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

/** Answers from the open dialog or, if it says nothing about it, from the page behind it. */
export function answer(question: string, view: View): Answer {
  const front = inFront(view);
  const fromDialog = front ? answerFrom(question, front) : null;
  return fromDialog?.found ? fromDialog : answerFrom(question, view);
}

function answerFrom(question: string, view: View): Answer {
  const ofPage = answerFromMessage(question, view) ?? answerFromPage(question, view);
  if (ofPage) return ofPage;
  const asked = readQuestion(question);
  const page = factsOf(view);
  return (
    fromFacts(asked, page, view) ??
    answerFromSentences(question, asked, page) ??
    lineWithCode(question, asked, page) ?? { text: whichOfRows(asked, page) ?? '', found: false }
  );
}
