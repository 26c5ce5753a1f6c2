/** The tables of a page whose rows can be edited, and where a line mentions one of their rows. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { isButton, isField } from '../ground/kinds.js';
import { matchVerb } from '../language/clauses.js';
import type { View } from '../ground/view.js';
import { ORDINALS } from '../lexicon/places.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { fold, stem, tokens } from '../text.js';
import type { FormField, FormModel } from './form-fields.js';
import { findThingWords } from '../ground/topic.js';
import { textBetween, type TokenLine } from './tokens.js';
import type { Mentions } from './understand.js';

export interface EditableRow {
  row: Candidate;
  /** Texts of its cells. */
  cells: readonly string[];
}

export interface EditableTable {
  headers: readonly string[];
  rows: readonly EditableRow[];
}

const MAX_CELL = 80;
const MAX_ROW_TOKENS = 8;
const TABLE = /^(.*\/table(?:\[\d+\])?)\//u;

const tableOf = (c: Candidate): string => `${c.frame.join('>')} ${TABLE.exec(`${c.xpath}/`)?.[1] ?? ''}`;
export const isHeader = (c: Candidate, view: View): boolean =>
  /\/thead/u.test(c.xpath) ||
  [c, ...c.folded, ...view.ancestors(c).slice(0, 2)].some((a) => a.role === 'columnheader');

/** "Edit" in each row is no text that names one. */
const isControl = (c: Candidate): boolean => isButton(c) || (c.interactive && matchVerb(c.text)?.rest === '');

function cellsOf(row: Candidate, view: View): string[] {
  const ownElements = view.candidates.filter(
    (c) => c.parent === row.uid && c.text !== '' && c.text.length <= MAX_CELL && !isField(c) && !isControl(c),
  );
  return [...new Set(ownElements.map((c) => c.text))];
}

/** Tables with a header and rows that have a control. */
export function findTables(view: View): EditableTable[] {
  const tables = new Map<string, { headers: string[]; rows: EditableRow[] }>();
  const at = (c: Candidate): { headers: string[]; rows: EditableRow[] } => {
    const key = tableOf(c);
    const known = tables.get(key) ?? { headers: [], rows: [] };
    tables.set(key, known);
    return known;
  };
  const withControls = new Set(
    view.candidates
      .filter((c) => c.interactive && c.visible)
      .flatMap((c) => view.ancestors(c).map((a) => a.uid)),
  );
  for (const c of view.candidates) {
    if (!c.visible || !/\/table\b/u.test(c.xpath) || (view.dialogOpen && !view.inDialog(c))) continue;
    if (isHeader(c, view) && c.tag !== 'tr') {
      if (/\p{L}/u.test(c.text) && c.text.length <= 40) at(c).headers.push(c.text);
    } else if (c.tag === 'tr' && !isHeader(c, view) && withControls.has(c.uid)) {
      const cells = cellsOf(c, view);
      if (cells.length > 0) at(c).rows.push({ row: c, cells });
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

/** The columns of a table as fields: what they accept is known only when the row's form is open. */
export function toForm({ headers }: EditableTable, view: View): FormModel {
  const distinct = [...new Set(headers)];
  const names = distinct.map((header) => tokens(header));
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
    accepts: (value) => ({ uid: '', label: distinct[index]!, value }),
    refused: () => null,
    hasOption: () => false,
  }));
  const any: FormField = {
    index: fields.length,
    kind: 'text',
    names: [],
    isMain: false,
    isEmpty: false,
    isRadio: false,
    isAny: true,
    accepts: (value) => ({ uid: '', label: '', value }),
    refused: () => null,
    hasOption: () => false,
  };
  const things = [
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
    fields: [...fields, any],
    buttons: [],
    things: new Set([...findThingWords(view), ...things.map(stem)]),
  };
}

/**
 * The rows that words name: by a whole cell or, if there is none, by words of a cell; or by their position.
 *
 * @param anyNoun whether “the third album” is the third row whatever the page calls its rows
 */
export function findNamedRows(
  words: string,
  { rows }: EditableTable,
  view: View,
  anyNoun = false,
): readonly EditableRow[] {
  const nth = ordinalOf(words, view, anyNoun);
  if (nth !== null) {
    const hit = nth > 0 ? rows[nth - 1] : rows.at(nth);
    return hit ? [hit] : [];
  }
  const whole = rows.filter(({ cells }) => cells.some((cell) => fold(cell) === fold(words)));
  if (whole.length) return whole;
  // A part of a cell begins and ends with words that mean something.
  const phraseWords = tokens(words);
  if (
    phraseWords.length === 0 ||
    phraseWords.some((w) => STOP_WORDS.has(w)) ||
    !phraseWords.some((w) => w.length > 2)
  )
    return [];
  return rows.filter(({ cells }) =>
    cells.some((cell) => {
      const ownWords = tokens(cell);
      return phraseWords.every((w) => ownWords.includes(w));
    }),
  );
}

/** "first row", "the third album", "row 3": the position, counted from the end if negative. */
function ordinalOf(words: string, view: View, anyNoun = false): number | null {
  const [, word, noun] = /^(\p{L}+|\d+(?:st|nd|rd|th)) (\p{L}+)$/u.exec(fold(words)) ?? [];
  const isRow = (text: string): boolean =>
    ['row', 'line', 'record', 'entry', 'item'].includes(text) || findThingWords(view).has(stem(text));
  if (word && noun && (anyNoun || isRow(noun)))
    return ORDINALS[word] ?? (/^\d/u.test(word) ? Number.parseInt(word, 10) : null);
  const [, number] = /^row (?:number |#)?(\d{1,3})$/u.exec(fold(words)) ?? [];
  return number ? Number(number) : null;
}

/** Finds where a line mentions rows of the table. */
export function findMentions(line: TokenLine, table: EditableTable, view: View): Mentions {
  const out = new Map<number, number[]>();
  line.tokens.forEach(({ kind }, start) => {
    if (kind === 'separator') return;
    for (let end = start + 1; end <= Math.min(line.tokens.length, start + MAX_ROW_TOKENS); end++) {
      if (line.tokens[end - 1]!.kind === 'separator') break;
      const words = withoutPossessive(textBetween(line, start, end));
      const isNamed = /^[\p{Lu}\d]/u.test(words) || kind === 'quotation';
      const hits =
        isNamed || ordinalOf(words, view) !== null
          ? findNamedRows(words, table, view)
          : wholeCells(words, table);
      if (hits.length) out.set(start, [...(out.get(start) ?? []), end]);
    }
  });
  return out;
}

/** "the Kettle's price": the row is the Kettle. */
export const withoutPossessive = (words: string): string => words.replace(/['’]s$/u, '');

/** Words without capitals name a row only as a whole cell. */
const wholeCells = (words: string, { rows }: EditableTable): readonly EditableRow[] =>
  rows.filter(({ cells }) => cells.some((cell) => fold(cell) === fold(words) && words.length > 2));
