/** Reads the tables of a page from its rows of text, with and without header cells. Pure. */
import type { TextBlock } from '../../../contract/index.js';
import type { Cell, FactTable, Row } from './facts.js';
import { isOnlyKind } from './words.js';

const KEYED = /^([^:|]{1,40}): (\S.*)$/u;
/** Longer cells are remarks, not labels or group headings. */
export const MAX_LABEL = 40;

export const cellOf = (text: string): Cell => {
  const [, key, value] = KEYED.exec(text) ?? [];
  return key && value ? { key, value } : { key: '', value: text };
};

/** The cells of a row. Headers count only if most cells have one: "Re: Lunch" is not a header. */
function cellsOf(block: TextBlock): Row {
  const texts = block.text.split(' | ');
  const keyed = texts.map(cellOf);
  return keyed.filter(({ key }) => key !== '').length >= texts.length / 2
    ? keyed
    : texts.map((value) => ({ key: '', value }));
}

const isKeyed = (row: Row): boolean => row.some(({ key }) => key !== '');

/**
 * Whether the first row of a table without header cells contains headers: all values below one of them are of the same
 * kind.
 */
function hasPlainHeaders(rows: readonly Row[]): boolean {
  const [first, ...others] = rows;
  if (!first || others.length < 2 || first.length < 2 || others.some((row) => row.length !== first.length))
    return false;
  if (first.some(({ value }) => /\d/u.test(value) || value.length > MAX_LABEL)) return false;
  const kinds = ['money', 'number', 'date', 'email'] as const;
  const isPlain = (i: number): boolean =>
    kinds.some(
      (kind) => !isOnlyKind(first[i]!.value, kind) && others.every((row) => isOnlyKind(row[i]!.value, kind)),
    );
  // "Monday" above "Tuesday" is not a header.
  const isSame = (i: number): boolean => kinds.some((kind) => isOnlyKind(first[i]!.value, kind));
  return first.some((_, i) => isPlain(i)) && !first.some((_, i) => isSame(i));
}

function tableOf(
  rows: readonly Row[],
  groups: ReadonlyMap<number, string>,
  head: Row | null,
  section: string,
): FactTable {
  if (!head && !groups.size && rows.every((row) => !isKeyed(row)) && hasPlainHeaders(rows)) {
    const keys = rows[0]!.map(({ value }) => value);
    const body = rows.slice(1).map((row) => row.map(({ value }, i) => ({ key: keys[i]!, value })));
    return { keys, rows: body, groups, section, isList: false };
  }
  const ownWords = [...new Set(rows.flatMap((row) => row.map(({ key }) => key).filter(Boolean)))];
  const keys =
    ownWords.length && head
      ? [...new Set([...head.map(({ value }) => value.replace(/\s*:$/u, '')), ...ownWords])]
      : ownWords;
  return { keys, rows, groups, section, isList: false };
}

/** Whether a row without keys is the header row of the next one. */
const isHeaderOf = (row: Row, next: Row): boolean =>
  next.some(({ key }) => key !== '' && row.some(({ value }) => value.replace(/\s*:$/u, '') === key));

export function readTables(text: readonly TextBlock[]): FactTable[] {
  const tables: FactTable[] = [];
  let rows: Row[] = [];
  let groups = new Map<number, string>();
  let head: Row | null = null;
  let section = '';
  const close = (): void => {
    if (rows.length) tables.push(tableOf(rows, groups, head, section));
    [rows, groups, head] = [[], new Map(), null];
  };
  text.forEach((block, i) => {
    if (block.kind !== 'row') {
      close();
      return;
    }
    const row = cellsOf(block);
    // A group heading can stand between the headers and the first row.
    const next =
      row.length > 1 && !isKeyed(row)
        ? text.find((b, at) => at > i && (b.kind !== 'row' || KEYED.test(b.text)))
        : undefined;
    const heads = next?.kind === 'row' && isHeaderOf(row, cellsOf(next));
    const last = rows.at(-1);
    if (heads || block.section !== section || (last && row.length > 1 && isKeyed(last) !== isKeyed(row)))
      close();
    section = block.section;
    if (heads) head = row;
    else if (row.length === 1 && !isKeyed(row) && row[0]!.value.length <= MAX_LABEL)
      groups.set(rows.length, row[0]!.value);
    else rows.push(row);
  });
  close();
  return tables;
}
