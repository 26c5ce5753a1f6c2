/** Answers yes/no questions from rows and labelled values. "No" requires a value on the page that contradicts "yes". */
import { OPPOSITES, STATE_LABELS, YES_CELL } from '../lexicon/questions.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { clip, fold } from '../text.js';
import type { ParsedQuestion } from './parse-question.js';
import {
  type Answer,
  type Cell,
  type Facts,
  type FactTable,
  type Row,
  createAnswer,
  formatList,
} from './facts.js';
import {
  createDenialTest,
  describeCommonCells,
  isYesNo,
  matchRows,
  getRowName,
  quoteCell,
  getTableTopic,
} from './match-rows.js';
import { listTags } from './page-subject.js';
import { splitSentences } from './sentences.js';
import {
  getContentWords,
  hasWord,
  hasAllWords,
  isGeneralWord,
  getLabelWords,
  isSameWord,
  isSameText,
  removeWords,
  getWords,
} from './words.js';

const EXISTENCE_QUESTION =
  /^(?:is|are|was|were) there (?:an? |any |some )?(.+)$|^(?:do|does|did|have|has) (?:we|i|you|they|it|the \p{L}+) (?:have|got|contain|include) (?:an? |any |some )?(.+)$/u;

const formatRow = (row: Row): string => `in the row “${getRowName(row)}”`;

/** Whether two states exclude each other: open and closed. */
const areOpposites = (a: string, b: string): boolean =>
  OPPOSITES.some(([x, y]) => (isSameWord(a, x) && fold(b) === y) || (isSameWord(a, y) && fold(b) === x));
const isYes = (value: string): boolean => YES_CELL.test(value);
const isStateWord = (word: string): boolean => OPPOSITES.flat().some((state) => isSameWord(word, state));
const equalsWord = (value: string, word: string): boolean =>
  isSameText(value, word) ||
  (getContentWords(value).length === 1 && isSameWord(getContentWords(value)[0]!, word));

/** Answers "is there a message from the post office?" */
function answerExistence(question: ParsedQuestion, facts: Facts): Answer | null {
  for (const table of facts.tables) {
    const isDenial = createDenialTest(table, question);
    const hits = matchRows(table, question.words, question, facts).filter(
      ({ cells }) =>
        !cells.some((cell) =>
          question.words.some((word) => isDenial(cell, word) && hasWord(getContentWords(cell.value), word)),
        ),
    );
    const [hit] = hits;
    if (hit && hits.length > 1)
      return createAnswer(
        `Yes: ${formatList(hits.map(({ row }) => getRowName(row)))} (${describeCommonCells(hits)})`,
      );
    if (hit)
      return createAnswer(
        `Yes: ${hit.cells.map(quoteCell).join(', ')} ${formatRow(hit.row)}`,
        undefined,
        getRowName(hit.row),
      );
  }
  const specificWords = question.words.filter((word) => !isGeneralWord(word));
  const table = facts.tables.find(
    (t) =>
      t.rows.length > 1 &&
      specificWords[0] !== undefined &&
      hasWord(getTableTopic(t, facts), specificWords[0]),
  );
  const unmatchedWords = table ? removeWords(specificWords, getTableTopic(table, facts)) : [];
  // A name is certainly missing only if it does not occur anywhere on the page.
  const pageWords = facts.lines.flatMap(({ text }) => getWords(text));
  return unmatchedWords.length > 0 && removeWords(unmatchedWords, pageWords).length === unmatchedWords.length
    ? createAnswer(`No row on this page mentions “${unmatchedWords.join(' ')}”`)
    : null;
}

/**
 * Finds the cell that contradicts the predicate: a different value in the column where another row has the predicate.
 */
function findContradictingCell(table: FactTable, row: Row, predicate: string): Cell | undefined {
  const oppositeCell = row.find(({ value }) => areOpposites(predicate, value));
  const otherRow = table.rows.find((r) => r.some(({ value }) => equalsWord(value, predicate)));
  const index = otherRow?.findIndex(({ value }) => equalsWord(value, predicate)) ?? -1;
  const key = otherRow?.[index]?.key;
  return (
    oppositeCell ??
    (key
      ? row.find((cell) => cell.key === key)
      : otherRow && row.length === otherRow.length
        ? row[index]
        : undefined)
  );
}

