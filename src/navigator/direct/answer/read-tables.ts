/** Reads a page's tables from its text rows, with and without header cells. Pure. */
import type { TextBlock } from '../../../contract/index.js';
import { removeTrailingSymbols } from '../text.js';
import type { Cell, FactTable, Row } from './facts.js';
import { isValueOfKind } from './words.js';

/** Removes the arrow that shows how a column is sorted. */
const removeSortMark = (header: string): string => header.replace(/(?<=\S)\s*[▲▼△▽▴▾▵▿↑↓↕⇅⬆⬇]+$/u, '');

const KEYED_CELL = /^([^:|]{1,40}): (\S.*)$/u;
/** Longer cells are remarks, not labels or group headings. */
export const MAX_LABEL_LENGTH = 40;

export const parseCell = (cellText: string): Cell => {
  // A menu button beside the text is not part of the value.
  const text = removeTrailingSymbols(cellText);
  const [, key, value] = KEYED_CELL.exec(text) ?? [];
  return key && value ? { key: removeSortMark(key), value } : { key: '', value: text };
};

/** Splits a row into cells. Reads keys only if at least half of the cells have one: "Re: Lunch" is not a header. */
function parseRow(block: TextBlock): Row {
  const texts = block.text.split(' | ');
  const keyedCells = texts.map(parseCell);
  return keyedCells.filter(({ key }) => key !== '').length >= texts.length / 2
    ? keyedCells
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
  if (first.some(({ value }) => /\d/u.test(value) || value.length > MAX_LABEL_LENGTH)) return false;
  const kinds = ['money', 'number', 'date', 'email'] as const;
  const isHeaderColumn = (i: number): boolean =>
    kinds.some(
      (kind) =>
        !isValueOfKind(first[i]!.value, kind) && others.every((row) => isValueOfKind(row[i]!.value, kind)),
    );
  // "Monday" above "Tuesday" is not a header.
  const hasValueAsHeader = (i: number): boolean => kinds.some((kind) => isValueOfKind(first[i]!.value, kind));
  return first.some((_, i) => isHeaderColumn(i)) && !first.some((_, i) => hasValueAsHeader(i));
}

const readHeader = ({ value }: Cell): string => removeSortMark(value.replace(/\s*:$/u, ''));

function createTable(
  rows: readonly Row[],
  groups: ReadonlyMap<number, string>,
  headerRow: Row | null,
  section: string,
): FactTable {
  if (!headerRow && !groups.size && rows.every((row) => !isKeyed(row)) && hasPlainHeaders(rows)) {
    const keys = rows[0]!.map(({ value }) => value);
    const body = rows.slice(1).map((row) => row.map(({ value }, i) => ({ key: keys[i]!, value })));
    return { keys, rows: body, groups, section, isList: false };
  }
  const cellKeys = [...new Set(rows.flatMap((row) => row.map(({ key }) => key).filter(Boolean)))];
  const keys =
    cellKeys.length && headerRow ? [...new Set([...headerRow.map(readHeader), ...cellKeys])] : cellKeys;
  return { keys, rows, groups, section, isList: false };
}

/** Whether a row without keys is the header row of the next row. */
const isHeaderOf = (row: Row, nextRow: Row): boolean =>
  nextRow.some(({ key }) => key !== '' && row.some((cell) => readHeader(cell) === key));

export function readTables(text: readonly TextBlock[]): FactTable[] {
  const tables: FactTable[] = [];
  let rows: Row[] = [];
  let groups = new Map<number, string>();
  let headerRow: Row | null = null;
  let section = '';
  const closeTable = (): void => {
    if (rows.length) tables.push(createTable(rows, groups, headerRow, section));
    [rows, groups, headerRow] = [[], new Map(), null];
  };
  text.forEach((block, i) => {
    if (block.kind !== 'row') {
      closeTable();
      return;
    }
    const row = parseRow(block);
    // A group heading can stand between the headers and the first row.
    const nextBlock =
      row.length > 1 && !isKeyed(row)
        ? text.find((b, at) => at > i && (b.kind !== 'row' || KEYED_CELL.test(b.text)))
        : undefined;
    const isHeader = nextBlock?.kind === 'row' && isHeaderOf(row, parseRow(nextBlock));
    const lastRow = rows.at(-1);
    if (
      isHeader ||
      block.section !== section ||
      (lastRow && row.length > 1 && isKeyed(lastRow) !== isKeyed(row))
    )
      closeTable();
    section = block.section;
    if (isHeader) headerRow = row;
    else if (row.length === 1 && !isKeyed(row) && row[0]!.value.length <= MAX_LABEL_LENGTH)
      groups.set(rows.length, row[0]!.value);
    else rows.push(row);
  });
  closeTable();
  return tables;
}
