/**
 * Finds the rows that a question means, and the columns that it asks for. Every word must occur in cells of the row, in
 * the column's header, or in the topic of the table.
 */
import {
  COLUMN_HINTS,
  NAME_COLUMNS,
  NO_CELL,
  PERSON_COLUMNS,
  PERSON_HINTS,
  YES_CELL,
} from '../lexicon/questions.js';
import { similarity, fold, splitIdentifier } from '../text.js';
import type { ParsedQuestion } from './asked.js';
import type { Cell, Facts, FactTable, Row } from './facts.js';
import {
  contentOf,
  hasWord,
  hasAllWords,
  containsKind,
  isGeneral,
  isOnlyKind,
  labelWords,
  rowNounsOf,
  withoutWords,
  wordsOf,
} from './words.js';

export interface Hit {
  row: Row;
  /** The cells that contain words of the question. */
  cells: readonly Cell[];
}

/** The key of a row's group heading. */
const GROUP_KEY = 'under';

export const isYesNo = (value: string): boolean => YES_CELL.test(value) || NO_CELL.test(value);
export const normalizeKey = (key: string): string => fold(splitIdentifier(key));
export const valuesOf = ({ rows }: FactTable, key: string): string[] =>
  rows.flatMap((row) => row.filter((cell) => cell.key === key).map(({ value }) => value));
export const valueIn = (row: Row, key: string): string => row.find((cell) => cell.key === key)?.value ?? '';

