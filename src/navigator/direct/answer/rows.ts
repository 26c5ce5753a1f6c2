/**
 * Answers from the rows of a table or list. Every word of the question must be accounted for: by the column that it
 * asks for, by cells of the row, or by what the table is about. An answer from another row or column is never given.
 */
import {
  NAME_COLUMNS,
  COLUMN_HINTS,
  PERSON_HINTS,
  ENTRY_NOUNS,
  ATTRIBUTE_NOUNS,
  NO_CELL,
  PERSON_COLUMNS,
  STATE_LABELS,
  YES_CELL,
} from '../lexicon/questions.js';
import { alike, fold, splitIdentifier } from '../text.js';
import type { Asked } from './asked.js';
import { type Answer, type Cell, listed, type Facts, type Row, type FactTable, told } from './facts.js';
import {
  contentOf,
  has,
  hasAll,
  holdsKind,
  isOnly,
  labelWords,
  withRowNouns,
  without,
  wordsOf,
  isLight,
} from './words.js';

export interface Hit {
  row: Row;
  /** The cells that contain words of the question. */
  cells: readonly Cell[];
}

/** The key of a row's group heading. */
const GROUP = 'under';
const MAX_ROWS = 6;
const MAX_COLUMNS = 3;

/** Whether the question itself contains the header: "How much?". */
const saysHeader = (q: string, key: string): boolean =>
  ` ${q} `.includes(` ${fold(key).replace(/[?:. ]+$/u, '')} `);
const isMeaningless = (key: string): boolean =>
  contentOf(key).filter((w) => !/^(?:much|many)$/u.test(w)).length === 0;

/** The words that say what the rows of a table are. */
export const topicOf = (table: FactTable, page: Facts): string[] =>
  withRowNouns([
    ...page.topic,
    ...contentOf(table.section),
    ...(table.keys.length && table.rows[0] ? labelWords(nameOfRow(table.rows[0]).key) : []),
  ]);

/** Whether a cell contains a word. A small number must be the whole cell, an hour, or part of the same phrase. */
function cellHas({ key, value }: Cell, word: string, asked: Asked): boolean {
  if (!/^\d{1,2}$/u.test(word)) return has(contentOf(value), word);
  if (wordsOf(value).join(' ') === word) return true;
  if (!wordsOf(value).some((w) => w.replace(/^0/u, '') === word)) return false;
  if (new RegExp(`\\bat ${word}\\b`, 'u').test(asked.q))
    return new RegExp(`(?:^|[^:\\d])0?${word}:00`, 'u').test(value);
  const q = wordsOf(asked.q);
  const at = q.indexOf(word);
  const text = ` ${wordsOf(value).join(' ')} `;
  return (
    (key !== '' && hasAll(asked.words, labelWords(key))) ||
    [`${q[at - 1]} ${word}`, `${word} ${q[at + 1]}`].some(
      (pair) => /\p{L}/u.test(pair) && text.includes(` ${pair} `),
    )
  );
}

const isYesNo = (value: string): boolean => YES_CELL.test(value) || NO_CELL.test(value);

/** Rows whose cells contain the words. `asks` are the columns whose values are asked for. */
export function matchRows(
  table: FactTable,
  words: readonly string[],
  asked: Asked,
  page: Facts,
  asks: readonly string[] | null,
): Hit[] {
  const topic = topicOf(table, page);
  const isTopic = (word: string): boolean => has(topic, word) || ENTRY_NOUNS.has(word) || isLight(word);
  const group = (at: number): string => [...table.groups].findLast(([start]) => start <= at)?.[1] ?? '';
  const hits = table.rows.flatMap((row, at): Hit[] => {
    const cells = [...row, ...(group(at) ? [{ key: GROUP, value: group(at) }] : [])];
    const found = new Map<Cell, string[]>();
    let left: readonly string[] = words;
    // A column of yes and no answers "which rooms have a bath".
    for (const cell of row)
      if (isYesNo(cell.value) && cell.key !== '' && hasAll(words, labelWords(cell.key))) {
        if (YES_CELL.test(cell.value) === asked.negated) return [];
        found.set(cell, [cell.key]);
        left = without(left, labelWords(cell.key));
      }
    if (asked.negated && !found.size) return [];
    const rest = left.filter((word) => {
      const holders = cells.filter((cell) => cellHas(cell, word, asked));
      holders.forEach((cell) => found.set(cell, [...(found.get(cell) ?? []), word]));
      return holders.length === 0;
    });
    // A header counts if its cell is named ("made in Poland"); if a value is asked for, all headers do.
    const headers = cells
      .filter((cell) => asks !== null || found.has(cell))
      .flatMap(({ key }) => labelWords(key));
    const open = rest.filter((word) => !isTopic(word) && !has(headers, word, true));
    // A cell with only some of another cell's words adds nothing: the e-mail address beside a name.
    const most = [...found].filter(
      ([, own]) =>
        ![...found.values()].some((more) => more.length > own.length && own.every((w) => more.includes(w))),
    );
    return open.length || !found.size ? [] : [{ row, cells: most.map(([cell]) => cell) }];
  });
  const named = (hit: Hit): boolean =>
    hit.cells.some(({ value }) => {
      const own = contentOf(value);
      return own.length > 0 && hasAll(words, own);
    });
  const exact = hits.filter(named);
  return exact.length ? exact : hits;
}

