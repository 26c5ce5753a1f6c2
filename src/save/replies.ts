/**
 * Creates a scenario's replies from the questions of a conversation. Each reply matches its question by subject words,
 * so that the order and wording of questions may vary. The result is verified: every recorded question gets
 * its recorded answer. Pure.
 */
import { compileMatch, isQuestion, type TextMatch } from '../dialogue/index.js';
import { FIELD_SYNONYMS } from '../text/index.js';
import type { QuestionAndReply } from './conversation.js';
import { listContentWords, listQuotedTexts, splitIntoSentences, removeQuotes } from './words.js';

export interface SavedReply {
  about: TextMatch;
  say: string;
  times?: number;
}

export function createReplies(recordedReplies: readonly QuestionAndReply[]): SavedReply[] {
  const replies: (SavedReply & { question: string })[] = [];
  for (const { question, reply } of recordedReplies) {
    const sameReply = replies.find((other) => other.question === question && other.say === reply);
    if (sameReply) sameReply.times = (sameReply.times ?? 1) + 1;
    else replies.push({ question, about: chooseWords(question, reply, recordedReplies), say: reply });
  }
  if (!doRepliesMatchRecord(replies, recordedReplies))
    for (const reply of replies) reply.about = { equals: reply.question };
  return replies.map(({ about, say, times }) => ({ about, say, ...(times === undefined ? {} : { times }) }));
}

export const createQuestionMatch = (question: string): TextMatch => chooseWords(question, '', []);

/** Chooses the first match that fits this question, but no question that got a different answer. */
function chooseWords(
  question: string,
  reply: string,
  recordedReplies: readonly QuestionAndReply[],
): TextMatch {
  const otherQuestions = recordedReplies.filter(
    (other) => other.question !== question && other.reply !== reply,
  );
  const fitsOnlyThisQuestion = (match: TextMatch): boolean => {
    const matcher = compileMatch(match);
    return matcher.test(question) && !otherQuestions.some((other) => matcher.test(other.question));
  };
  return listCandidates(question).find(fitsOnlyThisQuestion) ?? { equals: question };
}

/** Lists possible matches for a question, simplest first. */
function listCandidates(question: string): TextMatch[] {
  const questionText =
    splitIntoSentences(question)
      .filter((sentence) => isQuestion(sentence))
      .join(' ') || question;
  const labels = listQuotedTexts(questionText).filter(isLabel);
  const words = listContentWords(removeQuotes(questionText));
  const subject = listQuotedTexts(question).filter(isLabel)[0];
  const isChoice = /\bwhich\b/i.test(questionText);
  const firstLabel = labels[0];
  return [
    // “What should I enter in the “Title” field?”
    ...(firstLabel !== undefined && !isChoice && isAboutField(questionText)
      ? [addSynonyms(toLowerCaseLabel(firstLabel))]
      : []),
    // “2 things could be “Nora”. Which one do you mean?”
    ...(isChoice && subject !== undefined ? [{ all: ['which', subject] }] : []),
    // “Shall I delete “Haircut”?”
    ...(words[0] !== undefined && firstLabel !== undefined ? [{ all: [words[0], firstLabel] }] : []),
    ...(words.length > 1 ? [{ all: words.slice(0, 2) }] : words.slice(0, 1)),
    ...(words.length > 2 ? [{ all: words.slice(0, 4) }] : []),
    ...(labels.length > 0 ? [{ all: [...words.slice(0, 2), ...labels.slice(0, 3)] }] : []),
  ];
}

const isLabel = (text: string): boolean => text.length <= 40 && !/[.!?:/]/.test(text);
const isAboutField = (sentence: string): boolean =>
  /\b(field|list|box|enter|type|fill|choose|value)\b/i.test(sentence);

/** Lower-cases a label as people do in scenarios: `Size` becomes `size`, `DNA` stays. */
const toLowerCaseLabel = (label: string): string =>
  /^\p{Lu}[\p{Ll} ]+$/u.test(label) ? label.toLowerCase() : label;

function addSynonyms(label: string): TextMatch {
  const synonyms = FIELD_SYNONYMS.find(([word]) => word === label);
  return synonyms
    ? [label, ...synonyms.filter((word) => word !== label && word.length > 3).slice(0, 2)]
    : label;
}

/** Simulates a run: each question gets the first reply that matches and is not used up. */
function doRepliesMatchRecord(
  replies: readonly SavedReply[],
  recordedReplies: readonly QuestionAndReply[],
): boolean {
  const remainingTimes = replies.map(({ times = 1 }) => times);
  return recordedReplies.every(({ question, reply }) => {
    const index = replies.findIndex(
      ({ about }, i) => remainingTimes[i]! > 0 && compileMatch(about).test(question),
    );
    if (index < 0) return false;
    remainingTimes[index]! -= 1;
    return replies[index]!.say === reply;
  });
}
