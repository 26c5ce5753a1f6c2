/**
 * Replies of a scenario from the questions of a conversation. Each gets words that recognise its question by the
 * subject, so that the order and the wording of questions may differ. The result is verified: the pool gives every
 * recorded question its recorded answer. Pure.
 */
import { compileMatch, isQuestion, type TextMatch } from '../dialogue/index.js';
import { FIELD_SYNONYMS } from '../text/index.js';
import type { QuestionAndReply } from './conversation.js';
import { contentWords, quotedTexts, sentencesOf, withoutQuotes } from './words.js';

export interface SavedReply {
  about: TextMatch;
  say: string;
  times?: number;
}

export function createReplies(asked: readonly QuestionAndReply[]): SavedReply[] {
  const replies: (SavedReply & { question: string })[] = [];
  for (const { question, reply } of asked) {
    const same = replies.find((one) => one.question === question && one.say === reply);
    if (same) same.times = (same.times ?? 1) + 1;
    else replies.push({ question, about: chooseWords(question, reply, asked), say: reply });
  }
  if (!givesRecordedReplies(replies, asked))
    for (const reply of replies) reply.about = { equals: reply.question };
  return replies.map(({ about, say, times }) => ({ about, say, ...(times === undefined ? {} : { times }) }));
}

/** Words that recognise a question by its subject. */
export const recogniseQuestion = (question: string): TextMatch => chooseWords(question, '', []);

/** The first words that match this question, and none that got another answer. */
function chooseWords(question: string, reply: string, asked: readonly QuestionAndReply[]): TextMatch {
  const others = asked.filter((one) => one.question !== question && one.reply !== reply);
  const isRight = (match: TextMatch): boolean => {
    const matcher = compileMatch(match);
    return matcher.test(question) && !others.some((other) => matcher.test(other.question));
  };
  return listCandidates(question).find(isRight) ?? { equals: question };
}

/** Matches for a question, from the plainest to the strictest. */
function listCandidates(question: string): TextMatch[] {
  const asking =
    sentencesOf(question)
      .filter((sentence) => isQuestion(sentence))
      .join(' ') || question;
  const labels = quotedTexts(asking).filter(isLabel);
  const words = contentWords(withoutQuotes(asking));
  const subject = quotedTexts(question).filter(isLabel)[0];
  const isChoice = /\bwhich\b/i.test(asking);
  const first = labels[0];
  return [
    // “What should I enter in the “Title” field?”
    ...(first !== undefined && !isChoice && isAboutField(asking) ? [withSynonyms(toWords(first))] : []),
    // “2 things could be “Nora”. Which one do you mean?”
    ...(isChoice && subject !== undefined ? [{ all: ['which', subject] }] : []),
    // “Shall I delete “Haircut”?”
    ...(words[0] !== undefined && first !== undefined ? [{ all: [words[0], first] }] : []),
    ...(words.length > 1 ? [{ all: words.slice(0, 2) }] : words.slice(0, 1)),
    ...(words.length > 2 ? [{ all: words.slice(0, 4) }] : []),
    ...(labels.length > 0 ? [{ all: [...words.slice(0, 2), ...labels.slice(0, 3)] }] : []),
  ];
}

const isLabel = (text: string): boolean => text.length <= 40 && !/[.!?:/]/.test(text);
const isAboutField = (sentence: string): boolean =>
  /\b(field|list|box|enter|type|fill|choose|value)\b/i.test(sentence);

/** A label as a person writes it in a scenario: `Size` as `size`, but `DNA` as it is. */
const toWords = (label: string): string => (/^\p{Lu}[\p{Ll} ]+$/u.test(label) ? label.toLowerCase() : label);

function withSynonyms(label: string): TextMatch {
  const group = FIELD_SYNONYMS.find(([word]) => word === label);
  return group ? [label, ...group.filter((word) => word !== label && word.length > 3).slice(0, 2)] : label;
}

/** Plays the pool: the first matching reply that is not used up answers. */
function givesRecordedReplies(replies: readonly SavedReply[], asked: readonly QuestionAndReply[]): boolean {
  const left = replies.map(({ times = 1 }) => times);
  return asked.every(({ question, reply }) => {
    const index = replies.findIndex((one, i) => left[i]! > 0 && compileMatch(one.about).test(question));
    if (index < 0) return false;
    left[index]! -= 1;
    return replies[index]!.say === reply;
  });
}
