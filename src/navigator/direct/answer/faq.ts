/**
 * Finds the question on an FAQ page that means the same as the instructor's question, or the collapsible section about
 * its topic: “Delivery” for "How much is delivery?"
 */
import type { Candidate } from '../../../contract/index.js';
import { getName } from '../ground/names.js';
import { FRAME_LANDMARKS } from '../ground/collapsed.js';
import { opensList } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { clip } from '../text.js';
import { createAnswer, type Answer } from './facts.js';
import { parseQuestion } from './parse-question.js';
import { hasAllWords, hasWord, isGeneralWord } from './words.js';

/** Minimum share of words that both questions have in common. */
const MIN_SHARE = 0.6;
const SAME_START_BONUS = 0.1;

const getFirstWords = (text: string): string => text.split(' ').slice(0, 2).join(' ');

/** Returns the share of words that two questions have in common; 0 if they ask for different kinds of answers. */
function scoreQuestionSimilarity(question: string, other: string): number {
  const [a, b] = [parseQuestion(question), parseQuestion(other)];
  const [words, otherWords] = [a, b].map((parsed) => parsed.words.filter((word) => !isGeneralWord(word)));
  const sharedWords = otherWords!.filter((word) => hasWord(words!, word));
  const haveDifferentKinds = a.kind !== b.kind && a.kind !== 'any' && b.kind !== 'any';
  if (!sharedWords.length || haveDifferentKinds) return 0;
  const share = (2 * sharedWords.length) / (words!.length + otherWords!.length);
  return share + (getFirstWords(a.text) === getFirstWords(b.text) ? SAME_START_BONUS : 0);
}

/** Returns the control whose name best matches the question; null if none matches, or two match equally well. */
function findBestMatch(question: string, controls: readonly Candidate[]): Candidate | null {
  const scored = controls
    .map((candidate) => ({ candidate, score: scoreQuestionSimilarity(question, getName(candidate)) }))
    .filter(({ score }) => score >= MIN_SHARE)
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && best.score !== second?.score ? best.candidate : null;
}

/** Returns the control with the best matching FAQ question; null if none matches, or two match equally well. */
export const findFaqControl = (question: string, view: View): Candidate | null =>
  findBestMatch(
    question,
    view.candidates.filter((c) => c.visible && c.interactive && /\?\s*$/u.test(getName(c))),
  );

/** Returns the heading with the best matching FAQ question, if it asks for the same kind of answer. */
export const findFaqHeading = (question: string, view: View): string | null => {
  const { kind } = parseQuestion(question);
  const headings = view.candidates.filter(
    (c) =>
      c.visible &&
      [c, ...c.folded].some(({ role }) => role === 'heading') &&
      /\?\s*$/u.test(getName(c)) &&
      parseQuestion(getName(c)).kind === kind,
  );
  const heading = findBestMatch(question, headings);
  return heading && getName(heading);
};

/** Returns the control of the section, open or collapsed, that the question names; null if no section clearly fits. */
export function findSectionForQuestion(question: string, view: View): Candidate | null {
  const { words } = parseQuestion(question);
  const isNamed = (c: Candidate): boolean => {
    const nameWords = parseQuestion(getName(c)).words;
    return nameWords.length > 0 && (hasAllWords(words, nameWords) || hasAllWords(nameWords, words));
  };
  const sections = view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      (c.states.expanded !== undefined || c.tag === 'summary') &&
      !opensList(c) &&
      !FRAME_LANDMARKS.has(c.landmark) &&
      isNamed(c),
  );
  return findBestMatch(question, sections);
}

/** Quotes the first text of an open section. */
export function quoteSection(control: Candidate, view: View): Answer | null {
  const nextBlock = view.observation.text.find(({ order }) => order > control.order);
  const isContent =
    control.states.expanded === true &&
    nextBlock?.kind !== 'heading' &&
    !view.candidates.some((c) => c.visible && c.interactive && c.text === nextBlock?.text);
  return nextBlock && isContent ? createAnswer(`“${clip(nextBlock.text, 400)}”`) : null;
}
