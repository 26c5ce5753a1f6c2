/**
 * Answers questions about table rows: "which artist is from Iceland?", "what is the email of Tom Reuter?", "who lives
 * in Lyon?". A cell named in the question identifies the row, a header the column. The answer is a cell; nothing is
 * calculated.
 */
import type { TextBlock } from '../../../contract/index.js';
import { COLUMN_HINTS, NAME_COLUMNS, QUESTION_NOISE, REASONING } from '../lexicon/questions.js';
import { STOP } from '../lexicon/polite.js';
import { agreement, alike, clip, fold, sentence, splitIdentifier, tokens } from '../text.js';
import type { Answer } from './page-facts.js';

interface Cell {
  key: string;
  value: string;
}
export type Row = readonly Cell[];

const MAX_REPORTED = 6;
const KEYED = /^([^:]{1,40}): (.+)$/u;

/** Returns the rows whose cells have a column header. */
export function rowsOf(text: readonly TextBlock[]): Row[] {
  return text.flatMap((block) => {
    const cells = block.kind === 'row' ? block.text.split(' | ').map((cell) => KEYED.exec(cell)) : [];
    // A column of buttons may have no header.
    const keyed = cells.filter((c) => c !== null).map((c) => ({ key: c[1]!, value: c[2]! }));
    return keyed.length > 0 && keyed.length >= cells.length / 2 ? [keyed] : [];
  });
}

const plain = (text: string): string =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
const isNumber = (text: string): boolean => /^[\d.,\s-]+$/u.test(text);
const keyWords = (key: string): string[] => tokens(splitIdentifier(key)).filter((word) => !STOP.has(word));

/** Whether the question contains every word of the header. */
const saysKey = (said: readonly string[], key: string): boolean => {
  const words = keyWords(key);
  return words.length > 0 && words.every((word) => said.some((s) => alike(word, s) >= 0.9));
};

/** Returns the cells of a row that the question names. A small number counts only together with its header. */
function named(row: Row, question: string, said: readonly string[]): Cell[] {
  return row.filter(({ key, value }) => {
    const words = plain(value);
    if (words.trim() === '' || STOP.has(words.trim()) || !question.includes(words)) return false;
    return !isNumber(value) || words.trim().length > 2 || saysKey(said, key);
  });
}

/** Returns the question's words without those of the cells, the headers and common question words. */
function rest(said: readonly string[], cells: readonly Cell[], keys: readonly string[]): string[] {
  const spent = [...cells.flatMap(({ value }) => tokens(value)), ...keys.flatMap(keyWords)];
  return said.filter(
    (word) =>
      !STOP.has(word) &&
      !QUESTION_NOISE.has(word) &&
      word !== 's' &&
      !spent.some((s) => alike(s, word) >= 0.9),
  );
}

/** Whether the question contains names or numbers that are in no matching cell, so that it is about something else. */
function speaksOfMore(question: string, left: readonly string[]): boolean {
  const names = question.match(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{N}]*|\b\d+\b/gu) ?? [];
  return names.some((name) => left.includes(fold(name)));
}

/** The kind of thing that a question asks for: "which artist", "in what city". */
const KIND =
  /^(?:(?:in|at|on|from|to|for|by) )?(?:which|what|whose) (?!(?:is|are|was|were|does|do|did|has|have|the)\b)((?:\p{L}+[ _-])?\p{L}+)\b/u;

/** Returns the column that a question asks for, by its header or the question word; null if none or several match. */
function askedColumn(q: string, said: readonly string[], keys: readonly string[]): string | null {
  const byName = keys.filter((key) => saysKey(said, key));
  const kind = KIND.exec(q)?.[1] ?? '';
  const ofKind = byName.filter((key) =>
    keyWords(key).some((word) => tokens(kind).some((k) => alike(k, word) >= 0.9)),
  );
  const list = ofKind.length ? ofKind : byName;
  const longest = list.filter(
    (key) => keyWords(key).length === Math.max(...list.map((k) => keyWords(k).length)),
  );
  if (longest.length) return longest.length === 1 ? longest[0]! : null;
  const hints = COLUMN_HINTS.find(([pattern]) => pattern.test(q))?.[1] ?? [];
  const hinted = keys.filter((key) => keyWords(key).some((word) => hints.includes(word)));
  return hinted.length === 1 ? hinted[0]! : null;
}

/** Returns the cell that names a row: the column of the requested kind, a name or title, or else the first text. */
export function nameOfRow(row: Row, kind: string, without: readonly Cell[] = []): Cell | null {
  const others = row.filter((cell) => !without.includes(cell));
  return (
    others.find(({ key }) => kind !== '' && agreement(kind, splitIdentifier(key)).score >= 0.9) ??
    others.find(({ key }) => NAME_COLUMNS.has(fold(splitIdentifier(key)))) ??
    others.find(({ value }) => /\p{L}{2}/u.test(value)) ??
    null
  );
}

export const listed = (values: readonly string[]): string => {
  const some = [...new Set(values)];
  const more = some.length > MAX_REPORTED ? ` and ${some.length - MAX_REPORTED} more` : '';
  const shown = some.slice(0, MAX_REPORTED);
  return more || shown.length < 2
    ? `${shown.join(', ')}${more}`
    : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
};