/** The cell that names a row. */
export function nameOfRow(row: Row, cellsNot: readonly Cell[] = []): Cell {
  const others = row.filter((cell) => !cellsNot.includes(cell) && !/^(?:#|id|no\.?|nr\.?)$/iu.test(cell.key));
  const list = others.length ? others : row;
  return (
    list.find(({ key }) => NAME_COLUMNS.has(fold(splitIdentifier(key)))) ??
    list.find(
      ({ key, value }) =>
        key !== '' &&
        !isYesNo(value) &&
        !/^\d{1,2}$/u.test(value) &&
        !isOnly(value, 'date') &&
        !isOnly(value, 'money'),
    ) ??
    list.find(({ value }) => /\p{L}{2}/u.test(value) && !isOnly(value, 'date')) ??
    list[0]!
  );
}

/** The headers that the question asks for, by their words, by the question word, or by the kind of their values. */
function askedColumns(asked: Asked, table: FactTable): { keys: string[]; byName: boolean } {
  const { words, units } = asked;
  const said = [...words, ...units];
  const byName = table.keys.filter((key) =>
    isMeaningless(key) ? saysHeader(asked.q, key) : hasAll(said, labelWords(key), true),
  );
  const kindFits = (key: string): boolean =>
    asked.kind === 'any' ||
    valuesOf(table, key).some((value) =>
      asked.kind === 'person' || asked.kind === 'place'
        ? !isOnly(value, 'number') && !isOnly(value, 'date')
        : holdsKind(value, asked.kind === 'money' ? 'number' : asked.kind),
    );
  const good = byName.filter(kindFits);
  // "The status of the client": the words after "of" name the row.
  const inNoun = good.filter((key) => asked.noun.length > 0 && hasAll(asked.noun, labelWords(key), true));
  const attribute =
    /^(?:what|how much|tell me|give me)?(?: (?:is|are|was|were))?(?: the| its)? ?(.*?) (?:of|for|from|in) /u.exec(
      asked.q,
    )?.[1];
  const inLead = attribute ? good.filter((key) => hasAll(contentOf(attribute), labelWords(key), true)) : [];
  const list = inNoun.length ? inNoun : inLead.length ? inLead : good;
  const most = Math.max(0, ...list.map((key) => labelWords(key).length));
  if (list.length) return { keys: list.filter((key) => labelWords(key).length === most), byName: true };
  if (asked.kind === 'any' || asked.noun.length > 0) return { keys: [], byName: false };
  const hints = [...PERSON_HINTS, ...COLUMN_HINTS].flatMap(([pattern, list_]) =>
    pattern.test(asked.q) && (asked.kind === 'person') === PERSON_HINTS.some((h) => h[1] === list_)
      ? list_
      : [],
  );
  const hinted = table.keys.filter((key) => labelWords(key).some((word) => hints.includes(word)));
  const typed = table.keys.filter((key) => {
    const values = valuesOf(table, key);
    return values.length > 0 && values.filter((v) => isOnly(v, asked.kind)).length >= values.length * 0.8;
  });
  const names =
    asked.kind === 'person' ? table.keys.filter((key) => PERSON_COLUMNS.has(fold(splitIdentifier(key)))) : [];
  return {
    keys: hinted.length ? hinted : names.length ? names : asked.kind === 'place' ? [] : typed,
    byName: false,
  };
}

export const valuesOf = (table: FactTable, key: string): string[] =>
  table.rows.flatMap((row) => row.filter((cell) => cell.key === key).map(({ value }) => value));

const inRow = (name: string): string => `In the row “${name}”`;

/** The cells of a row without headers that the question asks for: those of the kind, or the only other text. */
function cellsOfKind({ row, cells }: Hit, asked: Asked, table: FactTable): Cell[] {
  const others = row.filter((cell) => !cells.includes(cell));
  if (asked.kind === 'any') {
    const texts = others.filter(
      ({ value }) => !isOnly(value, 'date') && !isOnly(value, 'number') && /\p{L}{2}/u.test(value),
    );
    return others.length === 1 ? others : texts.length === 1 ? texts : [];
  }
  const inPlace = row.map((cell, i) => ({
    cell,
    values: table.rows.flatMap((r) => (r.length === row.length ? [r[i]!.value] : [])),
  }));
  const columns = inPlace.filter(
    ({ cell, values }) =>
      others.includes(cell) && values.filter((v) => isOnly(v, asked.kind)).length > values.length / 2,
  );
  const fits = columns.length
    ? columns.map(({ cell }) => cell)
    : others.filter(({ value }) => isOnly(value, asked.kind));
  if (asked.kind === 'date') {
    const clock = /\b(?:time|starts?|begins?|ends?|hour)\b/u.test(asked.q)
      ? fits.filter(({ value }) => /\d:\d\d/u.test(value))
      : /\bday\b/u.test(asked.q)
        ? fits.filter(({ value }) => !/\d:\d\d/u.test(value))
        : [];
    return clock.length ? clock : fits;
  }
  return fits.length === 1 ? fits : [];
}

/** Answers with the values of cells: "when is invoice 2042 due?". */
export function valueFromRows(asked: Asked, page: Facts): Answer | null {
  if (asked.negated) return null;
  for (const table of page.tables) {
    const answer = table.keys.length ? keyedValue(asked, table, page) : plainValue(asked, table, page);
    if (answer) return answer;
  }
  return null;
}

function keyedValue(asked: Asked, table: FactTable, page: Facts): Answer | null {
  const { keys, byName } = askedColumns(asked, table);
  const spent = byName ? keys.flatMap((key) => labelWords(key)) : [];
  const attribute = (word: string): boolean =>
    byName && ATTRIBUTE_NOUNS.some((noun) => alike(word, noun) >= 0.7);
  const subject = without(asked.words, spent, true).filter(
    (word) => !attribute(word) && !asked.units.includes(word),
  );
  if (!subject.length) return null;
  const hits = matchRows(table, subject, asked, page, keys);
  const [first] = hits;
  if (!first || hits.length > MAX_ROWS || keys.length > MAX_COLUMNS) return null;
  const isState = ({ key }: Cell): boolean => has(STATE_LABELS, fold(key));
  if (!keys.length || hits.every(({ cells }) => cells.every(({ key }) => keys.includes(key))))
    return hits.length === 1 &&
      /^(?:who|what) (?:is|are|was) /u.test(asked.q) &&
      hasAll(subject, contentOf(nameOfRow(first.row).value))
      ? told(
          `${inRow(nameOfRow(first.row).value)}: ${first.row
            .filter(({ key }) => key)
            .map(({ key, value }) => `${key}: ${value}`)
            .join(', ')}`,
        )
      : null;
  // "When was it paid?" asks for more than the state and a date say.
  if (!byName && asked.kind === 'date' && hits.some(({ cells }) => cells.some(isState))) return null;
  const said = hits.map(({ row, cells }) => {
    const name = (cells.find(({ key }) => !keys.includes(key)) ?? nameOfRow(row)).value;
    const values = keys.map((key) => ({ key, value: row.find((cell) => cell.key === key)?.value ?? '' }));
    return { name, full: nameOfRow(row).value, values };
  });
  const [one] = said;
  if (said.length === 1) {
    const [value] = one!.values;
    if (one!.values.every((v) => v.value === ''))
      return told(`${inRow(one!.name)}, “${keys.join('” and “')}” is empty`);
    return told(
      `${inRow(one!.name)}: ${one!.values.map((v) => `${v.key}: ${v.value || '(empty)'}`).join(', ')}`,
      keys.length === 1 ? value!.value : undefined,
    );
  }
  const filled = said.filter(({ values }) => values.some(({ value }) => value !== ''));
  if (!filled.length) return null;
  const distinct = new Set(said.map(({ name }) => name)).size === said.length;
  return told(
    `${keys.join(', ')}: ${filled.map((s) => `${s.values.map(({ value }) => value || '(empty)').join(', ')} (row “${distinct ? s.name : s.full}”)`).join('; ')}`,
  );
}

function plainValue(asked: Asked, table: FactTable, page: Facts): Answer | null {
  const subject = asked.words.filter((word) => !asked.units.includes(word));
  const hits = subject.length ? matchRows(table, subject, asked, page, null) : [];
  const found = hits.map((hit) => ({ hit, cells: cellsOfKind(hit, asked, table) }));
  if (!found.length || found.length > MAX_ROWS || found.some(({ cells }) => !cells.length)) return null;
  const name = ({ cells }: Hit): string => cells.map(({ value }) => value).join(' · ');
  const values = ({ cells }: { cells: readonly Cell[] }): string =>
    cells.map(({ key, value }) => (key ? `${key}: ${value}` : value)).join(', ');
  if (found.length === 1)
    return told(
      `${inRow(name(found[0]!.hit))}: ${values(found[0]!)}`,
      found[0]!.cells.length === 1 ? found[0]!.cells[0]!.value : undefined,
    );
  return told(
    found.map((f) => `${values(f)} (row “${f.hit.row.map(({ value }) => value).join(' · ')}”)`).join('; '),
  );
}

/** Answers "which invoices are overdue?" with the names of the matching rows. */
export function whichRows(asked: Asked, page: Facts): Answer | null {
  const head = asked.noun.at(-1);
  for (const table of page.tables) {
    const key = table.keys.find((k) => head !== undefined && hasAll(asked.noun, labelWords(k), true));
    const isTopic = head !== undefined && (has(topicOf(table, page), head) || ENTRY_NOUNS.has(head));
    if (key === undefined && !isTopic) continue;
    const words = asked.words.filter((word) => word !== head || (!isTopic && key === undefined));
    const conditions = key === undefined ? words : without(words, labelWords(key), true);
    const hits = conditions.length
      ? matchRows(table, conditions, asked, page, key === undefined ? null : [key])
      : [];
    if (hits.length) {
      const named = hits.map(({ row, cells }) =>
        key === undefined ? nameOfRow(row, cells).value : (row.find((c) => c.key === key)?.value ?? ''),
      );
      if (named.some((name) => name === '')) continue;
      return told(`${listed(named)} (${conditionOf(hits)})`, hits.length === 1 ? named[0] : undefined);
    }
    const column = yesColumn(table, conditions);
    if (column !== null)
      return told(
        `None of the ${table.rows.length} rows here says ${asked.negated ? 'no' : 'yes'} under “${column}”`,
      );
  }
  return null;
}

const yesColumn = (table: FactTable, words: readonly string[]): string | null =>
  table.keys.find((key) => {
    const values = valuesOf(table, key);
    return (
      values.length > 0 &&
      values.every(isYesNo) &&
      words.length > 0 &&
      hasAll(labelWords(key), words) &&
      hasAll(words, labelWords(key))
    );
  }) ?? null;

/** Says what the rows have in common: "Status: Overdue". */
export function conditionOf(hits: readonly Hit[]): string {
  const common = hits[0]!.cells.filter((cell) =>
    hits.every(({ cells }) => cells.some((c) => c.key === cell.key && c.value === cell.value)),
  );
  return (common.length ? common : hits[0]!.cells)
    .map(({ key, value }) => (key === GROUP ? `under “${value}”` : key ? `${key}: ${value}` : `“${value}”`))
    .join(', ');
}

const RESULT =
  /^what (?:is|are|was|were|does|did) (?:the|its|that) (?:results?|answer|output|outcome)(?: (?:of|from) (?:the|my|this|that) (?:query|search|statement))?(?: (?:say|show))?$/u;

/** Answers "what is the result?" if the page shows one table. */
export function resultTable(asked: Asked, page: Facts): Answer | null {
  const tables = page.tables.filter(({ isList, keys }) => !isList && keys.length > 0);
  const [table] = tables;
  if (!RESULT.test(asked.q) || !table || tables.length > 1) return null;
  const shown = table.rows
    .slice(0, MAX_ROWS)
    .map((row) => row.map(({ key, value }) => `${key}: ${value}`).join(', '));
  const more = table.rows.length > MAX_ROWS ? `; and ${table.rows.length - MAX_ROWS} rows more` : '';
  return told(table.rows.length === 1 ? shown[0]! : `${table.rows.length} rows: ${shown.join('; ')}${more}`);
}

/** Says that a question about a column names no row. */
export function whichOfRows(asked: Asked, page: Facts): string | null {
  for (const table of page.tables) {
    const { keys, byName } = askedColumns(asked, table);
    const [key] = keys;
    if (!byName || key === undefined || keys.length > 1 || table.rows.length < 2) continue;
    if (without(asked.words, [...labelWords(key), ...ATTRIBUTE_NOUNS], true).every((word) => isLight(word)))
      return `The page shows ${table.rows.length} rows with a “${key}”; say of which one`;
  }
  return null;
}
