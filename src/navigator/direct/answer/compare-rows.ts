/** Answers questions about several rows: "which is the cheapest?", "what is the total?", "what is the result?" */
import { normalizeDates, readMeasure } from '../ground/element-values.js';
import { normalizeUnits } from '../ground/quantities.js';
import type { Superlative } from '../language/steps.js';
import { RATING } from '../lexicon/questions.js';
import { MEASURES } from '../lexicon/superlatives.js';
import type { ParsedQuestion } from './parse-question.js';
import {
  type Answer,
  type Cell,
  type Facts,
  type FactTable,
  formatList,
  formatCount,
  type Row,
  createAnswer,
} from './facts.js';
import {
  describeCommonCells,
  findCountedNoun,
  findRequestedColumns,
  getRowName,
  quoteCell,
  selectRows,
  getValue,
  listValues,
} from './match-rows.js';
import {
  hasWord,
  hasAllWords,
  mayContainKind,
  isValueOfKind,
  getLabelWords,
  removeWords,
  getWords,
} from './words.js';

const isIdColumn = (key: string): boolean => /^(?:#|id|no\.?|nr\.?|number)$/iu.test(key);

const PRICE_UNIT = /\d ?(?:\/|per\b|each\b).*$/iu;

/** Adds the header “price”, “date” or “rating” to cells of a list without headers, if each entry has one such cell. */
function addMeasureColumn(table: FactTable, measure: string): FactTable {
  const isMeasured = {
    // “£2 per litre” is not what the entry costs, unless all prices are per litre.
    price: (value: string) =>
      isValueOfKind(value, 'money') && (!PRICE_UNIT.test(value) || hasOnePriceUnit(table)),
    date: (value: string) => isValueOfKind(value, 'date'),
    // "The latest order" asks for a time, but the list may show only dates.
    time: (value: string) => isValueOfKind(value, 'date') && !value.includes(':'),
    rating: (value: string) => RATING.test(value),
  }[measure];
  if (table.keys.length || !isMeasured) return table;
  const name = measure === 'time' ? 'date' : measure;
  const rows = table.rows.map((row) => {
    const cells = row.filter(({ key, value }) => key === '' && isMeasured(value));
    return row.map((cell) => (cells.length === 1 && cell === cells[0] ? { ...cell, key: name } : cell));
  });
  return rows.every((row) => row.some(({ key }) => key === name)) ? { ...table, keys: [name], rows } : table;
}

/** Whether all prices of a list are for the same unit: "per night". */
function hasOnePriceUnit({ rows }: FactTable): boolean {
  const prices = rows.flatMap((row) => row.filter(({ value }) => isValueOfKind(value, 'money')));
  const units = new Set(prices.map(({ value }) => PRICE_UNIT.exec(value)?.[0].slice(1).trim().toLowerCase()));
  return units.size === 1 && !units.has(undefined);
}

const YEAR = /\b(?:19|20)\d\d\b/u;

/** Finds the only column that says since when: “Member: since 2019”, “Joined: May 2020”. */
function findSinceColumn(table: FactTable): string | undefined {
  const [key, ...others] = table.keys.filter((key) => {
    const values = listValues(table, key);
    const isSince = getWords(key).some((word) => word === 'since' || word === 'joined');
    return (
      values.length === table.rows.length &&
      values.every((value) => YEAR.test(value) && (isSince || /^since\b/iu.test(value)))
    );
  });
  return others.length ? undefined : key;
}

/** Finds the only column with the age of each entry, for "who is the oldest?" */
function findAgeColumn(words: readonly string[], table: FactTable): string | undefined {
  if (!words.some((word) => word === 'oldest' || word === 'youngest')) return undefined;
  const keys = table.keys.filter((key) => {
    const values = listValues(table, key);
    return (
      getWords(key).includes('age') &&
      values.length === table.rows.length &&
      values.every((value) => /^\d+(?: ?\p{L}+)?$/u.test(value.trim()))
    );
  });
  return keys.length === 1 ? keys[0] : undefined;
}

/** Headers of dates at which something ends. They do not say how new it is. */
const isEndColumn = (key: string): boolean =>
  /\b(?:expir\w*|ends?|ending|end date|until|due|deadline|valid (?:to|until)|renewal)\b/iu.test(key);

/** Finds the column to compare: the only one with comparable values that matches the words or the measure. */
function findComparedColumn(measure: string, words: readonly string[], table: FactTable): string | undefined {
  const comparableKeys = table.keys.filter((key) => {
    const values = listValues(table, key);
    return (
      !isIdColumn(key) &&
      values.length === table.rows.length &&
      // A year is not a duration.
      (measure !== 'duration' || !values.some((value) => YEAR.test(value))) &&
      values.every(
        (v) =>
          readMeasure(v, measure) !== null &&
          (mayContainKind(v, 'date') ||
            isValueOfKind(v, 'number') ||
            (measure === 'rating' && RATING.test(v)) ||
            (measure === 'duration' && /\d ?(?:h|m|min|s|d)\b/iu.test(v))),
      )
    );
  });
  const startKeys = comparableKeys.filter((key) => !isEndColumn(key));
  const keys =
    measure === 'date' && startKeys.length && !words.some((word) => isEndColumn(word))
      ? startKeys
      : comparableKeys;
  const isMoney = (key: string): boolean =>
    listValues(table, key).every((value) => isValueOfKind(value, 'money'));
  const isDate = (key: string): boolean =>
    listValues(table, key).every((value) => mayContainKind(value, 'date') && !isValueOfKind(value, 'money'));
  const criteria: ((key: string) => boolean)[] = [
    (key) => hasAllWords(words, getLabelWords(key), true),
    (key) => getLabelWords(key).some((word) => hasWord(words, word, true)),
    (key) => getLabelWords(key).some((word) => MEASURES[measure]?.includes(word)),
    (key) => (/^(?:date|time)$/u.test(measure) ? isDate(key) : measure === 'price' && isMoney(key)),
    // "The biggest order" means the order with the highest total.
    (key) =>
      measure === 'number' &&
      isMoney(key) &&
      (getLabelWords(key).some((word) => ['total', 'amount', 'sum'].includes(word)) ||
        keys.every((other) => other === key || isDate(other))),
  ];
  const matchingKeys = criteria.map((criterion) => keys.filter(criterion)).find(({ length }) => length > 0);
  return matchingKeys?.length === 1 ? matchingKeys[0] : undefined;
}

/**
 * Returns the values for a measure or column in the page's longest list or table, from top to bottom. For the measure
 * `name`, returns the names of the rows. Empty if there are no such values.
 */
export function listMeasuredValues(measure: string, column: string, { tables }: Facts): string[] {
  const columns = tables.map((originalTable) => {
    if (measure === 'name') return originalTable.rows.map((row) => getRowName(row));
    const table = addMeasureColumn(originalTable, measure);
    const key = findComparedColumn(measure, getLabelWords(column), table);
    return key === undefined ? [] : listValues(table, key);
  });
  return columns.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** Returns the rows with the highest or lowest value in the column; null if the values cannot be compared. */
function findBestRows(
  rows: readonly Row[],
  column: string,
  { measure, direction }: Superlative,
  table: FactTable,
): Row[] | null {
  const comparableValues = normalizeUnits(normalizeDates(table.rows.map((row) => getValue(row, column))));
  const measures = rows.map((row) => readMeasure(comparableValues[table.rows.indexOf(row)] ?? '', measure));
  if (!rows.length || table.rows.length < 2 || measures.includes(null)) return null;
  const bestMeasure = (direction === 'most' ? Math.max : Math.min)(...measures.map(Number));
  return rows.filter((_, i) => measures[i] === bestMeasure);
}

/**
 * Returns the cheapest, newest … row of the page's tables; null if it is not clear which one that is. Leaves out the
 * values of text fields, because the row's text does not contain them.
 */
export function findBestRow(superlative: Superlative, { tables, fieldValues }: Facts): Row | null {
  for (const originalTable of tables) {
    const table = addMeasureColumn(originalTable, superlative.measure);
    const column = findComparedColumn(superlative.measure, getLabelWords(superlative.measure), table);
    const rows = column === undefined ? null : findBestRows(table.rows, column, superlative, table);
    if (rows) return rows.length === 1 ? rows[0]!.filter(({ value }) => !fieldValues.has(value)) : null;
  }
  return null;
}

/** Superlatives that fit the name of the column, for measures whose adjectives fit only the entries. */
const MEASURE_SUPERLATIVES: Readonly<Record<string, Readonly<Record<Superlative['direction'], string>>>> = {
  price: { most: 'highest', least: 'lowest' },
  date: { most: 'latest', least: 'earliest' },
  age: { most: 'highest', least: 'lowest' },
  height: { most: 'greatest', least: 'lowest' },
  weight: { most: 'highest', least: 'lowest' },
};

const CLEARER_SUPERLATIVES: Readonly<Record<string, string>> = {
  most: 'highest',
  least: 'lowest',
  first: 'earliest',
  last: 'latest',
};

/**
 * Finds the noun after a superlative, such as "journey" in "the cheapest journey", if it can only mean the entries: the
 * page has only one list with prices and does not contain this noun.
 */
function findEntryNoun({ text, superlative }: ParsedQuestion, facts: Facts): string[] {
  if (!superlative) return [];
  const { measure, words } = superlative;
  if (measure === 'number') return [];
  const noun = new RegExp(`\\b${words.at(-1) ?? ''} (\\p{L}+)$`, 'u').exec(text)?.[1];
  const comparableTables = facts.tables.filter((table) => addMeasureColumn(table, measure).keys.length > 0);
  if (noun === undefined || comparableTables.length !== 1) return [];
  const pageTexts = [
    ...facts.lines.map((line) => line.text),
    ...comparableTables[0]!.rows.flatMap((row) => row.map(({ value }) => value)),
  ];
  return pageTexts.some((pageText) => hasWord(getWords(pageText), noun)) ? [] : [noun];
}

/** Lists the labels of cells that the question names: “Status” for "the status of my last order". */
const listRequestedLabels = ({ form, words }: ParsedQuestion, { isList, rows }: FactTable): string[] =>
  isList && form === 'value'
    ? rows.flat().flatMap(({ key }) => (key !== '' && hasAllWords(words, getLabelWords(key)) ? [key] : []))
    : [];

/** Finds the cell that the question asks for besides the compared one: the price for "how much was my last order?" */
function findRequestedCell(
  { form, kind, words }: ParsedQuestion,
  row: Row,
  column: string,
): Cell | undefined {
  if (form !== 'value') return undefined;
  const others = row.filter(({ key }) => key !== column);
  const namedCells = others.filter(({ key }) => key !== '' && hasAllWords(words, getLabelWords(key)));
  const cellsOfKind = others.filter(
    ({ key, value }) => key === '' && kind === 'money' && isValueOfKind(value, kind),
  );
  const cells = namedCells.length ? namedCells : cellsOfKind;
  return cells.length === 1 && (kind === 'any' || mayContainKind(cells[0]!.value, kind))
    ? cells[0]
    : undefined;
}

/** Answers "which invoice has the highest amount?" by comparing the rows. */
export function answerSuperlative(question: ParsedQuestion, facts: Facts): Answer | null {
  const { superlative, noun } = question;
  if (!superlative || question.isNegated) return null;
  // "Who has been here longest?" asks for the earliest start.
  const asksHowLong = superlative.measure === 'duration' && question.kind === 'person';
  // "How long is the cheapest one?" does not ask for its price.
  if (
    question.asksMeasure &&
    !MEASURES[superlative.measure]?.some((word) => hasWord(question.measureWords, word))
  )
    return null;
  // A table with a header that the question names comes first.
  const namingWords = [...noun, ...question.measureWords];
  const isNamed = ({ keys }: FactTable): boolean =>
    keys.some((key) => getLabelWords(key).some((word) => hasWord(namingWords, word)));
  const tables = [...facts.tables.filter(isNamed), ...facts.tables.filter((table) => !isNamed(table))];
  for (const originalTable of tables) {
    const table = addMeasureColumn(originalTable, superlative.measure);
    const words = removeWords(
      [
        ...question.words,
        ...(question.kind === 'money' || superlative.measure === 'date' ? question.measureWords : []),
      ],
      superlative.words,
    );
    const ageColumn = findAgeColumn(superlative.words, table);
    const sinceColumn = asksHowLong ? findSinceColumn(table) : undefined;
    const column = ageColumn ?? sinceColumn ?? findComparedColumn(superlative.measure, words, table);
    if (column === undefined) continue;
    const comparedSuperlative: Superlative =
      (ageColumn ?? sinceColumn) === undefined
        ? superlative
        : {
            ...superlative,
            measure: ageColumn === undefined ? 'date' : 'age',
            direction: superlative.direction === 'most' ? 'least' : 'most',
          };
    // In a list of trains and coaches, "train" in "the cheapest train" selects rows; it is not a column.
    const isValue = (word: string): boolean =>
      table.rows.some((row) =>
        row.some(({ value }) => getWords(value).length === 1 && hasWord(getWords(value), word)),
      );
    const targetWords = removeWords(noun, superlative.words).filter((word) => !isValue(word));
    const personKeys = question.kind === 'person' ? findRequestedColumns(question, table).keys : [];
    const targetKey =
      table.keys.find(
        (key) =>
          key !== column && targetWords.length > 0 && hasAllWords(targetWords, getLabelWords(key), true),
      ) ?? (personKeys.length === 1 ? personKeys[0] : undefined);
    // "Which band" in a table of artists asks for the names of the rows, so "band" does not have to occur in a row.
    const rows = selectRows(question, table, facts, [
      ...superlative.words,
      ...getLabelWords(column),
      ...targetWords,
      ...findCountedNoun(question, column, table),
      ...findEntryNoun(question, facts),
      ...(MEASURES[superlative.measure] ?? []),
      ...question.measureWords,
      ...listRequestedLabels(question, table).flatMap(getLabelWords),
    ]).map(({ row }) => row);
    const bestRows = findBestRows(rows, column, comparedSuperlative, table);
    if (!bestRows) continue;
    const names = bestRows.map((row) =>
      targetKey
        ? getValue(row, targetKey)
        : getRowName(
            row,
            row.filter(({ key }) => key === column),
          ),
    );
    const value = getValue(bestRows[0]!, column);
    // "When was the guide last updated?" asks for a cell of one row, not for a comparison.
    if (rows.length === 1 && question.form === 'value' && question.kind === 'date') {
      if (!hasAllWords(question.words, getLabelWords(column), true)) continue;
      return createAnswer(`In the row “${names[0]!}”: ${column}: ${value}`, value, names[0]);
    }
    const otherCell = bestRows.length === 1 ? findRequestedCell(question, bestRows[0]!, column) : undefined;
    if (otherCell && otherCell.value !== names[0])
      return createAnswer(
        `${names[0]!} (${superlative.words.map((word) => CLEARER_SUPERLATIVES[word] ?? word).join(' ')} ${column}: ${value}): ${quoteCell(otherCell)}`,
        otherCell.value,
        getRowName(bestRows[0]!),
      );
    // For "cheapest", says "the lowest price", because a price is not cheap.
    const superlativeText =
      MEASURE_SUPERLATIVES[comparedSuperlative.measure]?.[comparedSuperlative.direction] ??
      superlative.words
        .filter((word) => word !== 'rated')
        .map((word) => CLEARER_SUPERLATIVES[word] ?? word)
        .join(' ');
    const scope =
      rows.length < table.rows.length ? `${rows.length} matching rows` : formatCount(rows.length, 'row');
    const asksForValue =
      question.form === 'value' &&
      question.kind !== 'person' &&
      getLabelWords(column).some((word) => hasWord(words, word, true));
    return createAnswer(
      `Of the ${scope} on this page, ${formatList(names)} ${bestRows.length === 1 ? 'has' : 'have'} the ${superlativeText} ${column}: ${value}`,
      asksForValue ? value : names[0],
      bestRows.length === 1 ? getRowName(bestRows[0]!) : undefined,
    );
  }
  return null;
}

/** Answers "what is the total of the overdue invoices?" with the sum of the matching rows. */
export function answerSum(question: ParsedQuestion, facts: Facts): Answer | null {
  if (question.isNegated || /\b(?:average|mean|median)\b/u.test(question.text)) return null;
  for (const table of facts.tables) {
    const canBeAdded = (key: string, kind: 'money' | 'number'): boolean =>
      !isIdColumn(key) &&
      listValues(table, key).length > 0 &&
      listValues(table, key).every((value) => isValueOfKind(value, kind));
    const namedKeys = table.keys.filter(
      (key) => hasAllWords(question.words, getLabelWords(key), true) && canBeAdded(key, 'number'),
    );
    const [column, ...others] = namedKeys.length
      ? namedKeys
      : table.keys.filter((key) => canBeAdded(key, 'money'));
    if (column === undefined || others.length) continue;
    const hits = selectRows(question, table, facts, [
      'sum',
      'total',
      'add',
      'altogether',
      'amount',
      'price',
      'cost',
      ...getLabelWords(column),
    ]);
    const values = hits.map(({ row }) => getValue(row, column));
    const [firstValue] = values;
    // Amounts in different currencies or units cannot be added.
    if (
      firstValue === undefined ||
      values.includes('') ||
      new Set(values.map((value) => value.replace(/[\d.,\s-]/gu, ''))).size > 1
    )
      continue;
    const sum =
      Math.round(
        values.reduce((total, value) => total + (readMeasure(value, 'number') ?? Number.NaN), 0) * 100,
      ) / 100;
    if (Number.isNaN(sum)) continue;
    const digits = /[.,]\d\d\b/u.test(firstValue) ? 2 : 0;
    const value = firstValue.replace(/\d[\d.,\s]*/u, () =>
      sum.toLocaleString('en-GB', { minimumFractionDigits: digits }),
    );
    if (hits.length === 1 && hits[0]!.cells.length) {
      const name = getRowName(hits[0]!.row);
      return createAnswer(`In the row “${name}”: ${column}: ${value}`, value, name);
    }
    return createAnswer(
      `${formatCount(values.length, 'row')} on this page${hits[0]!.cells.length ? ` (${describeCommonCells(hits)})` : ''} add up to ${value} under “${column}”`,
      value,
    );
  }
  return null;
}

const RESULT_QUESTION =
  /^what (?:is|are|was|were|does|did) (?:the|its|that) (?:results?|answer|output|outcome)(?: (?:of|from) (?:the|my|this|that) (?:query|search|statement))?(?: (?:say|show))?$/u;
const MAX_RESULT_ROWS = 6;

/** Answers "what is the result?" with the rows of the page's only table. */
export function answerQueryResult(question: ParsedQuestion, facts: Facts): Answer | null {
  const [table, ...others] = facts.tables.filter(({ isList, keys }) => !isList && keys.length > 0);
  if (!RESULT_QUESTION.test(question.text) || !table || others.length) return null;
  const formatRow = (row: Row): string => row.map(quoteCell).join(', ');
  const remainder =
    table.rows.length > MAX_RESULT_ROWS ? `; and ${table.rows.length - MAX_RESULT_ROWS} more` : '';
  return createAnswer(
    table.rows.length === 1
      ? formatRow(table.rows[0]!)
      : `${table.rows.length} rows: ${table.rows.slice(0, MAX_RESULT_ROWS).map(formatRow).join('; ')}${remainder}`,
  );
}
