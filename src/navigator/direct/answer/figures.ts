/** Answers "which is the most …", "what is the total of …" and "what is the result" by comparing and adding rows. */
import { readMeasure } from '../ground/element-values.js';
import { MEASURES } from '../lexicon/best.js';
import type { ParsedQuestion } from './asked.js';
import {
  type Answer,
  type Facts,
  type FactTable,
  formatList,
  formatCount,
  type Row,
  foundAnswer,
} from './facts.js';
import { conditionOf, nameOfRow, quoteCell, selectRows, valueIn, valuesOf } from './match-rows.js';
import { hasWord, hasAllWords, containsKind, isOnlyKind, labelWords, withoutWords } from './words.js';

const isId = (key: string): boolean => /^(?:#|id|no\.?|nr\.?|number)$/iu.test(key);

/** Reads a list without headers as a table with one column for its prices or its dates. */
function withColumn(table: FactTable, by: string): FactTable {
  const kind = by === 'price' ? 'money' : by === 'date' ? 'date' : null;
  if (table.keys.length || kind === null) return table;
  const rows = table.rows.map((row) => {
    const cells = row.filter(({ value }) => isOnlyKind(value, kind));
    return row.map((cell) =>
      cells.length === 1 && cell === cells[0] ? { key: by, value: cell.value } : cell,
    );
  });
  return rows.every((row) => row.some(({ key }) => key === by)) ? { ...table, keys: [by], rows } : table;
}

/** Returns the column of comparable values that the words or the measure mean, if there is exactly one. */
function comparedColumn(by: string, words: readonly string[], table: FactTable): string | undefined {
  const keys = table.keys.filter((key) => {
    const values = valuesOf(table, key);
    return (
      !isId(key) &&
      values.length === table.rows.length &&
      values.every(
        (v) =>
          readMeasure(v, by) !== null &&
          (containsKind(v, 'date') ||
            isOnlyKind(v, 'number') ||
            (by === 'duration' && /\d ?(?:h|m|min|s|d)\b/iu.test(v))),
      )
    );
  });
  const isMoney = (key: string): boolean => valuesOf(table, key).every((value) => isOnlyKind(value, 'money'));
  const isDate = (key: string): boolean =>
    valuesOf(table, key).every((value) => containsKind(value, 'date') && !isOnlyKind(value, 'money'));
  const steps: ((key: string) => boolean)[] = [
    (key) => hasAllWords(words, labelWords(key), true),
    (key) => labelWords(key).some((word) => hasWord(words, word, true)),
    (key) => labelWords(key).some((word) => MEASURES[by]?.includes(word)),
    (key) => (by === 'price' && isMoney(key)) || (by === 'date' && isDate(key)),
  ];
  const found = steps.map((step) => keys.filter(step)).find(({ length }) => length > 0);
  return found?.length === 1 ? found[0] : undefined;
}

const PLAIN_WORDS: Readonly<Record<string, string>> = {
  most: 'highest',
  least: 'lowest',
  first: 'earliest',
  last: 'latest',
};

/** Answers "which invoice has the highest amount?" by comparing the rows. */
export function answerBest(asked: ParsedQuestion, page: Facts): Answer | null {
  const { best, noun } = asked;
  if (!best || asked.negated) return null;
  for (const plain of page.tables) {
    const table = withColumn(plain, best.by);
    const words = withoutWords([...asked.words, ...(asked.kind === 'money' ? asked.units : [])], best.words);
    const column = comparedColumn(best.by, words, table);
    if (column === undefined) continue;
    const ownWords = withoutWords(noun, best.words);
    const target = table.keys.find(
      (key) => key !== column && ownWords.length > 0 && hasAllWords(ownWords, labelWords(key), true),
    );
    // "Which band" in a table of artists: only the names of the rows can be meant.
    const rows = selectRows(asked, table, page, [
      ...best.words,
      ...labelWords(column),
      ...ownWords,
      ...(MEASURES[best.by] ?? []),
    ]).map(({ row }) => row);
    const figures = rows.map((row) => readMeasure(valueIn(row, column), best.by));
    if (!rows.length || table.rows.length < 2 || figures.includes(null)) continue;
    const top = (best.way === 'most' ? Math.max : Math.min)(...figures.map(Number));
    const winners = rows.filter((_, i) => figures[i] === top);
    const names = winners.map((row) =>
      target
        ? valueIn(row, target)
        : nameOfRow(
            row,
            row.filter(({ key }) => key === column),
          ),
    );
    const value = valueIn(winners[0]!, column);
    const how = best.words.map((word) => PLAIN_WORDS[word] ?? word).join(' ');
    const scope =
      rows.length < table.rows.length ? `${rows.length} matching rows` : formatCount(rows.length, 'row');
    const asksValue =
      asked.form === 'value' &&
      asked.kind !== 'person' &&
      labelWords(column).some((word) => hasWord(words, word, true));
    return foundAnswer(
      `Of the ${scope} on this page, ${formatList(names)} ${winners.length === 1 ? 'has' : 'have'} the ${how} ${column}: ${value}`,
      asksValue ? value : names[0],
    );
  }
  return null;
}

/** Answers "what is the total of the overdue invoices?" with the sum of the matching rows. */
export function answerSum(asked: ParsedQuestion, page: Facts): Answer | null {
  if (asked.negated || /\b(?:average|mean|median)\b/u.test(asked.q)) return null;
  for (const table of page.tables) {
    const isSum = (key: string, kind: 'money' | 'number'): boolean =>
      !isId(key) &&
      valuesOf(table, key).length > 0 &&
      valuesOf(table, key).every((value) => isOnlyKind(value, kind));
    const named = table.keys.filter(
      (key) => hasAllWords(asked.words, labelWords(key), true) && isSum(key, 'number'),
    );
    const [column, ...others] = named.length ? named : table.keys.filter((key) => isSum(key, 'money'));
    if (column === undefined || others.length) continue;
    const hits = selectRows(asked, table, page, [
      'sum',
      'total',
      'add',
      'altogether',
      'amount',
      'price',
      'cost',
      ...labelWords(column),
    ]);
    const values = hits.map(({ row }) => valueIn(row, column));
    const [first] = values;
    // Amounts in different currencies or units cannot be added.
    if (
      first === undefined ||
      values.includes('') ||
      new Set(values.map((value) => value.replace(/[\d.,\s-]/gu, ''))).size > 1
    )
      continue;
    const sum =
      Math.round(
        values.reduce((total, value) => total + (readMeasure(value, 'number') ?? Number.NaN), 0) * 100,
      ) / 100;
    if (Number.isNaN(sum)) continue;
    const digits = /[.,]\d\d\b/u.test(first) ? 2 : 0;
    const value = first.replace(/\d[\d.,\s]*/u, () =>
      sum.toLocaleString('en-GB', { minimumFractionDigits: digits }),
    );
    return foundAnswer(
      `${formatCount(values.length, 'row')} on this page${hits[0]!.cells.length ? ` (${conditionOf(hits)})` : ''} add up to ${value} under “${column}”`,
      value,
    );
  }
  return null;
}

const RESULT =
  /^what (?:is|are|was|were|does|did) (?:the|its|that) (?:results?|answer|output|outcome)(?: (?:of|from) (?:the|my|this|that) (?:query|search|statement))?(?: (?:say|show))?$/u;
const MAX_RESULTS = 6;

/** Answers "what is the result?" if the page shows exactly one table. */
export function answerResult(asked: ParsedQuestion, page: Facts): Answer | null {
  const [table, ...others] = page.tables.filter(({ isList, keys }) => !isList && keys.length > 0);
  if (!RESULT.test(asked.q) || !table || others.length) return null;
  const say = (row: Row): string => row.map(quoteCell).join(', ');
  const more = table.rows.length > MAX_RESULTS ? `; and ${table.rows.length - MAX_RESULTS} more` : '';
  return foundAnswer(
    table.rows.length === 1
      ? say(table.rows[0]!)
      : `${table.rows.length} rows: ${table.rows.slice(0, MAX_RESULTS).map(say).join('; ')}${more}`,
  );
}