/** Splits a question into predicate and subject. The predicate is a state word or, without one, the last word. */
function splitQuestion({ words }: ParsedQuestion): { predicate: string; subject: string[] } {
  const predicate = words.find(isStateWord) ?? words.at(-1)!;
  return { predicate, subject: words.filter((word) => word !== predicate) };
}

const MEANS_ONE_THING = /^\p{L}+ (?:it|this|that|he|she)\b/u;

/** Answers "is 2044 paid?" for each row that the subject matches. */
function answerFromRow(question: ParsedQuestion, facts: Facts): Answer | null {
  const { predicate, subject } = splitQuestion(question);
  for (const table of facts.tables) {
    // "Is it closed?" is about one row, but does not say which one.
    if (!subject.length && table.rows.length > 1 && MEANS_ONE_THING.test(question.text)) continue;
    const confirmingMatches = matchRows(table, question.words, question, facts);
    const subjectMatches = subject.length ? matchRows(table, subject, question, facts) : confirmingMatches;
    // The predicate must have a separate cell: "Renew passport" does not mean renewed.
    const confirmsPredicate = ({ value }: Cell): boolean =>
      (hasWord(getContentWords(value), predicate) || isYes(value)) &&
      !subject.some((word) => hasWord(getContentWords(value), word));
    const isConfirmed = !subject.length || (confirmingMatches[0]?.cells.some(confirmsPredicate) ?? false);
    if (
      isConfirmed &&
      confirmingMatches.length > 0 &&
      subjectMatches.every(({ row }) => confirmingMatches.some((hit) => hit.row === row))
    ) {
      const { row, cells } = confirmingMatches[0]!;
      const isDenial = createDenialTest(table, question);
      const isDenied = cells.some((cell) => confirmsPredicate(cell) && isDenial(cell, predicate));
      return createAnswer(
        `${isDenied ? 'No' : 'Yes'}, ${formatRow(row)}: ${cells.map(quoteCell).join(', ')}`,
        undefined,
        subjectMatches.length === 1 ? getRowName(row) : undefined,
      );
    }
    const isStateCell = ({ key }: Cell): boolean =>
      isStateWord(predicate) && hasWord(STATE_LABELS, fold(key));
    const stateCells = subjectMatches.map(({ row }) => ({
      row,
      contradictingCell: findContradictingCell(table, row, predicate),
      stateCell: row.find(isStateCell),
    }));
    const statements = stateCells.flatMap(({ row, contradictingCell, stateCell }) => {
      const cell = contradictingCell ?? stateCell;
      return cell ? [`${formatRow(row)}: ${quoteCell(cell)}`] : [];
    });
    if (
      !subject.length ||
      !statements.length ||
      stateCells.length > 4 ||
      statements.length < stateCells.length
    )
      continue;
    return createAnswer(
      statements.length === 1 && stateCells[0]!.contradictingCell
        ? `No, ${statements[0]!}`
        : statements.join('; '),
      undefined,
      stateCells.length === 1 ? getRowName(stateCells[0]!.row) : undefined,
    );
  }
  return null;
}

/** Answers "does Oxford have left luggage?" with “Left luggage: No” below “Oxford”. */
function answerFromYesNoPair({ words }: ParsedQuestion, { pairs, topic }: Facts): Answer | null {
  const matches = pairs.filter(({ label, value, section }) => {
    const labelWords = getLabelWords(label);
    return (
      isYesNo(value) &&
      hasAllWords(words, labelWords) &&
      hasAllWords(
        [...labelWords, ...getContentWords(section), ...topic],
        words.filter((word) => !isGeneralWord(word)),
      )
    );
  });
  const [pair] = matches;
  return pair && matches.length === 1
    ? createAnswer(
        `${pair.label}: ${pair.value}${pair.section ? ` (under “${pair.section}”)` : ''}`,
        pair.value,
      )
    : null;
}

