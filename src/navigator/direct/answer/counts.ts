/** Answers "how many" with a number that the page states, or by counting its rows or elements. */
import type { View } from '../ground/view.js';
import type { ParsedQuestion } from './parse-question.js';
import {
  type Answer,
  type Count,
  type Facts,
  type FactTable,
  formatList,
  formatCount,
  createAnswer,
} from './facts.js';
import {
  describeCommonCells,
  COUNT_NOISE,
  areRowNouns,
  isConditionWord,
  findRowNoun,
  getRowName,
  matchRowsByNoun,
  selectRows,
} from './match-rows.js';
import { answerFromRows } from './rows.js';
import {
  isValueOfKind,
  getContentWords,
  hasWord,
  hasAllWords,
  isGeneralWord,
  getLabelWords,
  getEntryNouns,
  isSameWord,
  removeWords,
} from './words.js';

/** Whether a count on the page is the requested one: its label has the same words as the question. */
function isRequestedCount({ label, text }: Count, question: ParsedQuestion, facts: Facts): boolean {
  // A question about selected things is answered only by a count with the same words, such as "2 selected".
  if (hasAllWords(question.words, getLabelWords(label)) && hasAllWords(getLabelWords(label), question.words))
    return true;
  if (question.words.includes('selected')) return false;
  // "How many did you find?" is answered by “20 properties found”.
  if (!question.words.length && /\bf(?:i|ou)nd\b/u.test(question.text) && /\bfound\b/iu.test(text))
    return true;
  const countedWords = getLabelWords(label).filter((word) => !COUNT_NOISE.has(word));
  const words = question.words.filter(
    (word) =>
      (!isGeneralWord(word) && !COUNT_NOISE.has(word)) ||
      facts.tables.some((table) => isConditionWord(table, word)),
  );
  // "Order 5512" identifies one order; it is not the number of orders.
  const isIdentifier = /\d$/u.test(text) && countedWords.some((word) => words.some((w) => w === `${word}s`));
  if (!countedWords.length || isIdentifier) return false;
  if (countedWords.every(isGeneralWord)) return words.every((word) => hasWord(facts.topic, word));
  // In "messages in the inbox", the name of the list implies its entries. The main heading names the open list.
  const knownWords = words.length ? [...words, ...getContentWords(facts.heading)] : facts.topic;
  return (
    hasAllWords(knownWords, countedWords) &&
    removeWords(words, [...countedWords, ...getEntryNouns(countedWords), ...getContentWords(facts.heading)])
      .length === 0
  );
}

export function answerCount(question: ParsedQuestion, facts: Facts, view: View): Answer | null {
  if (question.isNegated) return null;
  const statedCounts = facts.counts.filter((count) => isRequestedCount(count, question, facts));
  const distinctCounts = [...new Set(statedCounts.map(({ count }) => count))];
  const pairs = facts.pairs.filter(
    ({ label, value }) =>
      isValueOfKind(value, 'number') &&
      !isValueOfKind(value, 'money') &&
      hasAllWords(question.words, getLabelWords(label)) &&
      hasAllWords(getLabelWords(label), question.words),
  );
  // A labelled number comes first, because a badge beside a link may count only new entries.
  if (pairs.length === 1) return createAnswer(`${pairs[0]!.label}: ${pairs[0]!.value}`, pairs[0]!.value);
  if (distinctCounts.length === 1) {
    // Quotes the shortest text, because an element around the count also contains other text: “Page 1 of 1 1 8 pages”.
    const [shortest] = statedCounts.map(({ text }) => text).sort((a, b) => a.length - b.length);
    return createAnswer(`The page says “${shortest!}”`, distinctCounts[0]);
  }
  if (distinctCounts.length > 1) return null;
  return (
    answerFromRows(question, facts) ??
    answerFromHeadings(question, facts) ??
    countRows(question, facts) ??
    countElements(question, view)
  );
}

/** Counts or lists headings such as "Milestone: 1.0", "Milestone: 2.0", which name the entries of a list. */
export function answerFromHeadings(question: ParsedQuestion, facts: Facts): Answer | null {
  const [noun, ...otherNouns] = question.words.filter((word) => !isGeneralWord(word));
  const values = facts.pairs
    .filter(
      ({ label }) =>
        noun &&
        !otherNouns.length &&
        isSameWord(label.toLowerCase(), noun) &&
        // "Which one is out for delivery?" does not ask for the deliveries.
        (question.form !== 'which' || hasWord(question.noun, noun)),
    )
    .map(({ value }) => value);
  if (values.length < 2) return null;
  return question.form === 'count'
    ? createAnswer(`I count ${values.length} on this page: ${formatList(values)}`, String(values.length))
    : createAnswer(formatList(values));
}

/** Questions such as "how many are left?" and "how many are selected?", which the number of rows does not answer. */
const ASKS_REMAINDER = /\b(?:left|remain(?:s|ing)?|selected)\b/u;

function countRows(question: ParsedQuestion, facts: Facts): Answer | null {
  if (ASKS_REMAINDER.test(question.text)) return null;
  for (const table of facts.tables) {
    const isNamed = !question.noun.length || findRowNoun(question, table, facts) !== undefined;
    const hits = isNamed ? selectRows(question, table, facts, []) : matchRowsByNoun(table, question, facts);
    const count = String(hits.length);
    if (!hits.length) continue;
    const [hit] = hits;
    if (hasQuantities(table) && hit?.cells.length) {
      const quantities = hit.row.filter(({ value }) => QUANTITY.test(value));
      return hits.length === 1 && quantities.length === 1
        ? createAnswer(`${getRowName(hit.row)}: ${quantities[0]!.value}`, quantities[0]!.value)
        : null;
    }
    if (!hits[0]!.cells.length && (!areRowNouns(question.noun, table, facts) || hasQuantities(table)))
      continue;
    const { listRange } = facts;
    if (!hits[0]!.cells.length && listRange?.shownCount === hits.length)
      return createAnswer(`The page says “${listRange.text}”`, String(listRange.totalCount));
    if (!hits[0]!.cells.length)
      return createAnswer(
        `I count ${formatCount(hits.length, 'row')} in the ${table.isList ? 'list' : 'table'} on this page`,
        count,
      );
    return createAnswer(
      `${formatCount(hits.length, 'row')} on this page ${hits.length === 1 ? 'has' : 'have'} ${describeCommonCells(hits)}`,
      count,
    );
  }
  return null;
}

const QUANTITY = /^\d{1,3}$/u;

/** Whether each entry of a list shows its quantity: "Adults 2", "Children 1". */
const hasQuantities = ({ keys, rows }: FactTable): boolean =>
  !keys.length && rows.every((row) => row.some(({ value }) => QUANTITY.test(value)));

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
  const [noun, ...otherNouns] = words.filter((word) => !isGeneralWord(word));
  const kind = Object.keys(ELEMENT_ROLES).find(
    (name) => noun && !otherNouns.length && isSameWord(name, noun),
  );
  if (kind === undefined) return null;
  const hasKind = (c: { role: string }): boolean => ELEMENT_ROLES[kind]!.test(c.role);
  const count = view.candidates.filter((c) => c.visible && [c, ...c.folded].some(hasKind)).length;
  return count ? createAnswer(`I count ${formatCount(count, kind)} on this page`, String(count)) : null;
}