/** Reports a column's cell for one row or for each matching row: "The price of “Paper Road” is 11.5". */
function ofColumn(key: string, hits: readonly Hit[], left: readonly string[]): Answer | null {
  const values = hits.map(({ row, cells }) => ({
    of: (nameOfRow(row, '') ?? cells[0]!).value,
    value: row.find((cell) => cell.key === key)?.value ?? '',
  }));
  if (values.some(({ value }) => value === '') || left.length > 2) return null;
  const [one] = values;
  const column = splitIdentifier(key);
  const thing = `“${hits[0]!.cells[0]!.value}”`;
  if (values.length > 1)
    return told(
      values
        .slice(0, MAX_REPORTED)
        .map(({ of, value }) => `${of}: ${value}`)
        .join(', '),
    );
  // "Made in", "written by": the header continues with the cell's text.
  return told(
    STOP.has(column.split(' ').at(-1)!)
      ? `${thing}: ${column} ${clip(one!.value, 300)}`
      : `The ${column} of ${thing} is ${clip(one!.value, 300)}`,
  );
}

interface Hit {
  row: Row;
  cells: readonly Cell[];
}

/** Returns the rows with the most cells named in the question. */
function hitsOf(rows: readonly Row[], q: string, said: readonly string[]): Hit[] {
  const question = plain(q);
  const all = rows.map((row) => ({ row, cells: named(row, question, said) }));
  const worth = ({ cells }: Hit): number => cells.reduce((sum, { value }) => sum + value.length, 0);
  const best = Math.max(0, ...all.map(worth));
  return best === 0 ? [] : all.filter((hit) => worth(hit) === best);
}

/** "the email of Ida": finds the only row whose name contains the given part. */
function partly(rows: readonly Row[], said: readonly string[]): Hit[] {
  const found = rows.flatMap((row): Hit[] => {
    const key = askedColumn(
      '',
      said,
      row.map((c) => c.key),
    );
    const left = key === null ? [] : rest(said, [], [key]);
    const cell = nameOfRow(row, '');
    const known = cell && left.length > 0 && left.every((w) => tokens(cell.value).includes(w));
    return known ? [{ row, cells: [cell] }] : [];
  });
  return found.length === 1 ? found : [];
}

export function fromTables(question: string, text: readonly TextBlock[]): Answer | null {
  const q = fold(question)
    .replace(/[?.! ]+$/gu, '')
    .replace(/^(?:and|so) /u, '');
  if (/^how many\b/u.test(q) || REASONING.test(q)) return null;
  const said = tokens(q);
  const rows = rowsOf(text);
  const whole = hitsOf(rows, q, said);
  const hits = whole.length ? whole : partly(rows, said);
  const [first] = hits;
  if (!first || speaksOfMore(question, rest(said, first.cells, []))) return null;
  const others = first.row.filter((cell) => !first.cells.includes(cell)).map(({ key }) => key);
  const asked = askedColumn(q, said, others);
  const byName = nameOfRow(first.row, '') === first.cells[0];
  if (asked !== null && (byName || !KIND.test(q)))
    return ofColumn(asked, hits, rest(said, first.cells, [asked]));
  const kind = KIND.exec(q)?.[1] ?? '';
  if (kind === '' && !/^who\b/u.test(q)) return null;
  const names = hits.map(({ row, cells }) => nameOfRow(row, kind, cells));
  if (names.some((name) => name === null)) return null;
  // "Who is Tom Reuter?": reports his row.
  if (byName && asked === null)
    return hits.length === 1 ? told(first.row.map(({ key, value }) => `${key}: ${value}`).join(', ')) : null;
  const { key, value } = first.cells[0]!;
  return told(`${listed(names.map((name) => name!.value))} (${key}: ${value})`);
}

const told = (text: string): Answer => ({ text: sentence(clip(text, 500)), found: true });

const RESULT =
  /^what (?:is|are|was|were|does|did) (?:the|its|that) (?:results?|answer|output|outcome)(?: (?:of|from) (?:the|my|this|that) (?:query|search|statement))?(?: (?:say|show))?$/u;

/** Answers "what is the result?" if the page shows one small table. */
export function resultOf(question: string, text: readonly TextBlock[]): Answer | null {
  if (!RESULT.test(fold(question).replace(/[?.! ]+$/gu, ''))) return null;
  const rows = rowsOf(text);
  const [first] = rows;
  if (!first || new Set(rows.map((row) => row.map((c) => c.key).join('|'))).size > 1) return null;
  const shown = rows.slice(0, MAX_REPORTED).map((row) => row.map((c) => `${c.key}: ${c.value}`).join(', '));
  const more = rows.length > MAX_REPORTED ? `; and ${rows.length - MAX_REPORTED} rows more` : '';
  return told(rows.length === 1 ? shown[0]! : `${rows.length} rows: ${shown.join('; ')}${more}`);
}

/** Returns a complaint if the answer is a cell of one row among many, and the question names no row. */
export function oneOfMany(question: string, said: string, text: readonly TextBlock[]): string | null {
  const [, key = '', value = ''] = KEYED.exec(said) ?? [];
  const column = rowsOf(text).flatMap((row) => row.filter((cell) => cell.key === key));
  if (column.length < 2 || !column.some((cell) => cell.value === value)) return null;
  const wanted = /^what (?:is|are|was|were) (?:the|its|his|her|their) (\p{L}+(?: \p{L}+)?)$/u.exec(
    fold(question).replace(/[?.! ]+$/gu, ''),
  );
  return wanted && agreement(wanted[1]!, splitIdentifier(key), true).score >= 0.8
    ? `the page shows ${column.length} rows with a “${key}”; say of which one`
    : null;
}