/** The cell that names a row. */
export function nameOfRow(row: Row, except: readonly Cell[] = []): string {
  const others = row.filter((cell) => !except.includes(cell) && !/^(?:#|id|no\.?|nr\.?)$/iu.test(cell.key));
  const list = others.length ? others : row;
  const isName = ({ key, value }: Cell): boolean =>
    key !== '' &&
    !isYesNo(value) &&
    !/^\d{1,2}$/u.test(value) &&
    (!isOnlyKind(value, 'date') || /^(?:day|date|week|month|year)$/iu.test(key)) &&
    !isOnlyKind(value, 'money');
  const found =
    list.find(({ key }) => NAME_COLUMNS.has(normalizeKey(key))) ??
    list.find(isName) ??
    list.find(({ value }) => /\p{L}{2}/u.test(value) && !isOnlyKind(value, 'date')) ??
    list[0]!;
  return found.value;
}

/** The header of the cells that name the rows. */
export const namingKey = ({ keys, rows: [row] }: FactTable): string =>
  (keys.length && row ? row.find(({ value }) => value === nameOfRow(row))?.key : '') ?? '';

/** The words that describe the rows of a table. */
export function topicOf(table: FactTable, page: Facts): string[] {
  const words = [...page.topic, ...contentOf(table.section)];
  const key = namingKey(table);
  return [...words, ...rowNounsOf(words), ...(key ? labelWords(key) : [])];
}

/** "Out of stock" does not say that something is in stock. */
export const NEGATION = /^(?:not|no|out of|sold out|never|none|without)\b/iu;

/** Whether a cell contains a word. A small number must be the whole cell, an hour, or part of the same phrase. */
function cellHas({ key, value }: Cell, word: string, asked: ParsedQuestion): boolean {
  const denial = asked.form === 'truth' ? undefined : NEGATION.exec(value)?.[0];
  if (denial !== undefined && !asked.q.includes(denial.toLowerCase())) return false;
  // Without a header, "Ships tomorrow" does not answer a question about shipping: only plurals and typing mistakes may
  // differ.
  if (key === '' && !asked.q.startsWith('which') && asked.form !== 'truth' && /\p{L}/u.test(word))
    return contentOf(value).some(
      (w) =>
        w === word ||
        `${w}s` === word ||
        w === `${word}s` ||
        (word.length > 4 && similarity(w, word) === 0.88),
    );
  if (!/^\d{1,2}$/u.test(word)) return hasWord(contentOf(value), word);
  const ownWords = wordsOf(value);
  if (ownWords.join(' ') === word) return true;
  if (!ownWords.some((w) => w.replace(/^0/u, '') === word)) return false;
  if (asked.q.includes(`at ${word}`)) return new RegExp(`(?:^|[^:\\d])0?${word}:00`, 'u').test(value);
  const q = wordsOf(asked.q);
  const at = q.indexOf(word);
  const phrases = [`${q[at - 1]} ${word}`, `${word} ${q[at + 1]}`].filter((phrase) => /\p{L}/u.test(phrase));
  return (
    (key !== '' && hasAllWords(asked.words, labelWords(key))) ||
    phrases.some((phrase) => ` ${ownWords.join(' ')} `.includes(` ${phrase} `))
  );
}

/** Rows whose cells contain the words. With `anyHeader`, words may also occur in headers of other columns. */
export function matchRows(
  table: FactTable,
  words: readonly string[],
  asked: ParsedQuestion,
  page: Facts,
  anyHeader = false,
): Hit[] {
  const topic = topicOf(table, page);
  const groupOf = (at: number): string => [...table.groups].findLast(([start]) => start <= at)?.[1] ?? '';
  const hits = table.rows.flatMap((row, at): Hit[] => {
    const cells = groupOf(at) ? [...row, { key: GROUP_KEY, value: groupOf(at) }] : row;
    const found = new Map<Cell, string[]>();
    let left: readonly string[] = words;
    // A column of yes and no values answers "which rooms have a bath".
    for (const cell of row)
      if (isYesNo(cell.value) && cell.key !== '' && hasAllWords(words, labelWords(cell.key))) {
        if (YES_CELL.test(cell.value) === asked.negated) return [];
        found.set(cell, [...labelWords(cell.key)]);
        left = withoutWords(left, labelWords(cell.key));
      }
    if (asked.negated && !found.size) return [];
    const rest = left.filter((word) => {
      const holders = cells.filter((cell) => cellHas(cell, word, asked));
      for (const cell of holders) found.set(cell, [...(found.get(cell) ?? []), word]);
      return holders.length === 0;
    });
    const headers = cells
      .filter((cell) => anyHeader || found.has(cell))
      .flatMap(({ key }) => labelWords(key));
    if (
      !found.size ||
      rest.some((word) => !hasWord(topic, word) && !isGeneral(word) && !hasWord(headers, word, true))
    )
      return [];
    // "The desk lamp" on its page is not the floor lamp of a list: a row must match more than a part of the topic.
    const phraseWords = [...found.values()].flat();
    if (
      rest.some((word) => hasWord(page.topic, word)) &&
      phraseWords.every((word) => hasWord(page.topic, word))
    )
      return [];
    // A cell with only some of another cell's words adds nothing: the e-mail address next to a name.
    const most = [...found].filter(
      ([, own]) =>
        ![...found.values()].some((more) => more.length > own.length && own.every((w) => more.includes(w))),
    );
    return [{ row, cells: most.map(([cell]) => cell) }];
  });
  const exact = hits.filter(({ cells }) =>
    cells.some(({ value }) => contentOf(value).length > 0 && hasAllWords(words, contentOf(value))),
  );
  return exact.length ? exact : hits;
}

/** The headers that the question asks for, by their words, by the question word, or by the kind of their values. */
export function askedColumns(asked: ParsedQuestion, table: FactTable): { keys: string[]; byName: boolean } {
  const { q, kind, noun } = asked;
  const phraseWords = [...asked.words, ...asked.units];
  const isWho = kind === 'person' || kind === 'place';
  const fits = (value: string): boolean =>
    asked.form === 'count'
      ? isOnlyKind(value, 'number')
      : isWho
        ? !isOnlyKind(value, 'number') &&
          !isOnlyKind(value, 'date') &&
          (kind === 'place' || !/\d\d/u.test(value))
        : containsKind(value, kind === 'money' ? 'number' : kind);
  const named = table.keys.filter((key) => {
    const isQuestion = contentOf(key).every((word) => word === 'much' || word === 'many');
    const isSaid = isQuestion
      ? ` ${q} `.includes(` ${fold(key).replace(/[?:. ]+$/u, '')} `)
      : hasAllWords(phraseWords, labelWords(key), true);
    return isSaid && (kind === 'any' || valuesOf(table, key).some(fits));
  });
  // "The status of the client Baltic Rope", "which status has …": these words name the column, the others the row.
  const lead = noun.length
    ? noun
    : contentOf(
        /^(?:what|how much)? ?(?:is|are|was|were)? ?(?:the|its)? ?(.*?) (?:of|for|from|in) /u.exec(q)?.[1] ??
          '',
      );
  const measured = named.filter(
    (key) => asked.measured && labelWords(key).some((word) => hasWord(asked.units, word)),
  );
  const first = measured.length
    ? measured
    : lead.length
      ? named.filter((key) => hasAllWords(lead, labelWords(key), true))
      : [];
  const list = first.length ? first : named;
  const most = Math.max(...list.map((key) => labelWords(key).length));
  if (list.length) return { keys: list.filter((key) => labelWords(key).length === most), byName: true };
  if (kind === 'any' || (noun.length > 0 && asked.form !== 'count')) return { keys: [], byName: false };
  const hints = (kind === 'person' ? PERSON_HINTS : COLUMN_HINTS).flatMap(([pattern, words]) =>
    pattern.test(q) ? words : [],
  );
  const hinted = table.keys.filter(
    (key) => hasWord(hints, normalizeKey(key)) || labelWords(key).some((word) => hints.includes(word)),
  );
  const typed = table.keys.filter((key) => {
    const values = valuesOf(table, key);
    return kind === 'person'
      ? PERSON_COLUMNS.has(normalizeKey(key))
      : kind !== 'place' &&
          asked.form !== 'count' &&
          values.filter((v) => isOnlyKind(v, kind)).length > values.length * 0.8;
  });
  return { keys: hinted.length ? hinted : typed, byName: false };
}

/** The noun of the question that names the rows: "which pipelines passed" asks for pipelines. */
export const rowNoun = ({ noun }: ParsedQuestion, table: FactTable, page: Facts): string | undefined =>
  noun.findLast((word) => hasWord(topicOf(table, page), word) || isGeneral(word));

/**
 * Whether the nouns name the rows of this table, not what the page is about: a library's page is not a list of
 * libraries, so a word of the topic must be in the plural there.
 */
export function isRowNoun(nouns: readonly string[], table: FactTable, page: Facts): boolean {
  const topic = topicOf(table, page);
  return nouns.every(
    (word) =>
      isGeneral(word) ||
      topic.includes(word) ||
      hasWord(rowNounsOf(topic), word) ||
      hasWord(labelWords(namingKey(table)), word),
  );
}

export const quoteCell = ({ key, value }: Cell): string =>
  key === GROUP_KEY ? `under “${value}”` : key ? `${key}: ${value}` : `“${value}”`;

/** Describes what the rows have in common: "Status: Overdue". */
export function conditionOf(hits: readonly Hit[]): string {
  const [first, ...others] = hits;
  const common = first!.cells.filter((cell) =>
    others.every(({ cells }) => cells.some((c) => c.key === cell.key && c.value === cell.value)),
  );
  return (common.length ? common : first!.cells).map(quoteCell).join(', ');
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

/** The rows that meet all conditions of the question: its words that are neither in `spent` nor in the topic. */
export function selectRows(
  asked: ParsedQuestion,
  table: FactTable,
  page: Facts,
  spent: readonly string[],
): Hit[] {
  const topic = topicOf(table, page);
  const conditions = withoutWords(asked.words, spent, true).filter(
    (word) => !hasWord(topic, word) && !isGeneral(word) && !COUNT_NOISE.has(word),
  );
  return conditions.length
    ? matchRows(table, conditions, asked, page)
    : table.rows.map((row) => ({ row, cells: [] }));
}
