/**
 * Reads the page as text blocks in reading order: headings, paragraphs, list items, table rows with their column
 * headers, terms with definitions, and status messages. Derived from the text ranges of a scan.
 */
import type { WireBlock } from './wire.js';
import { textAt, type Scan, type ScannedElement } from './scan.js';
import { collapse, truncate, isInlineDisplay } from './text.js';

const MAX_BLOCK_LENGTH = 8000;
const MAX_BLOCKS = 12_000;
const HEADINGS: Record<string, number> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };

const LIVE =
  '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';

/** Removes the colon at the end of a label. */
const withoutColon = (text: string): string => text.replace(/\s*:$/, '');

function headingLevel({ element, tag }: ScannedElement): number | null {
  const level = HEADINGS[tag];
  if (level !== undefined) return level;
  if (!element.hasAttributes() || element.getAttribute('role') !== 'heading') return null;
  return Number(element.getAttribute('aria-level') ?? '2');
}

const isLive = ({ element, tag }: ScannedElement): boolean =>
  (tag === 'output' || element.hasAttributes()) && element.matches(LIVE);

const TABLE = 'table, [role="table"], [role="grid"], [role="treegrid"]';
const CELLS = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);

/** A table row, by tag or by role. */
function isRow({ element, tag }: ScannedElement): boolean {
  if (tag === 'tr') return true;
  return element.hasAttributes() && element.getAttribute('role') === 'row' && cellsOf(element).length > 1;
}

const cellsOf = (row: Element): Element[] =>
  row.localName === 'tr'
    ? Array.from((row as HTMLTableRowElement).cells)
    : Array.from(row.children).filter((cell) => CELLS.has(cell.getAttribute('role') ?? ''));

const isHeaderCell = (cell: Element): boolean =>
  cell.localName === 'th' || /^(?:row|column)header$/.test(cell.getAttribute('role') ?? '');

/** @param rowsBefore for each scanned element, and for the end of the page: the number of rows before it */
export function readBlocks(scan: Scan, rowsBefore: readonly number[]): WireBlock[] {
  const { elements, indexOf } = scan;
  const blocks: WireBlock[] = [];
  let section = '';
  let term = '';
  /** Index of the last term if it has no definition yet, else -1. */
  let openTerm = -1;
  /**
   * @param index the scanned element with which the block begins
   * @param from offset of its text, or of the space before it
   */
  const push = (
    kind: WireBlock['kind'],
    text: string,
    index: number,
    from = elements[index]!.start,
    level?: number,
  ): void => {
    if (!text || blocks.length >= MAX_BLOCKS) return;
    openTerm = -1;
    const start = skipSpace(scan, from);
    const block: WireBlock = { kind, text, section, row: rowsBefore[index]!, start };
    if (level) block.level = level;
    blocks.push(block);
  };
  const textOf = (index: number, max: number): string => truncate(textAt(scan, index, max), max);
  const cellText = (cell: Element, max: number): string => {
    const index = indexOf.get(cell);
    return index === undefined ? '' : textOf(index, max);
  };

  /** Column headers of a table: the cells of its first row, if all of them are header cells. */
  const columnHeaders = (row: Element): string[] => {
    const table = row.closest(TABLE);
    const first =
      table?.localName === 'table'
        ? (table as HTMLTableElement).rows[0]
        : table?.querySelector('[role="row"]');
    if (!first || first === row) return [];
    const cells = cellsOf(first);
    return cells.length > 1 &&
      cells.every((cell) => isHeaderCell(cell) || first.parentElement?.localName === 'thead')
      ? cells.map((cell) => cellText(cell, 60))
      : [];
  };

  const rowText = (row: Element): string => {
    const cells = cellsOf(row);
    const texts = cells.map((cell) => cellText(cell, 300));
    // Alternating headers and values: a property table with one or more pairs per row.
    if (
      cells.length > 0 &&
      cells.length % 2 === 0 &&
      cells.every((cell, i) => isHeaderCell(cell) === (i % 2 === 0))
    )
      return texts
        .flatMap((text, i) => (i % 2 === 1 && text ? [`${withoutColon(texts[i - 1]!)}: ${text}`] : []))
        .join(' | ');
    const headers = columnHeaders(row);
    return texts
      .map((text, i) =>
        text && headers[i] && headers.length === cells.length ? `${withoutColon(headers[i])}: ${text}` : text,
      )
      .filter(Boolean)
      .join(' | ');
  };

  /** Reads the blocks inside an element and the pushLooseText text between them. */
  const readInside = (index: number): void => {
    const at = elements[index]!;
    const kind = at.tag === 'li' ? 'item' : 'other';
    let from = at.start;
    let first = index + 1;
    const pushLooseText = (to: number, next: number): void => {
      const text = truncate(collapse(scan.text.slice(from, to)), MAX_BLOCK_LENGTH);
      if (text) push(kind, text, firstOpenSibling(scan, first, next, from), from);
    };
    for (let child = index + 1; child < at.endIndex; child = elements[child]!.endIndex) {
      const inner = elements[child]!;
      // Inline elements belong to the loose text around them.
      if (isInlineDisplay(inner.style.display) && inner.isSingleLine && !isLive(inner)) continue;
      pushLooseText(inner.start, child);
      read(child);
      from = inner.end;
      first = inner.endIndex;
    }
    pushLooseText(at.end, at.endIndex);
  };

  const read = (index: number): void => {
    const at = elements[index]!;
    const { element, tag } = at;
    const level = headingLevel(at);
    if (level !== null) {
      const text = textOf(index, 300);
      push('heading', text, index, at.start, level);
      section = text;
    } else if (isRow(at) && !element.querySelector('table, h1, h2, h3, ul, ol'))
      // Rows of layout tables contain whole sections, which are read separately.
      push('row', rowText(element), index);
    else if (!at.isSingleLine) readInside(index);
    else if (tag === 'dt') {
      term = textOf(index, MAX_BLOCK_LENGTH);
      openTerm = index;
    } else if (tag === 'dd') {
      const text = term
        ? `${withoutColon(term)}: ${textOf(index, MAX_BLOCK_LENGTH)}`
        : textOf(index, MAX_BLOCK_LENGTH);
      push('term', text, openTerm < 0 ? index : openTerm);
    } else push(kindOf(at), textOf(index, MAX_BLOCK_LENGTH), index);
  };

  if (elements.length > 0) readInside(0);
  return blocks;
}

/** Skips the separating space at the start of an element's text. */
function skipSpace({ text }: Scan, start: number): number {
  return text.charCodeAt(start) === 32 ? start + 1 : start;
}

/** The first sibling whose text does not end before `from`, or `next`. */
function firstOpenSibling(scan: Scan, first: number, next: number, from: number): number {
  const start = skipSpace(scan, from);
  let at = first;
  while (at < next && scan.elements[at]!.end <= start) at = scan.elements[at]!.endIndex;
  return at;
}

function kindOf(at: ScannedElement): WireBlock['kind'] {
  if (isLive(at)) return 'status';
  if (at.tag === 'li') return 'item';
  return at.tag === 'p' || at.tag === 'blockquote' ? 'paragraph' : 'other';
}