/** Answers "is my basket empty?" with the sentence “Your basket is empty”. */
function answerFromStatement({ words, text }: ParsedQuestion, { lines }: Facts): Answer | null {
  if (words.length < 2 || !/^(?:is|are)\b/u.test(text)) return null;
  const statements = lines
    .filter(({ isControl, isHeading }) => !isControl && !isHeading)
    .flatMap((line) => splitSentences(line.text))
    .filter((sentence) => {
      const sentenceWords = getContentWords(sentence.replace(/n['’]t\b/gu, ' '));
      return (
        !sentence.endsWith('?') &&
        /\b(?:is|are)(?:n['’]t)?\b/u.test(fold(sentence)) &&
        hasAllWords(sentenceWords, words) &&
        hasAllWords(words, sentenceWords)
      );
    });
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) return null;
  const isDenied = /\b(?:not|no|never)\b|n['’]t\b/u.test(fold(statement));
  return createAnswer(`${isDenied ? 'No' : 'Yes'}, the page says “${clip(statement, 200)}”`);
}

/** Answers "is the issue closed?" and "is the priority high?" from labelled values of the page. */
function answerFromStatePair(question: ParsedQuestion, facts: Facts): Answer | null {
  const { predicate, subject } = splitQuestion(question);
  for (const { label, value, section } of facts.pairs) {
    const isNamed = subject.length > 0 && hasAllWords(subject, getLabelWords(label));
    const isStateLabel = getLabelWords(label).some((word) => STATE_LABELS.includes(word));
    const unmatchedWords = removeWords(subject, [
      ...facts.topic,
      ...getLabelWords(label),
      ...getContentWords(section),
    ]).filter((word) => !isGeneralWord(word));
    if (
      unmatchedWords.length ||
      (!isNamed && !(isStateLabel && (isStateWord(predicate) || equalsWord(value, predicate))))
    )
      continue;
    if (equalsWord(value, predicate)) return createAnswer(`Yes, ${label}: ${value}`);
    // "Low" contradicts "High" as a priority, but opening hours do not contradict "open".
    const contradictsPredicate =
      isNamed && !isStateWord(predicate) && getContentWords(value).length === 1 && !/\d/u.test(value);
    return createAnswer(
      `${contradictsPredicate || areOpposites(predicate, value) ? 'No, ' : ''}${label}: ${value}`,
    );
  }
  return null;
}

const STATE_QUESTION =
  /^(?:is|are|was|were) (?:it|this|that|they|these|those|(?:the|this|that) (\p{L}+(?: \p{L}+)??)) (?:still |now |currently |already )?(\S.*)$/u;

/**
 * Answers "is it in stock?" with the only line of the page that consists of this state or its opposite. Ignores headings,
 * cells, and names of controls, because they are about something else.
 */
function answerFromStateLine({ text }: ParsedQuestion, facts: Facts, view: View): Answer | null {
  const [, subject = '', phrase = ''] = STATE_QUESTION.exec(text) ?? [];
  if (phrase === '' || !hasAllWords(facts.topic, getContentWords(subject))) return null;
  const excludedTexts = new Set(
    [
      ...facts.tables.flatMap(({ rows }) => rows.flatMap((row) => row.map(({ value }) => value))),
      ...view.candidates.filter(({ interactive }) => interactive).map(getName),
    ].map(fold),
  );
  const texts = new Set([
    ...facts.lines.filter((line) => !line.isItem && !line.isHeading).map((line) => line.text),
    ...listTags(facts, view),
  ]);
  const statements = [...texts].flatMap((line) => {
    if (excludedTexts.has(fold(line))) return [];
    // "In stock (3 left)": the state comes first. "Refundable: no" is not a state.
    const state = fold(line)
      .split(/[,;.!(–—]| - /u)[0]!
      .trim();
    const isConfirmed = state === phrase;
    const isDenied =
      areOpposites(phrase, state) || state === `not ${phrase}` || state === `no longer ${phrase}`;
    return isConfirmed || isDenied ? [{ line, isConfirmed }] : [];
  });
  const [statement] = statements;
  return statement && statements.length === 1
    ? createAnswer(`${statement.isConfirmed ? 'Yes' : 'No'}, the page says “${clip(statement.line, 120)}”`)
    : null;
}

export function answerTruth(question: ParsedQuestion, facts: Facts, view: View): Answer | null {
  if (question.isNegated || !question.words.length) return null;
  return EXISTENCE_QUESTION.test(question.text)
    ? answerExistence(question, facts)
    : (answerFromYesNoPair(question, facts) ??
        answerFromStatement(question, facts) ??
        answerFromRow(question, facts) ??
        answerFromStatePair(question, facts) ??
        answerFromStateLine(question, facts, view));
}
