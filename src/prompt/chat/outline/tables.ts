/** Reads tables and grids out of an outline: their header, rows and cells. */
import type { OutlineElement } from '../../../contract/index.js';
import { isElement, isHeading, isTable, type PageElements } from './elements.js';

export interface TableRow {
  element: OutlineElement;
  cells: OutlineElement[];
}

export interface Table {
  header: TableRow | null;
  rows: TableRow[];
  /** Elements outside the rows, such as a caption. */
  others: OutlineElement[];
}

const CELL_ROLES: ReadonlySet<string> = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);
/** A longer cell does not share a line with other cells. */
const MAX_CELL_CHARS = 400;
/** A table with a larger share of such rows is used for layout. */
const MAX_LARGE_SHARE = 0.34;

const isRow = ({ tag, role }: OutlineElement): boolean => role === 'row' || (tag === 'tr' && role === '');
const isCell = ({ tag, role }: OutlineElement): boolean =>
  CELL_ROLES.has(role) || ((tag === 'td' || tag === 'th') && role === '');
const isHeaderCell = ({ tag, role }: OutlineElement): boolean => tag === 'th' || role === 'columnheader';

/** @returns null if the element is not a data table */
export function readTable(element: OutlineElement, elements: PageElements): Table | null {
  const rows: TableRow[] = [];
  const others: OutlineElement[] = [];
  let header: TableRow | null = null;
  const collect = (container: OutlineElement, inHead: boolean): void => {
    for (const node of container.content) {
      if (!isElement(node)) continue;
      if (!isRow(node)) {
        if (containsRow(node)) collect(node, inHead || node.tag === 'thead');
        else others.push(node);
        continue;
      }
      const row = { element: node, cells: cellsOf(node) };
      const isHeader = row.cells.length > 1 && (inHead || row.cells.every(isHeaderCell));
      if (isHeader && !header && rows.length === 0) header = row;
      else rows.push(row);
    }
  };
  collect(element, false);
  if (!header && !rows.some(({ cells }) => cells.length > 1)) return null;
  const large = rows.filter((row) => isLargeRow(row, elements)).length;
  return large > MAX_LARGE_SHARE * rows.length ? null : { header, rows, others };
}

const containsRow = (element: OutlineElement): boolean =>
  !isTable(element) && element.content.some((node) => isElement(node) && (isRow(node) || containsRow(node)));

function cellsOf(row: OutlineElement): OutlineElement[] {
  const find = (element: OutlineElement): OutlineElement[] =>
    element.content.filter(isElement).flatMap((node) => (isCell(node) ? [node] : find(node)));
  const cells = find(row);
  return cells.length ? cells : row.content.filter(isElement);
}

/** Whether a cell of the row is too large to share a line. */
export const isLargeRow = ({ cells }: TableRow, elements: PageElements): boolean =>
  cells.some((cell) => {
    const { textLength } = elements.extentOf(cell);
    return textLength > MAX_CELL_CHARS || containsStructure(cell);
  });

const containsStructure = (element: OutlineElement): boolean =>
  element.content.some(
    (node) =>
      isElement(node) &&
      (isTable(node) || isHeading(node) || node.tag === 'textarea' || containsStructure(node)),
  );
