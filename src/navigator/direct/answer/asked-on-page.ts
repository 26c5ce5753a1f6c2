/** Finds the question of a page with common questions that asks for the same as the instructor: "How much is delivery?" */
import type { Candidate } from '../../../contract/index.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { parseQuestion } from './parse-question.js';
import { hasWord, isGeneralWord } from './words.js';

/** Minimum share of words that both questions have in common. */
const MIN_SHARE = 0.6;
const SAME_LEAD_BONUS = 0.1;

const getLead = (text: string): string => text.split(' ').slice(0, 2).join(' ');

/** Returns the share of words that two questions have in common; 0 if they ask for different kinds of answers. */
function scoreSameQuestion(question: string, other: string): number {
  const [a, b] = [parseQuestion(question), parseQuestion(other)];
  const [words, otherWords] = [a, b].map((parsed) => parsed.words.filter((word) => !isGeneralWord(word)));
  const shared = otherWords!.filter((word) => hasWord(words!, word));
  const areKindsOpposed = a.kind !== b.kind && a.kind !== 'any' && b.kind !== 'any';
  if (!shared.length || areKindsOpposed) return 0;
  const share = (2 * shared.length) / (words!.length + otherWords!.length);
  return share + (getLead(a.text) === getLead(b.text) ? SAME_LEAD_BONUS : 0);
}

/** Returns the only best control named by a question like this one; null if there is none. */
export function findAskedOnPage(question: string, view: View): Candidate | null {
  const scored = view.candidates
    .filter((c) => c.visible && c.interactive && /\?\s*$/u.test(getName(c)))
    .map((candidate) => ({ candidate, score: scoreSameQuestion(question, getName(candidate)) }))
    .filter(({ score }) => score >= MIN_SHARE)
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && best.score !== second?.score ? best.candidate : null;
}
