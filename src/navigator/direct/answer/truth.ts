/** Answers yes/no questions from rows and labelled values. "No" requires a value on the page that excludes the yes. */
import { OPPOSITES, STATE_LABELS, YES_CELL } from '../lexicon/questions.js';
import { fold } from '../text.js';
import type { ParsedQuestion } from './asked.js';
import { type Answer, type Cell, type Facts, type FactTable, type Row, foundAnswer } from './facts.js';
import { NEGATION, matchRows, nameOfRow, quoteCell, topicOf } from './match-rows.js';
import {
  contentOf,
  hasWord,
  hasAllWords,
  isGeneral,
  labelWords,
  isSameWord,
  isSameText,
  withoutWords,
  wordsOf,
} from './words.js';

const EXISTS =
  /^(?:is|are|was|were) there (?:an? |any |some )?(.+)$|^(?:do|does|did|have|has) (?:we|i|you|they|it|the \p{L}+) (?:have|got|contain|include) (?:an? |any |some )?(.+)$/u;

const inRow = (row: Row): string => `in the row “${nameOfRow(row)}”`;

/** Whether two states exclude each other: open and closed. */
const isOpposite = (a: string, b: string): boolean =>
  OPPOSITES.some(([x, y]) => (isSameWord(a, x) && fold(b) === y) || (isSameWord(a, y) && fold(b) === x));
const isYes = (value: string): boolean => YES_CELL.test(value);
const isState = (word: string): boolean => OPPOSITES.flat().some((state) => isSameWord(word, state));
const isWord = (value: string, word: string): boolean =>
  isSameText(value, word) || (contentOf(value).length === 1 && isSameWord(contentOf(value)[0]!, word));

/** "Is there a message from the post office?" */
function answerExistence(asked: ParsedQuestion, page: Facts): Answer | null {
  for (const table of page.tables) {
    const [hit] = matchRows(table, asked.words, asked, page);
    if (hit) return foundAnswer(`Yes: ${hit.cells.map(quoteCell).join(', ')} ${inRow(hit.row)}`);
  }
  const named = asked.words.filter((word) => !isGeneral(word));
  const table = page.tables.find(
    (t) => t.rows.length > 1 && named[0] !== undefined && hasWord(topicOf(t, page), named[0]),
  );
  const open = table ? withoutWords(named, topicOf(table, page)) : [];
  // A name is certainly missing only if it occurs nowhere on the page.
  const shown = page.lines.flatMap(({ text }) => wordsOf(text));
  return open.length > 0 && withoutWords(open, shown).length === open.length
    ? foundAnswer(`No row on this page mentions “${open.join(' ')}”`)
    : null;
}

/**
 * The cell of a row that excludes the predicate: a different value in the column where other rows have the predicate.
 */
function findExcludingCell(table: FactTable, row: Row, predicate: string): Cell | undefined {
  const opposite = row.find(({ value }) => isOpposite(predicate, value));
  const other = table.rows.find((r) => r.some(({ value }) => isWord(value, predicate)));
  const at = other?.findIndex(({ value }) => isWord(value, predicate)) ?? -1;
  const key = other?.[at]?.key;
  return (
    opposite ??
    (key ? row.find((cell) => cell.key === key) : other && row.length === other.length ? row[at] : undefined)
  );
}

/** Splits a question into predicate and subject. The predicate is a state, or else the last word. */
function splitQuestion({ words }: ParsedQuestion): { predicate: string; subject: string[] } {
  const predicate = words.find(isState) ?? words.at(-1)!;
  return { predicate, subject: words.filter((word) => word !== predicate) };
}

/** "Is 2044 paid?" If several rows match, answers for each of them. */
function answerFromRow(asked: ParsedQuestion, page: Facts): Answer | null {
  const { predicate, subject } = splitQuestion(asked);
  for (const table of page.tables) {
    const yes = matchRows(table, asked.words, asked, page);
    const about = subject.length ? matchRows(table, subject, asked, page) : yes;
    // The predicate must be a cell of its own: "Renew passport" does not mean renewed.
    const says = ({ value }: Cell): boolean =>
      (hasWord(contentOf(value), predicate) || isYes(value)) &&
      !subject.some((word) => hasWord(contentOf(value), word));
    const isSaid = !subject.length || (yes[0]?.cells.some(says) ?? false);
    if (isSaid && yes.length > 0 && about.every(({ row }) => yes.some((hit) => hit.row === row))) {
      const { row, cells } = yes[0]!;
      const isDenied = cells.some(({ value }) => NEGATION.test(value));
      return foundAnswer(`${isDenied ? '' : 'Yes, '}${inRow(row)}: ${cells.map(quoteCell).join(', ')}`);
    }
    const isStateCell = ({ key }: Cell): boolean => isState(predicate) && hasWord(STATE_LABELS, fold(key));
    const cells = about.map(({ row }) => ({
      row,
      no: findExcludingCell(table, row, predicate),
      cell: row.find(isStateCell),
    }));
    const phraseWords = cells.flatMap(({ row, no, cell }) =>
      (no ?? cell) ? [`${inRow(row)}: ${quoteCell((no ?? cell)!)}`] : [],
    );
    if (!subject.length || !phraseWords.length || cells.length > 4 || phraseWords.length < cells.length)
      continue;
    return foundAnswer(
      phraseWords.length === 1 && cells[0]!.no ? `No, ${phraseWords[0]!}` : phraseWords.join('; '),
    );
  }
  return null;
}

/** "Is the issue closed?", "is the priority high?" */
function answerFromPage(asked: ParsedQuestion, page: Facts): Answer | null {
  const { predicate, subject } = splitQuestion(asked);
  for (const { label, value, section } of page.pairs) {
    const isNamed = subject.length > 0 && hasAllWords(subject, labelWords(label));
    const isStateLabel = labelWords(label).some((word) => STATE_LABELS.includes(word));
    const open = withoutWords(subject, [...page.topic, ...labelWords(label), ...contentOf(section)]).filter(
      (word) => !isGeneral(word),
    );
    if (open.length || (!isNamed && !(isStateLabel && (isState(predicate) || isWord(value, predicate)))))
      continue;
    if (isWord(value, predicate)) return foundAnswer(`Yes, ${label}: ${value}`);
    // "Low" excludes "High" as a priority, but opening hours do not exclude "open".
    const isOther = isNamed && !isState(predicate) && contentOf(value).length === 1 && !/\d/u.test(value);
    return foundAnswer(`${isOther || isOpposite(predicate, value) ? 'No, ' : ''}${label}: ${value}`);
  }
  return null;
}

export function answerTruth(asked: ParsedQuestion, page: Facts): Answer | null {
  if (asked.negated || !asked.words.length) return null;
  return EXISTS.test(asked.q)
    ? answerExistence(asked, page)
    : (answerFromRow(asked, page) ?? answerFromPage(asked, page));
}
