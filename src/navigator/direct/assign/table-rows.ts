/** Finds a page's editable tables, and where a line mentions one of their rows. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { isButton, isField, isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { matchVerb } from '../language/line-text.js';
import { isHeader } from '../ground/lists.js';
import type { View } from '../ground/view.js';
import { ORDINALS } from '../lexicon/places.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { fold, stem, tokenize } from '../text.js';
import type { FormField, FormModel } from './form-model.js';
import { findPageNouns } from '../ground/topic.js';
import { sliceText, type TokenLine } from './tokens.js';
import type { Mentions } from './reading-state.js';

export interface EditableRow {
  row: Candidate;
  /** The text of each cell. */
  cells: readonly string[];
}

export interface EditableTable {
  headers: readonly string[];
  rows: readonly EditableRow[];
}

const MAX_CELL_LENGTH = 80;
const MAX_ROW_TOKENS = 8;
const TABLE_XPATH = /^(.*\/table(?:\[\d+\])?)\//u;

const getTableKey = (c: Candidate): string =>
  `${c.frame.join('>')} ${TABLE_XPATH.exec(`${c.xpath}/`)?.[1] ?? ''}`;

/** Whether it is a control such as “Edit”, which is the same in each row and so cannot name a row. */
const isRowControl = (c: Candidate): boolean =>
  isButton(c) || (c.interactive && matchVerb(c.text)?.rest === '');

function listCells(row: Candidate, view: View): string[] {
  const cellElements = view.candidates.filter(
    (c) =>
      c.parent === row.uid &&
      c.text !== '' &&
      c.text.length <= MAX_CELL_LENGTH &&
      !isField(c) &&
      !isRowControl(c),
  );
  return [...new Set(cellElements.map((c) => c.text))];
}

/** Finds the tables that have a header and rows with a control. */
export function findTables(view: View): EditableTable[] {
  const tables = new Map<string, { headers: string[]; rows: EditableRow[] }>();
  const getTable = (c: Candidate): { headers: string[]; rows: EditableRow[] } => {
    const key = getTableKey(c);
    const table = tables.get(key) ?? { headers: [], rows: [] };
    tables.set(key, table);
    return table;
  };
  const uidsWithControls = new Set(
    view.candidates
      .filter((c) => c.interactive && c.visible)
      .flatMap((c) => view.getAncestors(c).map((a) => a.uid)),
  );
  for (const c of view.candidates) {
    if (!c.visible || !/\/table\b/u.test(c.xpath) || (view.isDialogOpen && !view.isInDialog(c))) continue;
    if (isHeader(c, view) && c.tag !== 'tr') {
      if (/\p{L}/u.test(c.text) && c.text.length <= 40) getTable(c).headers.push(c.text);
    } else if (c.tag === 'tr' && !isHeader(c, view) && uidsWithControls.has(c.uid)) {
      const cells = listCells(c, view);
      if (cells.length > 0) getTable(c).rows.push({ row: c, cells });
    }
  }
  return [...tables.values()]
    .map(({ headers, rows }) => ({
      headers,
      // Some tables repeat the headers in a row of plain cells.
      rows: rows.filter(({ cells }) => !cells.every((cell) => headers.includes(cell))),
    }))
    .filter((t) => t.headers.length > 0 && t.rows.length > 0);
}

const COLUMN_FIELD_DEFAULTS = {
  toRefusedSettings: () => null,
  toEmptySettings: () => null,
  hasOption: () => false,
  hasOptionContaining: () => false,
};

/** Whether a list in each row sets this column and has this option: "make Ana an admin". */
const hasOptionInRows = (column: string, value: string, { rows }: EditableTable, view: View): boolean =>
  view.candidates.some(
    (c) =>
      c.visible &&
      isSelect(c) &&
      fold(getName(c)).startsWith(fold(column)) &&
      c.options?.some(({ label }) => fold(label) === fold(value)) === true &&
      view.getAncestors(c).some((a) => rows.some(({ row }) => row.uid === a.uid)),
  );

/** Turns a table's columns into fields. They accept any value, because the row's form is not open yet. */
export function createTableForm(table: EditableTable, view: View): FormModel {
  const { headers } = table;
  const distinctHeaders = [...new Set(headers)];
  const names = distinctHeaders.map((header) => tokenize(header));
  const fields = names.map((name, index): FormField => ({
    index,
    kind: 'text',
    names: name.length ? [name] : [],
    isMain:
      index ===
      Math.max(
        0,
        names.findIndex((n) => /^(?:name|title|summary|subject|what)$/u.test(n.join(' '))),
      ),
    isEmpty: false,
    isRadio: false,
    ...COLUMN_FIELD_DEFAULTS,
    toSettings: (value) => [{ uid: '', label: distinctHeaders[index]!, value }],
    hasOption: (value) => hasOptionInRows(distinctHeaders[index]!, value, table, view),
  }));
  const placeholder: FormField = {
    index: fields.length,
    kind: 'text',
    names: [],
    isMain: false,
    isEmpty: false,
    isRadio: false,
    isPlaceholder: true,
    ...COLUMN_FIELD_DEFAULTS,
    toSettings: (value) => [{ uid: '', label: '', value }],
  };
  const rowNouns = [
    'row',
    'column',
    'line',
    'record',
    'entry',
    'item',
    'table',
    'list',
    'edit',
    'open',
    'find',
    'go',
  ];
  return {
    form: null,
    fields: [...fields, placeholder],
    buttons: [],
    topicStems: new Set([...findPageNouns(view), ...rowNouns.map(stem)]),
  };
}

