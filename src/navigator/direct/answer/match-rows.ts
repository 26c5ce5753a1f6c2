/**
 * Finds the rows that a question means, and the columns that it asks for. Every word must occur in the row's cells, in
 * the column's header, or in the table's topic.
 */
import {
  COLUMN_HINTS,
  ENTRY_NOUNS,
  NAME_COLUMNS,
  NON_NAMING_HEADERS,
  NO_CELL,
  PERSON_COLUMNS,
  PERSON_HINTS,
  PRICE_CUT_TEXT,
  PRICE_CUT_WORD,
  YES_CELL,
} from '../lexicon/questions.js';
import { scoreSimilarity, fold, splitIdentifier } from '../text.js';
import type { ParsedQuestion } from './parse-question.js';
import type { Cell, Facts, FactTable, Row } from './facts.js';
import {
  getContentWords,
  hasWord,
  hasAllWords,
  mayContainKind,
  isGeneralWord,
  isValueOfKind,
  saysWithout,
  getLabelWords,
  getEntryNouns,
  removeWords,
  getWords,
} from './words.js';

export interface RowMatch {
  row: Row;
  /** The cells that contain words of the question. */
  cells: readonly Cell[];
}

/** The key of the cell that holds a row's group heading. */
const GROUP_KEY = 'under';

export const isYesNo = (value: string): boolean => YES_CELL.test(value) || NO_CELL.test(value);
export const normalizeKey = (key: string): string => fold(splitIdentifier(key));
export const listValues = ({ rows }: FactTable, key: string): string[] =>
  rows.flatMap((row) => row.filter((cell) => cell.key === key).map(({ value }) => value));
export const getValue = (row: Row, key: string): string => row.find((cell) => cell.key === key)?.value ?? '';

