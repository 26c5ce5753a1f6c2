/**
 * Answers a question from the page's facts and says where on the page the answer is. Never guesses: a cell, label or
 * sentence must account for every word of the question.
 */
import { type View, createView } from '../ground/view.js';
import { clip } from '../text.js';
import { parseQuestion, type ParsedQuestion } from './parse-question.js';
import { answerCount, answerFromHeadings } from './counts.js';
import { answerSuperlative, answerSum, answerQueryResult } from './compare-rows.js';
import type { Answer, Facts } from './facts.js';
import { findFaqHeading } from './faq.js';
import { answerAboutForm } from './form-questions.js';
import { answerOpeningHours } from './opening-hours.js';
import { answerAboutOrder } from './order-questions.js';
import { answerFromMessage, answerFromPage, answerPresence, suggestClosedTab } from './page-questions.js';
import { answerAboutContents, keepSubjectFacts } from './page-subject.js';
import {
  answerFromFields,
  answerFromOptions,
  answerFromPairs,
  answerOverallPrice,
  answerMainPrice,
} from './pairs.js';
import { answerFromPosts } from './posts.js';
import { readFacts } from './read-facts.js';
import {
  answerFromOrdinal,
  answerFromRows,
  answerWhatHasValue,
  askWhichRow,
  answerWithNone,
  answerWhichRows,
  listAllRows,
} from './rows.js';
import {
  answerFromFaq,
  answerFromSentences,
  answerFromReferenceNumber,
  answerFromSection,
} from './sentences.js';
import { answerTruth } from './truth.js';

export type { Answer } from './facts.js';

/** Tries each way to answer a question of this form, in order of preference: labelled values before list rows. */
function answerFromFacts(question: ParsedQuestion, facts: Facts, view: View): Answer | null {
  switch (question.form) {
    case 'count':
      return answerCount(question, facts, view) ?? answerFromPairs(question, facts);
    case 'sum':
      return (
        answerFromPairs(question, facts) ??
        answerSum(question, facts) ??
        answerFromFields(question, facts, view)
      );
    case 'truth':
      return (
        answerOpeningHours(question, facts) ??
        answerAboutContents(question, facts, view) ??
        answerTruth(question, facts, view) ??
        answerPresence(question.text, view)
      );
    case 'which':
      return (
        answerFromOptions(question, view) ??
        answerAboutOrder(question, facts, view) ??
        answerSuperlative(question, facts) ??
        answerFromHeadings(question, facts) ??
        answerFromPairs(question, facts) ??
        answerWhichRows(question, facts) ??
        answerFromRows(question, facts) ??
        answerFromFields(question, facts, view) ??
        answerFromSection(question, facts) ??
        answerOpeningHours(question, facts) ??
        listAllRows(question, facts)
      );
    default:
      return (
        answerWhatHasValue(question, facts) ??
        answerSuperlative(question, facts) ??
        answerAboutOrder(question, facts, view) ??
        answerFromPosts(question, facts) ??
        answerFromFields(question, facts, view) ??
        answerOverallPrice(question, facts) ??
        answerFromPairs(question, facts) ??
        answerFromRows(question, facts) ??
        answerMainPrice(question, facts) ??
        answerFromSection(question, facts) ??
        answerOpeningHours(question, facts) ??
        listAllRows(question, facts) ??
        answerQueryResult(question, facts)
      );
  }
}

/** Returns a view that contains only the open modal dialog; null if no dialog is open. */
function createDialogView({ observation }: View): View | null {
  const { candidates, text } = observation;
  if (!candidates.some((c) => c.behindModal)) return null;
  const isBehindDialog = (order: number): boolean =>
    (candidates.find((c) => c.order >= order) ?? candidates.at(-1))?.behindModal === true;
  return createView({
    ...observation,
    candidates: candidates.filter((c) => !c.behindModal),
    text: text.filter((block) => !isBehindDialog(block.order)),
  });
}

/** Answers from the open dialog or, if the dialog does not contain the answer, from the page behind it. */
export function answerQuestion(question: string, view: View): Answer {
  const dialogView = createDialogView(view);
  const fromDialog = dialogView ? answerFromView(question, dialogView) : null;
  return fromDialog?.isFound ? fromDialog : answerFromView(question, view);
}

/** Adds a note such as "This page shows 10 of 23." to an answer about all entries of a list. */
function addListRange(
  answer: Answer | null,
  { form, superlative }: ParsedQuestion,
  { listRange }: Facts,
): Answer | null {
  // "How many pages does Moths have?" is about one entry of the list; it does not count entries.
  const countsEntries = form === 'count' && answer?.entry === undefined;
  const isAboutAll = countsEntries || form === 'which' || form === 'sum' || superlative;
  return answer?.isFound && isAboutAll && listRange && !answer.text.includes(listRange.text)
    ? {
        ...answer,
        text: `${answer.text} This page shows ${listRange.shownCount} of ${listRange.totalCount}.`,
      }
    : answer;
}

/** Answers with the text under a heading that asks nearly the same: “What if I am late?” for "what happens if I am late?" */
function answerFromSimilarQuestion(question: string, facts: Facts, view: View): Answer | null {
  const heading = findFaqHeading(question, view);
  const answer = heading === null ? null : answerFromFaq(heading, facts, view);
  return answer?.isFound ? { ...answer, text: `Under “${clip(heading!, 120)}”: ${answer.text}` } : null;
}

function answerFromView(questionText: string, view: View): Answer {
  const pageFacts = readFacts(view);
  const pageAnswer =
    answerFromFaq(questionText, pageFacts, view) ??
    answerFromMessage(questionText, view) ??
    answerFromPage(questionText, view);
  if (pageAnswer) return pageAnswer;
  const question = parseQuestion(questionText);
  const facts = keepSubjectFacts(question, pageFacts);
  return (
    answerAboutForm(question, view) ??
    answerFromOrdinal(question, facts) ??
    addListRange(answerFromFacts(question, facts, view), question, facts) ??
    answerFromSentences(questionText, question, facts) ??
    answerFromReferenceNumber(questionText, question, facts) ??
    answerFromSimilarQuestion(questionText, pageFacts, view) ??
    answerWithNone(question, facts) ?? {
      text: askWhichRow(question, facts) ?? suggestClosedTab(question, view) ?? '',
      isFound: false,
    }
  );
}
