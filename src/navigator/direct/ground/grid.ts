/**
 * Reads grids, which are tables whose cells are controls: delivery slots by day and time, seats by row and number. A
 * table with the same control in every row of a column is not a grid.
 */
import type { Candidate } from '../../../contract/index.js';
import { fold } from '../text.js';
import { isField, isTickable } from './kinds.js';
import { getName } from './names.js';
import type { View } from './view.js';
import { groupBy } from '../group-by.js';

export interface GridCell {
  column: string;
  row: string;
  text: string;
  /** The button or link of the cell; null if it has none. */
  control: Candidate | null;
}

export interface Grid {
  columns: readonly string[];
  rows: readonly string[];
  /** In page order. */
  cells: readonly GridCell[];
}

interface RawCell {
  elements: Candidate[];
  text: string;
  control: Candidate | null;
}

const CELL_ROLES: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const MIN_CONTROL_SHARE = 0.5;

export const isFreeCell = ({ control }: GridCell): boolean => control !== null && !control.states.disabled;

const isTable = (c: Candidate): boolean => ['table', 'grid', 'treegrid'].includes(c.role);

/**
 * Returns the cells of a row in page order. A cell that contains only a control is merged into the control's candidate.
 */
function readCells(row: Candidate, view: View): RawCell[] {
  const parts = view.candidates.filter(
    (c) => c.xpath.startsWith(`${row.xpath}/`) && c.frame.join() === row.frame.join(),
  );
  const cells = groupBy(parts, ({ xpath }) => xpath.slice(row.xpath.length + 1).split('/')[0]);
  return [...cells.values()]
    .filter((elements) => [elements[0]!, ...elements[0]!.folded].some(({ role }) => CELL_ROLES.has(role)))
    .map((elements) => {
      const controls = elements.filter((c) => c.interactive && c.visible && !isField(c) && !isTickable(c));
      const innermost = controls.filter(
        (c) => !controls.some((o) => o !== c && view.getAncestors(o).includes(c)),
      );
      const [first] = elements;
      return {
        elements,
        text: first!.text || getName(first!),
        control: innermost.length === 1 ? innermost[0]! : null,
      };
    });
}

/** Whether the column has the same control in each row, such as “Edit”, which acts on the whole row. */
function isRecordColumn(index: number, rows: readonly (readonly RawCell[])[]): boolean {
  const listVerbs = (columnIndex: number): (string | undefined)[] =>
    rows.flatMap((cells) =>
      cells[columnIndex]?.control ? [fold(getName(cells[columnIndex].control)).split(' ')[0]] : [],
    );
  const verbs = new Set(listVerbs(index));
  const [verb] = verbs;
  const isInOtherColumn = rows[0]!.some((_, at) => at !== index && listVerbs(at).includes(verb));
  return verbs.size === 1 && !/\d/u.test(verb ?? '') && !isInOtherColumn;
}

/** Whether controls with the same name, such as “Free”, are in several columns. */
function hasSameControlInColumns(rows: readonly (readonly RawCell[])[]): boolean {
  const columnsByName = new Map<string, Set<number>>();
  for (const cells of rows)
    cells.forEach(({ control }, column) => {
      const name = control ? fold(getName(control)) : '';
      if (name) columnsByName.set(name, (columnsByName.get(name) ?? new Set()).add(column));
    });
  return [...columnsByName.values()].some(({ size }) => size > 1);
}

/** Whether most cells of most columns contain different controls, such as prices or seat numbers. */
function isMostlyControls(columnCount: number, rows: readonly (readonly RawCell[])[]): boolean {
  const filledRows = rows.filter(
    (cells) => cells.filter(({ control }) => control).length >= columnCount * MIN_CONTROL_SHARE,
  );
  const usedColumns = Array.from({ length: columnCount }, (_, column) => column).filter(
    (column) =>
      filledRows.filter((cells) => cells[column]!.control).length > filledRows.length * MIN_CONTROL_SHARE &&
      !isRecordColumn(column, filledRows),
  );
  return usedColumns.length >= Math.max(2, columnCount * MIN_CONTROL_SHARE);
}

function readGrid(table: Candidate, view: View): Grid | null {
  const rows = view.candidates
    .filter(
      (c) =>
        (c.tag === 'tr' || c.role === 'row') && c.visible && view.getAncestors(c).find(isTable) === table,
    )
    .map((row) => readCells(row, view));
  const [header, ...others] = rows;
  if (!header || header.length < 2) return null;
  const width = Math.max(0, ...others.map(({ length }) => length));
  // The header may lack the cell above the row headers.
  const columns = (header.length === width ? header.slice(1) : header).map(({ text }) => text);
  const body = others.filter((cells) => cells.length === width && cells[0]!.control === null);
  if (columns.length !== width - 1 || columns.length < 2 || body.length * 2 <= others.length) return null;
  const dataRows = body.map((cells) => cells.slice(1));
  if (!hasSameControlInColumns(dataRows) && !isMostlyControls(columns.length, dataRows)) return null;
  const cells = body.flatMap(([rowHeader, ...data]) =>
    data.map(({ text, control }, i) => ({ column: columns[i]!, row: rowHeader!.text, text, control })),
  );
  // The days of a calendar are chosen by their date, not by their weekday and week.
  if (cells.every(({ text }) => /^\d{0,2}$/u.test(text))) return null;
  return { columns, rows: body.map(([rowHeader]) => rowHeader!.text), cells };
}

const gridsByView = new WeakMap<View, readonly Grid[]>();

/** Returns the grids that the page shows, except those behind a dialog. */
export function findGrids(view: View): readonly Grid[] {
  const cached = gridsByView.get(view);
  if (cached) return cached;
  const grids = view.candidates
    .filter((c) => isTable(c) && c.visible && !c.behindModal)
    .flatMap((table) => readGrid(table, view) ?? []);
  gridsByView.set(view, grids);
  return grids;
}

/** Returns the cell that the control belongs to; null if it is not in a grid. */
export function findCellOfControl(control: Candidate, view: View): GridCell | null {
  return (
    findGrids(view)
      .flatMap(({ cells }) => cells)
      .find((cell) => cell.control?.uid === control.uid) ?? null
  );
}

/** Formats a cell's column and row: "Wed 2 Dec, 10:00–11:00", "row C, column 4". */
export const formatCellPlace = ({ column, row }: { column: string; row: string }): string =>
  column.length <= 2 && row.length <= 2 && row !== ''
    ? `row ${row}, column ${column}`
    : [column, row].filter(Boolean).join(', ');
