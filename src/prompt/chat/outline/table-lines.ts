/** Writes a table: a title with its columns, and one line per row. A large row spans several lines. */
import type { OutlineElement, OutlineNode } from '../../../contract/index.js';
import { quote } from '../page-text.js';
import type { PageElements } from './elements.js';
import { MAX_TITLE_CHARS } from './line-buffer.js';
import { collectPieces, readText } from './inline-pieces.js';
import type { LineWriter, OutlinePosition } from './line-writer.js';
import type { LinePiece } from './lines.js';
import { isLargeRow, type Table, type TableRow } from './tables.js';

interface TableContext {
  writer: LineWriter;
  elements: PageElements;
  /** Adds content other than a single-line row. */
  addContent(element: { content: readonly OutlineNode[] }, place: OutlinePosition): void;
}

export function addTable(
  element: OutlineElement,
  { header, rows, otherElements }: Table,
  place: OutlinePosition,
  context: TableContext,
): void {
  const { writer, elements } = context;
  const details = elements.getDetails(element);
  const name = details?.name ?? '';
  const { 'aria-rowcount': rowCount } = details?.attributes ?? {};
  for (const other of otherElements)
    if (!isNamedBy(other, name) || elements.getExtent(other).controlCount > 0)
      context.addContent({ content: [other] }, place);
  writer.endLine();
  const totalRows = Math.max(rows.length, Number(rowCount ?? 0) - (header ? 1 : 0));
  const columns = header ? collectCells(header, '·', elements) : [];
  const bodyPosition = writer.addTitle(place, {
    prefix: `table${name.trim() ? ` ${quote(name, MAX_TITLE_CHARS)}` : ''}, ${formatRowCount(rows.length, totalRows)}${columns.length ? '; columns:' : ''}`,
    pieces: columns,
    elements: details?.isCandidate ? [details.candidate] : [],
  });
  for (const [i, row] of rows.entries()) addRow(row, i + 1, bodyPosition, context);
}

function addRow(row: TableRow, number: number, place: OutlinePosition, context: TableContext): void {
  const { writer, elements } = context;
  const details = elements.getDetails(row.element);
  if (details?.candidate.behindModal) return;
  const rowCandidates = details?.isCandidate ? [details.candidate] : [];
  if (rowCandidates[0]) writer.setPosition(rowCandidates[0]);
  const control = elements.getControl(row.element);
  const rowPieces: LinePiece[] = control ? [{ kind: 'control', ...control, detail: 'role' }] : [];
  if (isLargeRow(row, elements)) {
    const rowPosition = writer.addTitle(place, {
      prefix: `row ${number}`,
      pieces: rowPieces,
      elements: rowCandidates,
      row: number,
    });
    for (const cell of row.cells) {
      context.addContent({ content: [cell] }, rowPosition);
      writer.endLine();
    }
    return;
  }
  const cells = collectCells(row, '|', elements);
  if (!rowPieces.length && !cells.some((piece) => piece.kind !== 'separator')) return;
  const cellElements = row.cells.flatMap((cell) => {
    const cellDetails = elements.getDetails(cell);
    return cellDetails?.isCandidate ? [cellDetails.candidate] : [];
  });
  writer.addLine({
    kind: 'row',
    parent: place.parent,
    pieces: [...rowPieces, ...cells],
    elements: [...rowCandidates, ...cellElements],
    row: number,
  });
}

function collectCells({ cells }: TableRow, separator: string, elements: PageElements): LinePiece[] {
  return cells.flatMap((cell, i) => [
    ...(i > 0 ? [{ kind: 'separator', text: separator } as const] : []),
    ...collectPieces({ content: [cell] }, elements).map((piece) =>
      piece.kind === 'text' ? { ...piece, text: piece.text.replaceAll('|', '¦') } : piece,
    ),
  ]);
}

const isNamedBy = (element: OutlineElement, name: string): boolean => name.includes(readText(element).trim());

const formatRowCount = (shownCount: number, totalCount: number): string =>
  totalCount > shownCount
    ? `${shownCount} of ${totalCount} rows`
    : shownCount === 1
      ? '1 row'
      : `${shownCount} rows`;