/**
 * Finds the rows that a phrase names: by position, by a whole cell or, if there is none, by words of a cell.
 *
 * @param acceptsAnyNoun whether "the third album" means the third row, even if the page does not call its rows albums
 */
export function findNamedRows(
  phrase: string,
  { rows }: EditableTable,
  view: View,
  acceptsAnyNoun = false,
): readonly EditableRow[] {
  const nth = parseRowPosition(phrase, view, acceptsAnyNoun);
  if (nth !== null) {
    const row = nth > 0 ? rows[nth - 1] : rows.at(nth);
    return row ? [row] : [];
  }
  const exactRows = rows.filter(({ cells }) => cells.some((cell) => fold(cell) === fold(phrase)));
  if (exactRows.length) return exactRows;
  // Words of a cell must not be function words, and one of them must be longer than two letters.
  const phraseWords = tokenize(phrase);
  if (
    phraseWords.length === 0 ||
    phraseWords.some((w) => STOP_WORDS.has(w)) ||
    !phraseWords.some((w) => w.length > 2)
  )
    return [];
  return rows.filter(({ cells }) =>
    cells.some((cell) => {
      const cellWords = tokenize(cell);
      return phraseWords.every((w) => cellWords.includes(w));
    }),
  );
}

/** Returns the position in "first row", "the third album" or "row 3"; negative positions count from the end. */
function parseRowPosition(phrase: string, view: View, acceptsAnyNoun = false): number | null {
  const [, word, noun] = /^(\p{L}+|\d+(?:st|nd|rd|th)) (\p{L}+)$/u.exec(fold(phrase)) ?? [];
  const isRowNoun = (text: string): boolean =>
    ['row', 'line', 'record', 'entry', 'item'].includes(text) || findPageNouns(view).has(stem(text));
  if (word && noun && (acceptsAnyNoun || isRowNoun(noun)))
    return ORDINALS[word] ?? (/^\d/u.test(word) ? Number.parseInt(word, 10) : null);
  const [, number] = /^row (?:number |#)?(\d{1,3})$/u.exec(fold(phrase)) ?? [];
  return number ? Number(number) : null;
}

/** Finds where a line mentions rows of the table. */
export function findRowMentions(line: TokenLine, table: EditableTable, view: View): Mentions {
  const mentions = new Map<number, number[]>();
  line.tokens.forEach(({ kind }, start) => {
    if (kind === 'separator') return;
    for (let end = start + 1; end <= Math.min(line.tokens.length, start + MAX_ROW_TOKENS); end++) {
      if (line.tokens[end - 1]!.kind === 'separator') break;
      const words = removePossessive(sliceText(line, start, end));
      const isNamed = /^[\p{Lu}\d]/u.test(words) || kind === 'quotation';
      const rows =
        isNamed || parseRowPosition(words, view) !== null
          ? findNamedRows(words, table, view)
          : [...findRowsByCell(words, table), ...findRowsByName(words, table)];
      if (rows.length) mentions.set(start, [...(mentions.get(start) ?? []), end]);
    }
  });
  return mentions;
}

/** Removes the possessive "s": in "the Kettle's price", the row is "the Kettle". */
export const removePossessive = (phrase: string): string => phrase.replace(/['’]s$/u, '');

/** Finds rows with a cell that equals the phrase. */
const findRowsByCell = (phrase: string, { rows }: EditableTable): readonly EditableRow[] =>
  rows.filter(({ cells }) => cells.some((cell) => fold(cell) === fold(phrase) && phrase.length > 2));

/** Finds the row whose first cell with letters begins with the words ("dan", "tom baxter"), if there is only one. */
function findRowsByName(phrase: string, { rows, headers }: EditableTable): readonly EditableRow[] {
  const words = tokenize(phrase);
  const commonWords = new Set(headers.flatMap(tokenize));
  if (!words.length || words.some((w) => w.length <= 2 || STOP_WORDS.has(w) || commonWords.has(w))) return [];
  const hits = rows.filter(({ cells }) => {
    const name = tokenize(cells.find((cell) => /^\p{L}{2}/u.test(cell)) ?? '');
    return words.every((word, i) => name[i] === word);
  });
  return hits.length === 1 ? hits : [];
}
