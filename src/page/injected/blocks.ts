/**
 * Reads the page as text blocks in reading order: headings, paragraphs, list items, table rows with their column
 * headers, terms with definitions, and status messages. The text ranges of a scan provide their text.
 */
import type { WireBlock } from './wire.js';
import { readTextAt, type Scan, type ScannedElement } from './scan.js';
import { collapseWhitespace, truncate, isInlineDisplay } from './text.js';

const MAX_BLOCK_LENGTH = 8000;
const MAX_CELL_LENGTH = 300;
const MAX_HEADER_LENGTH = 60;
const MAX_BLOCKS = 12_000;
const HEADING_LEVELS: Record<string, number> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };

const LIVE_SELECTOR =
  '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';

/** Removes the colon at the end of a label. */
const stripColon = (text: string): string => text.replace(/\s*:$/, '');

function readHeadingLevel({ element, tag }: ScannedElement): number | null {
  const level = HEADING_LEVELS[tag];
  if (level !== undefined) return level;
  if (!element.hasAttributes() || element.getAttribute('role') !== 'heading') return null;
  return Number(element.getAttribute('aria-level') ?? '2');
}

const isLive = ({ element, tag }: ScannedElement): boolean =>
  (tag === 'output' || element.hasAttributes()) && element.matches(LIVE_SELECTOR);

const TABLE_SELECTOR = 'table, [role="table"], [role="grid"], [role="treegrid"]';
const CELL_ROLES = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);

/** Whether an element is a table row, by tag or by role. */
function isRow({ element, tag }: ScannedElement): boolean {
  if (tag === 'tr') return true;
  return element.hasAttributes() && element.getAttribute('role') === 'row' && cellsOf(element).length > 1;
}

const cellsOf = (row: Element): Element[] =>
  row.localName === 'tr'
    ? Array.from((row as HTMLTableRowElement).cells)
    : Array.from(row.children).filter((cell) => CELL_ROLES.has(cell.getAttribute('role') ?? ''));

const isHeaderCell = (cell: Element): boolean =>
  cell.localName === 'th' || /^(?:row|column)header$/.test(cell.getAttribute('role') ?? '');

const isHeaderRow = (cells: readonly Element[]): boolean => cells.length > 1 && cells.every(isHeaderCell);

