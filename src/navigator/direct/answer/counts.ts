/** Answers "how many": from counts that the page states, from its rows, or from its elements. */
import type { View } from '../ground/view.js';
import type { ParsedQuestion } from './asked.js';
import { type Answer, type Count, type Facts, formatList, formatCount, foundAnswer } from './facts.js';
import { conditionOf, COUNT_NOISE, isRowNoun, rowNoun, selectRows } from './match-rows.js';
import { answerFromRows } from './rows.js';
import {
  contentOf,
  hasWord,
  hasAllWords,
  isGeneral,
  labelWords,
  rowNounsOf,
  isSameWord,
  withoutWords,
} from './words.js';

/** Whether a stated count counts what the question names: label and question consist of the same words. */
function countsWhat({ label, text }: Count, asked: ParsedQuestion, page: Facts): boolean {
  const ownWords = labelWords(label).filter((word) => !COUNT_NOISE.has(word));
  const words = asked.words.filter((word) => !isGeneral(word) && !COUNT_NOISE.has(word));
  // "Order 5512" identifies one order; it is not the number of orders.
  const isName = /\d$/u.test(text) && ownWords.some((word) => words.some((w) => w === `${word}s`));
  if (!ownWords.length || isName) return false;
  if (ownWords.every(isGeneral)) return words.every((word) => hasWord(page.topic, word));
  // In "Messages in the inbox", the name of the list says what it contains. The main heading names the open list.
  const known = words.length ? [...words, ...contentOf(page.heading)] : page.topic;
  return (
    hasAllWords(known, ownWords) &&
    withoutWords(words, [...ownWords, ...rowNounsOf(ownWords), ...contentOf(page.heading)]).length === 0
  );
}

export function answerCount(asked: ParsedQuestion, page: Facts, view: View): Answer | null {
  if (asked.negated) return null;
  const stated = page.counts.filter((count) => countsWhat(count, asked, page));
  const distinct = [...new Set(stated.map(({ count }) => count))];
  if (distinct.length === 1) return foundAnswer(`The page says “${stated[0]!.text}”`, distinct[0]);
  if (distinct.length > 1) return null;
  return (
    answerFromRows(asked, page) ??
    answerFromHeadings(asked, page) ??
    countRows(asked, page) ??
    countElements(asked, view)
  );
}

/** Counts or lists headings such as "Milestone: 1.0", "Milestone: 2.0", which name the entries of a list. */
export function answerFromHeadings(asked: ParsedQuestion, page: Facts): Answer | null {
  const [noun, ...more] = asked.words.filter((word) => !isGeneral(word));
  const named = page.pairs
    .filter(({ label }) => noun && !more.length && isSameWord(label.toLowerCase(), noun))
    .map(({ value }) => value);
  if (named.length < 2) return null;
  return asked.form === 'count'
    ? foundAnswer(`I count ${named.length} on this page: ${formatList(named)}`, String(named.length))
    : foundAnswer(formatList(named));
}

function countRows(asked: ParsedQuestion, page: Facts): Answer | null {
  for (const table of page.tables) {
    if (asked.noun.length && rowNoun(asked, table, page) === undefined) continue;
    const hits = selectRows(asked, table, page, []);
    const count = String(hits.length);
    if (!hits.length) continue;
    if (!hits[0]!.cells.length && !isRowNoun(asked.noun, table, page)) continue;
    if (!hits[0]!.cells.length)
      return foundAnswer(
        `I count ${formatCount(hits.length, 'row')} in the ${table.isList ? 'list' : 'table'} on this page`,
        count,
      );
    return foundAnswer(
      `${formatCount(hits.length, 'row')} on this page ${hits.length === 1 ? 'has' : 'have'} ${conditionOf(hits)}`,
      count,
    );
  }
  return null;
}

const ELEMENT_ROLES: Readonly<Record<string, RegExp>> = {
  link: /^link$/u,
  button: /^button$/u,
  checkbox: /^checkbox$/u,
  field: /^(?:textbox|searchbox|spinbutton|combobox)$/u,
  image: /^(?:img|image)$/u,
  heading: /^heading$/u,
  tab: /^tab$/u,
};

function countElements({ words }: ParsedQuestion, view: View): Answer | null {
  const [noun, ...more] = words.filter((word) => !isGeneral(word));
  const kind = Object.keys(ELEMENT_ROLES).find((name) => noun && !more.length && isSameWord(name, noun));
  if (kind === undefined) return null;
  const isKind = (c: { role: string }): boolean => ELEMENT_ROLES[kind]!.test(c.role);
  const count = view.candidates.filter((c) => c.visible && [c, ...c.folded].some(isKind)).length;
  return count ? foundAnswer(`I count ${formatCount(count, kind)} on this page`, String(count)) : null;
}
