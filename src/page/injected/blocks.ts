/**
 * The page as readable text blocks in reading order: headings, paragraphs, list items, table rows with
 * their header cells named, terms with their definitions, status messages. Made from the ranges of a scan.
 */
import type { WireBlock } from './wire.js';
import { textAt, type Scan, type Seen } from './scan.js';
import { collapse, cut, inlineDisplay } from './text.js';

const LIMIT = 8000;
const MOST = 12_000;
const HEADINGS: Record<string, number> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };

const LIVE =
  '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';

/** A label that ends in a colon of its own. */
const label = (text: string): string => text.replace(/\s*:$/, '');

function headingLevel({ element, tag }: Seen): number | null {
  const level = HEADINGS[tag];
  if (level !== undefined) return level;
  if (!element.hasAttributes() || element.getAttribute('role') !== 'heading') return null;
  return Number(element.getAttribute('aria-level') ?? '2');
}

const isLive = ({ element, tag }: Seen): boolean =>
  (tag === 'output' || element.hasAttributes()) && element.matches(LIVE);

const TABLE = 'table, [role="table"], [role="grid"], [role="treegrid"]';
const CELLS = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);

/** A row of a table, or of what says by its roles that it is one. */
function isRow({ element, tag }: Seen): boolean {
  if (tag === 'tr') return true;
  return element.hasAttributes() && element.getAttribute('role') === 'row' && cellsOf(element).length > 1;
}

const cellsOf = (row: Element): Element[] =>
  row.localName === 'tr'
    ? Array.from((row as HTMLTableRowElement).cells)
    : Array.from(row.children).filter((cell) => CELLS.has(cell.getAttribute('role') ?? ''));

const isHead = (cell: Element): boolean =>
  cell.localName === 'th' || /^(?:row|column)header$/.test(cell.getAttribute('role') ?? '');

/** @param rowsBefore how many rows begin before each of the seen, and before the end of the page */
export function readBlocks(scan: Scan, rowsBefore: readonly number[]): WireBlock[] {
  const { seen, indexOf } = scan;
  const blocks: WireBlock[] = [];
  let under = '';
  let term = '';
  /** The term that no definition was read for yet, -1 for none. */
  let openTerm = -1;
  /** @param index the seen that it begins with @param from where its text begins, at most a space before */
  const push = (
    kind: WireBlock['kind'],
    text: string,
    index: number,
    from = seen[index]!.start,
    level?: number,
  ): void => {
    if (!text || blocks.length >= MOST) return;
    openTerm = -1;
    const start = pastSpace(scan, from);
    const block: WireBlock = { kind, text, section: under, row: rowsBefore[index]!, start };
    if (level) block.level = level;
    blocks.push(block);
  };
  const textOf = (index: number, max: number): string => cut(textAt(scan, index, max), max);
  const cellText = (cell: Element, max: number): string => {
    const index = indexOf.get(cell);
    return index === undefined ? '' : textOf(index, max);
  };

  /** Header texts of a table's columns: the cells of its first row, when they are all header cells. */
  const columnHeads = (row: Element): string[] => {
    const table = row.closest(TABLE);
    const first =
      table?.localName === 'table'
        ? (table as HTMLTableElement).rows[0]
        : table?.querySelector('[role="row"]');
    if (!first || first === row) return [];
    const cells = cellsOf(first);
    return cells.length > 1 &&
      cells.every((cell) => isHead(cell) || first.parentElement?.localName === 'thead')
      ? cells.map((cell) => cellText(cell, 60))
      : [];
  };

  const rowText = (row: Element): string => {
    const cells = cellsOf(row);
    const texts = cells.map((cell) => cellText(cell, 300));
    // Header and value in turn: a sheet of properties, one pair or several to a row.
    if (
      cells.length > 0 &&
      cells.length % 2 === 0 &&
      cells.every((cell, i) => isHead(cell) === (i % 2 === 0))
    )
      return texts
        .flatMap((text, i) => (i % 2 === 1 && text ? [`${label(texts[i - 1]!)}: ${text}`] : []))
        .join(' | ');
    const heads = columnHeads(row);
    return texts
      .map((text, i) =>
        text && heads[i] && heads.length === cells.length ? `${label(heads[i])}: ${text}` : text,
      )
      .filter(Boolean)
      .join(' | ');
  };

  /** Reads everything inside one element, and the text that stands directly in it beside blocks. */
  const readInside = (index: number): void => {
    const at = seen[index]!;
    const kind = at.tag === 'li' ? 'item' : 'other';
    let from = at.start;
    let first = index + 1;
    const loose = (to: number, next: number): void => {
      const text = cut(collapse(scan.text.slice(from, to)), LIMIT);
      if (text) push(kind, text, beginning(scan, first, next, from), from);
    };
    for (let child = index + 1; child < at.last; child = seen[child]!.last) {
      const inner = seen[child]!;
      // What is in a line with the text around it is read with that text.
      if (inlineDisplay(inner.style.display) && inner.lines && !isLive(inner)) continue;
      loose(inner.start, child);
      read(child);
      from = inner.end;
      first = inner.last;
    }
    loose(at.end, at.last);
  };

  const read = (index: number): void => {
    const at = seen[index]!;
    const { element, tag } = at;
    const level = headingLevel(at);
    if (level !== null) {
      const text = textOf(index, 300);
      push('heading', text, index, at.start, level);
      under = text;
    } else if (isRow(at) && !element.querySelector('table, h1, h2, h3, ul, ol'))
      // A layout table's row holds whole sections; those are read one by one.
      push('row', rowText(element), index);
    else if (!at.lines) readInside(index);
    else if (tag === 'dt') {
      term = textOf(index, LIMIT);
      openTerm = index;
    } else if (tag === 'dd') {
      const text = term ? `${label(term)}: ${textOf(index, LIMIT)}` : textOf(index, LIMIT);
      push('term', text, openTerm < 0 ? index : openTerm);
    } else push(kindOf(at), textOf(index, LIMIT), index);
  };

  if (seen.length > 0) readInside(0);
  return blocks;
}

/** Texts of elements may begin with the space that sets them off from what is before. */
function pastSpace({ text }: Scan, start: number): number {
  return text.charCodeAt(start) === 32 ? start + 1 : start;
}

/** The first of these siblings that is not over before the text that begins at `from`; else what comes next. */
function beginning(scan: Scan, first: number, next: number, from: number): number {
  const start = pastSpace(scan, from);
  let at = first;
  while (at < next && scan.seen[at]!.end <= start) at = scan.seen[at]!.last;
  return at;
}

function kindOf(at: Seen): WireBlock['kind'] {
  if (isLive(at)) return 'status';
  if (at.tag === 'li') return 'item';
  return at.tag === 'p' || at.tag === 'blockquote' ? 'paragraph' : 'other';
}
