/**
 * Finds the rows that a question means, and the columns that it asks for. Every word must be accounted for by cells of the
 * row, by the column, or by what the table is about.
 */
import {
  COLUMN_HINTS,
  NAME_COLUMNS,
  NO_CELL,
  PERSON_COLUMNS,
  PERSON_HINTS,
  YES_CELL,
} from '../lexicon/questions.js';
import { alike, fold, splitIdentifier } from '../text.js';
import type { Asked } from './asked.js';
import type { Cell, Facts, FactTable, Row } from './facts.js';
import {
  contentOf,
  has,
  hasAll,
  holdsKind,
  isGeneral,
  isOnly,
  labelWords,
  rowNounsOf,
  without,
  wordsOf,
} from './words.js';

export interface Hit {
  row: Row;
  /** The cells that contain words of the question. */
  cells: readonly Cell[];
}

/** The key of a row's group heading. */
const GROUP = 'under';

export const isYesNo = (value: string): boolean => YES_CELL.test(value) || NO_CELL.test(value);
export const bare = (key: string): string => fold(splitIdentifier(key));
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
    (!isOnly(value, 'date') || /^(?:day|date|week|month|year)$/iu.test(key)) &&
    !isOnly(value, 'money');
  const found =
    list.find(({ key }) => NAME_COLUMNS.has(bare(key))) ??
    list.find(isName) ??
    list.find(({ value }) => /\p{L}{2}/u.test(value) && !isOnly(value, 'date')) ??
    list[0]!;
  return found.value;
}

/** The header of the cells that name the rows. */
export const namingKey = ({ keys, rows: [row] }: FactTable): string =>
  (keys.length && row ? row.find(({ value }) => value === nameOfRow(row))?.key : '') ?? '';

/** The words that say what the rows of a table are. */
export function topicOf(table: FactTable, page: Facts): string[] {
  const words = [...page.topic, ...contentOf(table.section)];
  const key = namingKey(table);
  return [...words, ...rowNounsOf(words), ...(key ? labelWords(key) : [])];
}

/** "Out of stock" does not say that something is in stock. */
export const DENIAL = /^(?:not|no|out of|sold out|never|none|without)\b/iu;

/** Whether a cell contains a word. A small number must be the whole cell, an hour, or part of the same phrase. */
function cellHas({ key, value }: Cell, word: string, asked: Asked): boolean {
  const denial = asked.form === 'truth' ? undefined : DENIAL.exec(value)?.[0];
  if (denial !== undefined && !asked.q.includes(denial.toLowerCase())) return false;
  // Without a header, "Ships tomorrow" says nothing about shipping: only plurals and typing mistakes may differ.
  if (key === '' && !asked.q.startsWith('which') && asked.form !== 'truth' && /\p{L}/u.test(word))
    return contentOf(value).some(
      (w) =>
        w === word || `${w}s` === word || w === `${word}s` || (word.length > 4 && alike(w, word) === 0.88),
    );
  if (!/^\d{1,2}$/u.test(word)) return has(contentOf(value), word);
  const own = wordsOf(value);
  if (own.join(' ') === word) return true;
  if (!own.some((w) => w.replace(/^0/u, '') === word)) return false;
  if (asked.q.includes(`at ${word}`)) return new RegExp(`(?:^|[^:\\d])0?${word}:00`, 'u').test(value);
  const q = wordsOf(asked.q);
  const at = q.indexOf(word);
  const phrases = [`${q[at - 1]} ${word}`, `${word} ${q[at + 1]}`].filter((phrase) => /\p{L}/u.test(phrase));
  return (
    (key !== '' && hasAll(asked.words, labelWords(key))) ||
    phrases.some((phrase) => ` ${own.join(' ')} `.includes(` ${phrase} `))
  );
}

/** Rows whose cells contain the words. With `anyHeader`, headers of other columns account for words too. */
export function matchRows(
  table: FactTable,
  words: readonly string[],
  asked: Asked,
  page: Facts,
  anyHeader = false,
): Hit[] {
  const topic = topicOf(table, page);
  const groupOf = (at: number): string => [...table.groups].findLast(([start]) => start <= at)?.[1] ?? '';
  const hits = table.rows.flatMap((row, at): Hit[] => {
    const cells = groupOf(at) ? [...row, { key: GROUP, value: groupOf(at) }] : row;
    const found = new Map<Cell, string[]>();
    let left: readonly string[] = words;
    // A column of yes and no answers "which rooms have a bath".
    for (const cell of row)
      if (isYesNo(cell.value) && cell.key !== '' && hasAll(words, labelWords(cell.key))) {
        if (YES_CELL.test(cell.value) === asked.negated) return [];
        found.set(cell, [...labelWords(cell.key)]);
        left = without(left, labelWords(cell.key));
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
      rest.some((word) => !has(topic, word) && !isGeneral(word) && !has(headers, word, true))
    )
      return [];
    // "The desk lamp" on its page is not the floor lamp of a list: a row needs more than a part of the topic.
    const said = [...found.values()].flat();
    if (rest.some((word) => has(page.topic, word)) && said.every((word) => has(page.topic, word))) return [];
    // A cell with only some of another cell's words adds nothing: the e-mail address beside a name.
    const most = [...found].filter(
      ([, own]) =>
        ![...found.values()].some((more) => more.length > own.length && own.every((w) => more.includes(w))),
    );
    return [{ row, cells: most.map(([cell]) => cell) }];
  });
  const exact = hits.filter(({ cells }) =>
    cells.some(({ value }) => contentOf(value).length > 0 && hasAll(words, contentOf(value))),
  );
  return exact.length ? exact : hits;
}