/** @param rowCounts number of element rows (`WireRows`) before each scanned element and before the end of the page */
export function readBlocks(scan: Scan, rowCounts: readonly number[]): WireBlock[] {
  const { elements, indexByElement } = scan;
  const blocks: WireBlock[] = [];
  let section = '';
  let term = '';
  /** Index of the last term if it has no definition yet; otherwise -1. */
  let openTermIndex = -1;
  /**
   * @param index the first scanned element of the block
   * @param startOffset offset of the block's text or of the space before it
   */
  const addBlock = (
    kind: WireBlock['kind'],
    text: string,
    index: number,
    startOffset = elements[index]!.start,
    level?: number,
  ): void => {
    if (!text || blocks.length >= MAX_BLOCKS) return;
    openTermIndex = -1;
    const start = skipSpace(scan, startOffset);
    const block: WireBlock = { kind, text, section, precedingRowCount: rowCounts[index]!, start };
    if (level) block.level = level;
    blocks.push(block);
  };
  const textOf = (index: number, max: number): string => truncate(readTextAt(scan, index, max), max);
  const readCellText = (cell: Element, max: number): string => {
    const index = indexByElement.get(cell);
    return index === undefined ? '' : textOf(index, max);
  };

  /**
   * A header cell's text. If it begins with the cell's only link or button, which sorts the column, returns only that
   * control's text: “Title” for the cell “Title 1–8 of 8 pages”.
   */
  const readHeaderText = (cell: Element): string => {
    const text = readCellText(cell, MAX_HEADER_LENGTH);
    const controls = cell.querySelectorAll('a[href], button');
    const name = controls.length === 1 ? readCellText(controls[0]!, MAX_HEADER_LENGTH) : '';
    return name.length > 1 && text.startsWith(`${name} `) ? name : text;
  };

  /** A table's column headers: the cells of its first row, if all of them are header cells. */
  const readColumnHeaders = (row: Element): string[] => {
    const table = row.closest(TABLE_SELECTOR);
    const firstRow =
      table?.localName === 'table'
        ? (table as HTMLTableElement).rows[0]
        : table?.querySelector('[role="row"]');
    if (!firstRow || firstRow === row) return [];
    const cells = cellsOf(firstRow);
    return cells.length > 1 &&
      cells.every((cell) => isHeaderCell(cell) || firstRow.parentElement?.localName === 'thead')
      ? cells.map(readHeaderText)
      : [];
  };

  /**
   * Whether a row only arranges sections of the page, which become blocks of their own. A list or heading in a short
   * cell below column headers, such as a menu of actions, does not make the row a layout row.
   */
  const isLayoutRow = (row: Element): boolean =>
    row.querySelector('table, h1, h2, h3, ul, ol') !== null &&
    (row.querySelector('table') !== null ||
      !(isHeaderRow(cellsOf(row)) || readColumnHeaders(row).some(Boolean)) ||
      cellsOf(row).some((cell) => readCellText(cell, MAX_CELL_LENGTH + 1).length > MAX_CELL_LENGTH));

  const readRowText = (row: Element): string => {
    const cells = cellsOf(row);
    if (isHeaderRow(cells)) return cells.map(readHeaderText).filter(Boolean).join(' | ');
    const texts = cells.map((cell) => readCellText(cell, MAX_CELL_LENGTH));
    // Headers and values alternate in a property table with one or more pairs per row.
    if (
      cells.length > 0 &&
      cells.length % 2 === 0 &&
      cells.every((cell, i) => isHeaderCell(cell) === (i % 2 === 0))
    )
      return texts
        .flatMap((text, i) => (i % 2 === 1 && text ? [`${stripColon(texts[i - 1]!)}: ${text}`] : []))
        .join(' | ');
    const headers = readColumnHeaders(row);
    return texts
      .map((text, i) =>
        text && headers[i] && headers.length === cells.length ? `${stripColon(headers[i])}: ${text}` : text,
      )
      .filter(Boolean)
      .join(' | ');
  };

  /** Reads the blocks inside an element and the loose text between them. */
  const readContainer = (index: number): void => {
    const container = elements[index]!;
    const kind = container.tag === 'li' ? 'item' : 'other';
    let looseStart = container.start;
    let firstIndex = index + 1;
    const addLooseText = (looseEnd: number, nextIndex: number): void => {
      const looseText = truncate(collapseWhitespace(scan.text.slice(looseStart, looseEnd)), MAX_BLOCK_LENGTH);
      if (looseText)
        addBlock(
          kind,
          looseText,
          findFirstSiblingEndingAfter(scan, firstIndex, nextIndex, looseStart),
          looseStart,
        );
    };
    for (
      let childIndex = index + 1;
      childIndex < container.endIndex;
      childIndex = elements[childIndex]!.endIndex
    ) {
      const childElement = elements[childIndex]!;
      // Inline elements are part of the loose text around them.
      if (isInlineDisplay(childElement.style.display) && childElement.isSingleLine && !isLive(childElement))
        continue;
      addLooseText(childElement.start, childIndex);
      readElement(childIndex);
      looseStart = childElement.end;
      firstIndex = childElement.endIndex;
    }
    addLooseText(container.end, container.endIndex);
  };

  const readElement = (index: number): void => {
    const scannedElement = elements[index]!;
    const { element, tag } = scannedElement;
    const level = readHeadingLevel(scannedElement);
    if (level !== null) {
      const text = textOf(index, 300);
      addBlock('heading', text, index, scannedElement.start, level);
      section = text;
    } else if (isRow(scannedElement) && !isLayoutRow(element)) addBlock('row', readRowText(element), index);
    else if (!scannedElement.isSingleLine) readContainer(index);
    else if (tag === 'dt') {
      term = textOf(index, MAX_BLOCK_LENGTH);
      openTermIndex = index;
    } else if (tag === 'dd') {
      const text = term
        ? `${stripColon(term)}: ${textOf(index, MAX_BLOCK_LENGTH)}`
        : textOf(index, MAX_BLOCK_LENGTH);
      addBlock('term', text, openTermIndex < 0 ? index : openTermIndex);
    } else addBlock(kindOf(scannedElement), textOf(index, MAX_BLOCK_LENGTH), index);
  };

  if (elements.length > 0) readContainer(0);
  return blocks;
}

/** Skips the space that separates an element's text from the text before it. */
function skipSpace({ text }: Scan, start: number): number {
  return text.charCodeAt(start) === 32 ? start + 1 : start;
}

/** The index of the first sibling whose text ends after `offset`; `nextIndex` if there is none. */
function findFirstSiblingEndingAfter(
  scan: Scan,
  firstIndex: number,
  nextIndex: number,
  offset: number,
): number {
  const start = skipSpace(scan, offset);
  let index = firstIndex;
  while (index < nextIndex && scan.elements[index]!.end <= start) index = scan.elements[index]!.endIndex;
  return index;
}

function kindOf(scannedElement: ScannedElement): WireBlock['kind'] {
  if (isLive(scannedElement)) return 'status';
  if (scannedElement.tag === 'li') return 'item';
  return scannedElement.tag === 'p' || scannedElement.tag === 'blockquote' ? 'paragraph' : 'other';
}