/** Returns the value of the cell that names a row; if possible, of a cell that is not in `except`. */
export function getRowName(row: Row, except: readonly Cell[] = []): string {
  const heading = row.find(({ isName }) => isName);
  if (heading) return heading.value;
  // If only the first cell has no column header, it is the header of the row.
  const [first] = row;
  if (
    first?.key === '' &&
    row.length > 2 &&
    row.slice(1).every(({ key }) => key !== '') &&
    /\p{L}/u.test(first.value)
  )
    return first.value;
  const others = row.filter((cell) => !except.includes(cell) && !/^(?:#|id|no\.?|nr\.?)$/iu.test(cell.key));
  const list = others.length ? others : row;
  const canNameRow = ({ key, value }: Cell): boolean =>
    key !== '' &&
    !getLabelWords(key).some((word) => NON_NAMING_HEADERS.includes(word)) &&
    !isYesNo(value) &&
    !/^\d{1,2}$/u.test(value) &&
    (!isValueOfKind(value, 'date') || /^(?:day|date|week|month|year)$/iu.test(key)) &&
    !isValueOfKind(value, 'money');
  const namingCell =
    list.find(({ key }) => NAME_COLUMNS.has(normalizeKey(key))) ??
    list.find(canNameRow) ??
    list.find(({ value }) => /\p{L}{2}/u.test(value) && !isValueOfKind(value, 'date')) ??
    list[0]!;
  return namingCell.value;
}

/** Finds the header of the cells that name the rows. */
export const findNamingKey = ({ keys, rows: [row] }: FactTable): string =>
  (keys.length && row ? row.find(({ value }) => value === getRowName(row))?.key : '') ?? '';

/** Returns the words that describe a table's rows. */
export function getTableTopic(table: FactTable, facts: Facts): string[] {
  const words = [...facts.topic, ...getContentWords(table.section)];
  const key = findNamingKey(table);
  return [...words, ...getEntryNouns(words), ...(key ? getLabelWords(key) : [])];
}

/**
 * Whether a word that otherwise says nothing about the subject selects rows of this table, because a whole cell besides
 * the rows' names consists of it: “Active” under “Status”.
 */
export const isConditionWord = ({ rows }: FactTable, word: string): boolean =>
  !ENTRY_NOUNS.has(word) &&
  rows.some((row) =>
    row.some(
      ({ value }) =>
        getContentWords(value).length === 1 &&
        hasWord(getContentWords(value), word) &&
        value !== getRowName(row),
    ),
  );

const NEGATION = /^(?:not|no|out of|sold out|never|none|without)\b/iu;

const TIME = /\b\d{1,2}:\d\d\b/u;

/** Whether a question contains a value word for word. */
const quotesValue = ({ text }: ParsedQuestion, value: string): boolean =>
  ` ${getWords(text).join(' ')} `.includes(` ${getWords(value).join(' ')} `);

/**
 * Creates a test for whether a cell that contains a word of the question says the opposite. “Out of stock” does if the
 * question says "in stock". “Signed in” does if the question contains “Signed out”, another value in this table.
 */
export function createDenialTest(
  table: FactTable,
  question: ParsedQuestion,
): (cell: Cell, word: string) => boolean {
  const quotedValues = table.rows.flatMap((row) =>
    row.map(({ value }) => value).filter((value) => quotesValue(question, value)),
  );
  return ({ value }, word) => {
    if (saysWithout(value, word) && !saysWithout(question.text, word)) return true;
    const negation = NEGATION.exec(value)?.[0].toLowerCase();
    if (negation === undefined ? question.text.includes(`out of ${word}`) : !question.text.includes(negation))
      return true;
    const content = getContentWords(value).join(' ');
    return (
      !quotesValue(question, value) &&
      content !== '' &&
      quotedValues.some((quoted) => getContentWords(quoted).join(' ') === content)
    );
  };
}

/**
 * Whether a cell contains a word. A number below 100 must be the whole cell, an hour, or in the same phrase as in the
 * question.
 */
function isWordInCell({ key, value }: Cell, word: string, question: ParsedQuestion): boolean {
  if (PRICE_CUT_WORD.test(word) && PRICE_CUT_TEXT.test(value)) return true;
  // In a cell without a header, words may differ only by a plural "s" or a typing mistake: “Ships tomorrow” does not
  // answer a question about shipping.
  if (key === '' && !question.text.startsWith('which') && question.form !== 'truth' && /\p{L}/u.test(word))
    return getContentWords(value).some(
      (w) =>
        w === word ||
        `${w}s` === word ||
        `${w}es` === word ||
        w === `${word}s` ||
        (word.length > 4 && scoreSimilarity(w, word) === 0.88),
    );
  const time = TIME.exec(question.text)?.[0];
  if (time !== undefined && time.split(':').includes(word)) return value.includes(time);
  if (!/^\d{1,2}$/u.test(word)) return hasWord(getContentWords(value), word);
  const cellWords = getWords(value);
  if (cellWords.join(' ') === word) return true;
  if (!cellWords.some((w) => w.replace(/^0/u, '') === word)) return false;
  if (question.text.includes(`at ${word}`)) return new RegExp(`(?:^|[^:\\d])0?${word}:00`, 'u').test(value);
  const q = getWords(question.text);
  const index = q.indexOf(word);
  const phrases = [`${q[index - 1]} ${word}`, `${word} ${q[index + 1]}`].filter((phrase) =>
    /\p{L}/u.test(phrase),
  );
  return (
    (key !== '' && hasAllWords(question.words, getLabelWords(key))) ||
    phrases.some((phrase) => ` ${cellWords.join(' ')} `.includes(` ${phrase} `))
  );
}

/** Finds the rows whose cells contain the words. With `searchesAllHeaders`, words may also occur in any header. */
export function matchRows(
  table: FactTable,
  words: readonly string[],
  question: ParsedQuestion,
  facts: Facts,
  searchesAllHeaders = false,
): RowMatch[] {
  const topic = getTableTopic(table, facts);
  const isDenial = createDenialTest(table, question);
  const findGroup = (rowIndex: number): string =>
    [...table.groups].findLast(([start]) => start <= rowIndex)?.[1] ?? '';
  const matches = table.rows.flatMap((row, rowIndex): RowMatch[] => {
    const cells = findGroup(rowIndex) ? [...row, { key: GROUP_KEY, value: findGroup(rowIndex) }] : row;
    const wordsByCell = new Map<Cell, string[]>();
    let remainingWords: readonly string[] = words;
    // A column of yes/no values answers "which rooms have a bath".
    for (const cell of row)
      if (isYesNo(cell.value) && cell.key !== '' && hasAllWords(words, getLabelWords(cell.key))) {
        if (YES_CELL.test(cell.value) === question.isNegated) return [];
        wordsByCell.set(cell, [...getLabelWords(cell.key)]);
        remainingWords = removeWords(remainingWords, getLabelWords(cell.key));
      }
    if (question.isNegated && !wordsByCell.size) return [];
    const unmatchedWords = remainingWords.filter((word) => {
      const matchingCells = cells.filter(
        (cell) => isWordInCell(cell, word, question) && (question.form === 'truth' || !isDenial(cell, word)),
      );
      for (const cell of matchingCells) wordsByCell.set(cell, [...(wordsByCell.get(cell) ?? []), word]);
      return matchingCells.length === 0;
    });
    const headers = cells
      .filter((cell) => searchesAllHeaders || wordsByCell.has(cell))
      .flatMap(({ key }) => getLabelWords(key));
    if (
      !wordsByCell.size ||
      unmatchedWords.some(
        (word) =>
          !hasWord(topic, word) &&
          (!isGeneralWord(word) || isConditionWord(table, word)) &&
          !hasWord(headers, word, true),
      )
    )
      return [];
    // A row must match more than words of the topic: on the page of a desk lamp, "the desk lamp" does not mean the
    // floor lamp in a list.
    const matchedWords = [...wordsByCell.values()].flat();
    if (
      unmatchedWords.some((word) => hasWord(facts.topic, word)) &&
      matchedWords.every((word) => hasWord(facts.topic, word))
    )
      return [];
    // A cell that matches only some of the words that another cell matches adds nothing: the address beside a name.
    const informativeCells = [...wordsByCell].filter(
      ([, cellWords]) =>
        ![...wordsByCell.values()].some(
          (otherWords) =>
            otherWords.length > cellWords.length && cellWords.every((w) => otherWords.includes(w)),
        ),
    );
    return [{ row, cells: informativeCells.map(([cell]) => cell) }];
  });
  const exactMatches = matches.filter(({ cells }) =>
    cells.some(
      ({ value }) => getContentWords(value).length > 0 && hasAllWords(words, getContentWords(value)),
    ),
  );
  return exactMatches.length ? exactMatches : matches;
}

/**
 * Finds the headers that the question asks for: by their words (`areNamed`), by the question word, or by the kind of
 * their values.
 */
export function findRequestedColumns(
  question: ParsedQuestion,
  table: FactTable,
): { keys: string[]; areNamed: boolean } {
  const { text: q, kind, noun } = question;
  const questionWords = [...question.words, ...question.measureWords];
  const asksForName = kind === 'person' || kind === 'place';
  const hasRequestedKind = (value: string): boolean =>
    question.form === 'count'
      ? isValueOfKind(value, 'number')
      : asksForName
        ? !isValueOfKind(value, 'number') &&
          !isValueOfKind(value, 'date') &&
          (kind === 'place' || !/\d\d/u.test(value))
        : mayContainKind(value, kind === 'money' ? 'number' : kind);
  const namedKeys = table.keys.filter((key) => {
    const isQuestionHeader = getContentWords(key).every((word) => word === 'much' || word === 'many');
    const isMentioned = isQuestionHeader
      ? ` ${q} `.includes(` ${fold(key).replace(/[?:. ]+$/u, '')} `)
      : hasAllWords(questionWords, getLabelWords(key), true);
    return isMentioned && (kind === 'any' || listValues(table, key).some(hasRequestedKind));
  });
  // These words name the column: "status" in "the status of the client Baltic Rope". The others name the row.
  const columnWords = noun.length
    ? noun
    : getContentWords(
        /^(?:what|how much)? ?(?:is|are|was|were)? ?(?:the|its)? ?(.*?) (?:of|for|from|in) /u.exec(q)?.[1] ??
          '',
      );
  const measuredKeys = namedKeys.filter((key) =>
    getLabelWords(key).some((word) => hasWord(question.measureWords, word)),
  );
  const preferredKeys = measuredKeys.length
    ? measuredKeys
    : columnWords.length
      ? namedKeys.filter((key) => hasAllWords(columnWords, getLabelWords(key), true))
      : [];
  const candidateKeys = preferredKeys.length ? preferredKeys : namedKeys;
  const maxWordCount = Math.max(...candidateKeys.map((key) => getLabelWords(key).length));
  if (candidateKeys.length)
    return {
      keys: candidateKeys.filter((key) => getLabelWords(key).length === maxWordCount),
      areNamed: true,
    };
  if (kind === 'any' || (noun.length > 0 && question.form !== 'count')) return { keys: [], areNamed: false };
  const hints = (kind === 'person' ? PERSON_HINTS : COLUMN_HINTS).flatMap(([pattern, words]) =>
    pattern.test(q) ? words : [],
  );
  const hintedKeys = table.keys.filter(
    (key) => hasWord(hints, normalizeKey(key)) || getLabelWords(key).some((word) => hints.includes(word)),
  );
  const keysOfKind = table.keys.filter((key) => {
    const values = listValues(table, key);
    return kind === 'person'
      ? PERSON_COLUMNS.has(normalizeKey(key))
      : kind !== 'place' &&
          question.form !== 'count' &&
          values.filter((v) => isValueOfKind(v, kind)).length > values.length * 0.8;
  });
  return { keys: hintedKeys.length ? hintedKeys : keysOfKind, areNamed: false };
}

/** Finds the noun of the question that names the rows: "pipelines" in "which pipelines passed". */
export const findRowNoun = ({ noun }: ParsedQuestion, table: FactTable, facts: Facts): string | undefined =>
  noun.findLast((word) => hasWord(getTableTopic(table, facts), word) || isGeneralWord(word));

/**
 * Whether the nouns name the rows of this table. A word of the topic counts only in the same form, because a library's
 * page is not a list of libraries. Other forms count if they match a noun for the topic's entries, or the header of the
 * column that names the rows.
 */
export function areRowNouns(nouns: readonly string[], table: FactTable, facts: Facts): boolean {
  const topic = getTableTopic(table, facts);
  return nouns.every(
    (word) =>
      isGeneralWord(word) ||
      topic.includes(word) ||
      hasWord(getEntryNouns(topic), word) ||
      hasWord(getLabelWords(findNamingKey(table)), word),
  );
}

/** Finds rows with the question's noun as a value: for "which trains are direct", rows with a cell “Train”. */
export function matchRowsByNoun(table: FactTable, question: ParsedQuestion, facts: Facts): RowMatch[] {
  const { noun, words } = question;
  const isNounCell = ({ value }: Cell): boolean => {
    const valueWords = getContentWords(value);
    return valueWords.length > 0 && valueWords.every((word) => hasWord(noun, word));
  };
  return noun.length && (table.keys.length || table.isList)
    ? matchRows(table, words, question, facts).filter(({ cells }) => cells.some(isNounCell))
    : [];
}

/**
 * Finds the noun after the name of a column of numbers: "tickets" in "the most open tickets", if no row has this word.
 * This noun says what the numbers count.
 */
export function findCountedNoun(question: ParsedQuestion, key: string, table: FactTable): string[] {
  if (!listValues(table, key).every((value) => isValueOfKind(value, 'number'))) return [];
  const words = getWords(question.text);
  const nextWord = words[words.findLastIndex((word) => hasWord(getLabelWords(key), word, true)) + 1];
  const isCell = (word: string): boolean =>
    table.rows.some((row) => row.some(({ value }) => hasWord(getContentWords(value), word)));
  return nextWord !== undefined &&
    nextWord !== words[0] &&
    question.words.includes(nextWord) &&
    !isCell(nextWord)
    ? [nextWord]
    : [];
}

export const quoteCell = ({ key, value }: Cell): string =>
  key === GROUP_KEY ? `under “${value}”` : key ? `${key}: ${value}` : `“${value}”`;

const MAX_QUOTED_CELLS = 4;

/** Describes the cells that the rows have in common: "Status: Overdue". */
export function describeCommonCells(matches: readonly RowMatch[]): string {
  const [first, ...others] = matches;
  const commonCells = first!.cells.filter((cell) =>
    others.every(({ cells }) => cells.some((c) => c.key === cell.key && c.value === cell.value)),
  );
  const quotedCells = (commonCells.length ? commonCells : first!.cells).map(quoteCell);
  const otherQuotes = matches.flatMap(({ cells }) => cells.map(quoteCell));
  // If the cells differ but are few, such as “was £3” and “was £4”, quotes all of them.
  return [
    ...new Set(!commonCells.length && otherQuotes.length <= MAX_QUOTED_CELLS ? otherQuotes : quotedCells),
  ].join(', ');
}

/** Words that do not identify rows. */
export const COUNT_NOISE: ReadonlySet<string> = new Set([
  'new',
  'all',
  'my',
  'total',
  'found',
  'selected',
  'count',
]);

/** Selects the rows that meet the question's conditions: all words that are neither in `usedWords` nor in the topic. */
export function selectRows(
  question: ParsedQuestion,
  table: FactTable,
  facts: Facts,
  usedWords: readonly string[],
): RowMatch[] {
  const topic = getTableTopic(table, facts);
  const conditionWords = removeWords(question.words, usedWords, true).filter(
    (word) =>
      !hasWord(topic, word) &&
      (isConditionWord(table, word) || (!isGeneralWord(word) && !COUNT_NOISE.has(word))),
  );
  return conditionWords.length
    ? matchRows(table, conditionWords, question, facts)
    : table.rows.map((row) => ({ row, cells: [] }));
}
