/** Reads the header, rows and cells of tables and grids from an outline. */
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
  otherElements: OutlineElement[];
}

const CELL_ROLES: ReadonlySet<string> = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);
/** A longer cell does not share a line with other cells. */
const MAX_CELL_CHARS = 400;
/** A table with a larger share of rows that contain such cells is used for layout. */
const MAX_LARGE_ROW_SHARE = 0.34;

const isRow = ({ tag, role }: OutlineElement): boolean => role === 'row' || (tag === 'tr' && role === '');
const isCell = ({ tag, role }: OutlineElement): boolean =>
  CELL_ROLES.has(role) || ((tag === 'td' || tag === 'th') && role === '');
const isHeaderCell = ({ tag, role }: OutlineElement): boolean => tag === 'th' || role === 'columnheader';

/** @returns null if the element is not a data table */
export function readTable(element: OutlineElement, elements: PageElements): Table | null {
  const rows: TableRow[] = [];
  const otherElements: OutlineElement[] = [];
  let header: TableRow | null = null;
  const collect = (container: OutlineElement, isInHead: boolean): void => {
    for (const node of container.content) {
      if (!isElement(node)) continue;
      if (!isRow(node)) {
        if (containsRow(node)) collect(node, isInHead || node.tag === 'thead');
        else otherElements.push(node);
        continue;
      }
      const row = { element: node, cells: listCells(node) };
      const isHeader = row.cells.length > 1 && (isInHead || row.cells.every(isHeaderCell));
      if (isHeader && !header && rows.length === 0) header = row;
      else rows.push(row);
    }
  };
  collect(element, false);
  if (!header && !rows.some(({ cells }) => cells.length > 1)) return null;
  const largeRowCount = rows.filter((row) => isLargeRow(row, elements)).length;
  return largeRowCount > MAX_LARGE_ROW_SHARE * rows.length ? null : { header, rows, otherElements };
}

const containsRow = (element: OutlineElement): boolean =>
  !isTable(element) && element.content.some((node) => isElement(node) && (isRow(node) || containsRow(node)));

function listCells(row: OutlineElement): OutlineElement[] {
  const findCells = (element: OutlineElement): OutlineElement[] =>
    element.content.filter(isElement).flatMap((node) => (isCell(node) ? [node] : findCells(node)));
  const cells = findCells(row);
  return cells.length ? cells : row.content.filter(isElement);
}

/** Whether one of the row's cells is too large to share a line. */
export const isLargeRow = ({ cells }: TableRow, elements: PageElements): boolean =>
  cells.some((cell) => {
    const { textLength } = elements.getExtent(cell);
    return textLength > MAX_CELL_CHARS || containsStructure(cell);
  });

const containsStructure = (element: OutlineElement): boolean =>
  element.content.some(
    (node) =>
      isElement(node) &&
      (isTable(node) || isHeading(node) || node.tag === 'textarea' || containsStructure(node)),
  );