/** The headers that the question asks for, by their words, by the question word, or by the kind of their values. */
export function askedColumns(asked: Asked, table: FactTable): { keys: string[]; byName: boolean } {
  const { q, kind, noun } = asked;
  const said = [...asked.words, ...asked.units];
  const isWho = kind === 'person' || kind === 'place';
  const fits = (value: string): boolean =>
    asked.form === 'count'
      ? isOnly(value, 'number')
      : isWho
        ? !isOnly(value, 'number') && !isOnly(value, 'date') && (kind === 'place' || !/\d\d/u.test(value))
        : holdsKind(value, kind === 'money' ? 'number' : kind);
  const named = table.keys.filter((key) => {
    const isQuestion = contentOf(key).every((word) => word === 'much' || word === 'many');
    const isSaid = isQuestion
      ? ` ${q} `.includes(` ${fold(key).replace(/[?:. ]+$/u, '')} `)
      : hasAll(said, labelWords(key), true);
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
    (key) => asked.measured && labelWords(key).some((word) => has(asked.units, word)),
  );
  const first = measured.length
    ? measured
    : lead.length
      ? named.filter((key) => hasAll(lead, labelWords(key), true))
      : [];
  const list = first.length ? first : named;
  const most = Math.max(...list.map((key) => labelWords(key).length));
  if (list.length) return { keys: list.filter((key) => labelWords(key).length === most), byName: true };
  if (kind === 'any' || (noun.length > 0 && asked.form !== 'count')) return { keys: [], byName: false };
  const hints = (kind === 'person' ? PERSON_HINTS : COLUMN_HINTS).flatMap(([pattern, words]) =>
    pattern.test(q) ? words : [],
  );
  const hinted = table.keys.filter(
    (key) => has(hints, bare(key)) || labelWords(key).some((word) => hints.includes(word)),
  );
  const typed = table.keys.filter((key) => {
    const values = valuesOf(table, key);
    return kind === 'person'
      ? PERSON_COLUMNS.has(bare(key))
      : kind !== 'place' &&
          asked.form !== 'count' &&
          values.filter((v) => isOnly(v, kind)).length > values.length * 0.8;
  });
  return { keys: hinted.length ? hinted : typed, byName: false };
}

/** The noun of the question that says what the rows are: "which pipelines passed" asks for pipelines. */
export const rowNoun = ({ noun }: Asked, table: FactTable, page: Facts): string | undefined =>
  noun.findLast((word) => has(topicOf(table, page), word) || isGeneral(word));

export const quoteCell = ({ key, value }: Cell): string =>
  key === GROUP ? `under “${value}”` : key ? `${key}: ${value}` : `“${value}”`;

/** Says what the rows have in common: "Status: Overdue". */
export function conditionOf(hits: readonly Hit[]): string {
  const [first, ...others] = hits;
  const common = first!.cells.filter((cell) =>
    others.every(({ cells }) => cells.some((c) => c.key === cell.key && c.value === cell.value)),
  );
  return (common.length ? common : first!.cells).map(quoteCell).join(', ');
}

/** Words that do not say which rows are meant. */
export const COUNT_NOISE: ReadonlySet<string> = new Set([
  'new',
  'all',
  'my',
  'total',
  'found',
  'selected',
  'count',
]);

/** The rows that fulfil all conditions of the question: words that neither `spent` nor the topic accounts for. */
export function selectRows(asked: Asked, table: FactTable, page: Facts, spent: readonly string[]): Hit[] {
  const topic = topicOf(table, page);
  const conditions = without(asked.words, spent, true).filter(
    (word) => !has(topic, word) && !isGeneral(word) && !COUNT_NOISE.has(word),
  );
  return conditions.length
    ? matchRows(table, conditions, asked, page)
    : table.rows.map((row) => ({ row, cells: [] }));
}
