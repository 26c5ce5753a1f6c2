/**
 * Answers "which rooms have a bath?" from a table with a yes/no column: the rows that say yes. If the question names
 * such a column but asks for more than it says, nothing else on the page can answer it.
 */
import type { TextBlock } from '../../../contract/index.js';
import { NAME_COLUMNS, NO_CELL, YES_CELL } from '../lexicon/questions.js';
import { STOP } from '../lexicon/polite.js';
import { alike, fold, sentence, splitIdentifier, tokens } from '../text.js';
import type { Answer } from './page-facts.js';
import { type Row, rowsOf } from './tables.js';

const MAX_NAMES = 12;
const ASKS =
  /^(?:which|what) (?:of the )?((?:\p{L}+ ){0,6}?\p{L}+) ((?:do not|does not|don't|doesn't) (?:have|offer|include|come with|allow)|(?:have|has|offers?|includes?|comes? with|with|allows?|(?:is|are|do|does))(?: no| not)?|without) (.+)$/u;

const words = (text: string): string[] => tokens(splitIdentifier(text)).filter((w) => !STOP.has(w));
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.every((w) => b.some((o) => alike(w, o) >= 0.9));
const cell = (row: Row, key: string): string | undefined => row.find((c) => c.key === key)?.value;
const keysOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap((r) => r.map((c) => c.key)))];

/** Returns the columns that contain only yes and no. */
function yesColumns(rows: readonly Row[]): string[] {
  return keysOf(rows).filter((key) => {
    const values = rows.map((row) => cell(row, key)).filter((v) => v !== undefined);
    return values.every((v) => YES_CELL.test(v) || NO_CELL.test(v)) && values.some((v) => /\S/u.test(v));
  });
}

/** The column that names the rows: one of the requested kind, a name, or the first whose values all differ. */
function nameColumn(rows: readonly Row[], kind: string, without: string): string | null {
  const keys = keysOf(rows).filter((key) => key !== without);
  const telling = (key: string): boolean => {
    const values = rows.map((row) => cell(row, key));
    return !values.includes(undefined) && new Set(values).size === rows.length;
  };
  return (
    keys.find((key) => same(words(key), words(kind)) && telling(key)) ??
    keys.find((key) => NAME_COLUMNS.has(fold(splitIdentifier(key)))) ??
    keys.find(telling) ??
    null
  );
}

export function rowsThatHave(question: string, text: readonly TextBlock[]): Answer | null {
  const q = fold(question).replace(/[?.! ]+$/gu, '');
  const [, kind = '', verb = '', rest = ''] = ASKS.exec(q) ?? [];
  const all = kind ? rowsOf(text) : [];
  const key = yesColumns(all).find((column) => words(column).length && same(words(column), tokens(rest)));
  if (key === undefined) return null;
  const rows = all.filter((row) => cell(row, key) !== undefined);
  const name = nameColumn(rows, kind, key);
  // "Free rooms", "rooms on the first floor", "a hot bath" ask for more than the two columns say.
  const more =
    !same(words(rest), words(key)) || (words(kind).length > 1 && !same(words(kind), words(name ?? '')));
  if (more || name === null) return { text: '', found: false };
  const wanted = /\bno\b|\bnot\b|n't\b|without/u.test(verb) ? NO_CELL : YES_CELL;
  const hits = rows.filter((row) => wanted.test(cell(row, key)!));
  const said = hits[0] ? cell(hits[0], key)! : wanted === YES_CELL ? 'yes' : 'no';
  if (!hits.length) return told(`None of the ${rows.length} rows here says ${said} under “${key}”`);
  const names = hits.map((row) => cell(row, name)!);
  const others = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return told(`${names.slice(0, MAX_NAMES).join(', ')}${others} (${key}: ${said})`);
}

const told = (text: string): Answer => ({ text: sentence(text), found: true });
