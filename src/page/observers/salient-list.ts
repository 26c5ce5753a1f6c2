/**
 * Formats a page for SteP's policies on live sites: one line per salient element (see salient-elements.ts), and lines
 * for the text between the elements, such as prices and results. SteP's parser for live sites was never released, so
 * this format is Parley's own. No side effects.
 *
 * A walk through the outline handles each element:
 * 1. A salient element gets a line that includes the text inside it. Links and buttons inside a link get no line.
 * 2. Other text is collected until a block ends or a salient element begins. Its line has a negative number.
 * 3. The cells of a table row share one line.
 */
import type {
  Box,
  Candidate,
  ElementList,
  ElementListLine,
  OutlineElement,
  Uid,
} from '../../contract/index.js';
import { lineTagOf, lineTextOf, salienceOf, toOneLine, type Salience } from './salient-elements.js';

/** Longer text is cut off. Paragraphs are rarely longer than this. */
const MAX_CONTEXT_LENGTH = 1_000;
/** A focusable element with longer text is treated as a scrollable region. */
const MAX_FOCUSABLE_LENGTH = 200;
const MAX_OWN_TEXT_LENGTH = 400;
const CELL_TAGS = new Set(['td', 'th']);
const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const NO_BOX: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The context that determines which lines an element's content gets. */
interface Surroundings {
  /** Tag for lines of text. */
  tag: string;
  /** The candidate that contains the text. */
  container: Candidate | null;
  /** Whether the line of a surrounding element already contains the text. */
  absorbsText: boolean;
  /** Whether only fields get lines, because a link or button includes everything else. */
  onlyFieldsGetLines: boolean;
}

/** Text that appears on the same line. */
interface TextRun {
  tag: string;
  container: Candidate | null;
  text: string;
}

/** A table row whose cells are being read. */
interface TableRow {
  container: Candidate | null;
  /** `isContinuation`: an earlier line contains the beginning of the cell. */
  cells: { text: string; isHeader: boolean; isContinuation?: true }[];
}

class SalientListWriter {
  readonly lines: ElementListLine[] = [];
  readonly #candidates = new Map<Uid, Candidate>();
  readonly #getNumber: (uid: Uid) => number;
  readonly #hasSalientContentCache = new Map<OutlineElement, boolean>();
  #contextCount = 0;
  #textRun: TextRun | null = null;
  #row: TableRow | null = null;

  constructor(candidates: readonly Candidate[], getNumber: (uid: Uid) => number) {
    this.#getNumber = getNumber;
    for (const candidate of candidates) {
      for (const { uid } of candidate.folded) this.#candidates.set(uid, candidate);
      this.#candidates.set(candidate.uid, candidate);
    }
  }

  write(page: OutlineElement): void {
    this.#writeContent(page, { tag: 'text', container: null, absorbsText: false, onlyFieldsGetLines: false });
    this.#endTextRun();
  }

  #writeContent(element: OutlineElement, surroundings: Surroundings): void {
    for (const child of element.content) {
      if (typeof child === 'string') this.#addText(child, surroundings);
      else this.#writeElement(child, surroundings);
    }
  }

  #writeElement(element: OutlineElement, outerSurroundings: Surroundings): void {
    const candidate = this.#candidates.get(element.uid) ?? null;
    const salience = this.#salienceOf(element);
    if (candidate && salience && (!outerSurroundings.onlyFieldsGetLines || salience === 'field')) {
      this.#endTextRun();
      this.#addSalientElement(element, candidate, salience);
      // The row stays open: if the element is a cell, the following cells belong to the same row.
      const onlyFieldsGetLines = outerSurroundings.onlyFieldsGetLines || salience !== 'container';
      this.#writeContent(element, {
        ...outerSurroundings,
        container: candidate,
        absorbsText: true,
        onlyFieldsGetLines,
      });
      return;
    }
    // A label's text is part of its control's name.
    const isControlLabel = element.tag === 'label' && candidate !== null && candidate.uid !== element.uid;
    const innerSurroundings: Surroundings = {
      ...outerSurroundings,
      tag: contextTagOf(element, candidate) ?? outerSurroundings.tag,
      container: candidate ?? outerSurroundings.container,
      absorbsText: outerSurroundings.absorbsText || isControlLabel,
    };
    if (outerSurroundings.absorbsText) this.#writeContent(element, innerSurroundings);
    else if (isRow(element)) this.#writeRow(element, innerSurroundings);
    else if (this.#row && isCell(element)) this.#writeCell(element, innerSurroundings, this.#row);
    else {
      if (!element.inline) this.#endBlock();
      this.#writeContent(element, innerSurroundings);
      if (!element.inline) this.#endBlock();
    }
  }

  #writeRow(element: OutlineElement, surroundings: Surroundings): void {
    this.#endTextRun();
    const outerRow = this.#row;
    this.#row = { container: surroundings.container, cells: [] };
    this.#writeContent(element, surroundings);
    this.#endTextRun();
    this.#row = outerRow;
  }

  #writeCell(element: OutlineElement, surroundings: Surroundings, row: TableRow): void {
    const isHeader = element.tag === 'th' || element.role === 'columnheader';
    row.cells.push({ text: '', isHeader });
    this.#writeContent(element, surroundings);
  }

  #addText(text: string, { tag, container, absorbsText }: Surroundings): void {
    if (absorbsText) return;
    const cell = this.#row?.cells.at(-1);
    if (cell) {
      cell.text += text;
      return;
    }
    if (this.#textRun && this.#textRun.tag !== tag) this.#endTextRun();
    this.#textRun ??= { tag, container, text: '' };
    this.#textRun.text += text;
  }

  /** Ends the current line of text. The cells of a table row stay on one line. */
  #endBlock(): void {
    const cell = this.#row?.cells.at(-1);
    if (cell) cell.text += ' ';
    else this.#endTextRun();
  }

  /** Writes the collected text. */
  #endTextRun(): void {
    if (this.#textRun) this.#addContext(this.#textRun.tag, this.#textRun.text, this.#textRun.container);
    this.#textRun = null;
    if (this.#row) this.#endCells(this.#row);
  }

  #endCells(row: TableRow): void {
    const { cells, container } = row;
    const cellTexts = cells.map((cell) => cell.text.trim());
    while (cellTexts.at(-1) === '') cellTexts.pop();
    if (cellTexts[0] === '' && cells[0]?.isContinuation) cellTexts.shift();
    const isHeader = cells.slice(0, cellTexts.length).every((cell) => cell.isHeader);
    this.#addContext(isHeader ? 'th' : 'tr', cellTexts.join(' | '), container);
    // Text after a salient element continues the last cell.
    row.cells = cells.slice(-1).map((cell) => ({ ...cell, text: '', isContinuation: true }));
  }

  #addContext(tag: string, rawText: string, container: Candidate | null): void {
    const text = toOneLine(rawText, MAX_CONTEXT_LENGTH);
    if (!/[\p{L}\p{N}]/u.test(text) && text.length < 2) return;
    this.#addLine(-++this.#contextCount, tag, text, container);
  }

  #addSalientElement(element: OutlineElement, candidate: Candidate, salience: Salience): void {
    const hasOwnText = salience === 'container' && (isRow(element) || this.#hasSalientContent(element));
    const ownText = hasOwnText ? this.#ownTextOf(element).replace(/[\s|]+$/, '') : null;
    const text = lineTextOf(candidate, ownText);
    this.#addLine(this.#getNumber(candidate.uid), lineTagOf(candidate), text, candidate);
  }

  #addLine(id: number, tag: string, val: string, candidate: Candidate | null): void {
    this.lines.push({
      id,
      uid: candidate?.uid ?? null,
      box: candidate?.box ?? NO_BOX,
      text: `<${tag} id=${id} val=${val} />`,
    });
  }

  /** Returns an outline element's salience; null if another element represents it. */
  #salienceOf(element: OutlineElement): Salience | null {
    const candidate = this.#candidates.get(element.uid);
    if (!candidate || candidate.uid !== element.uid) return null;
    const salience = salienceOf(candidate);
    if (salience !== 'focusable') return salience;
    return this.#hasSalientContent(element) || candidate.text.length > MAX_FOCUSABLE_LENGTH ? null : salience;
  }

  #hasSalientContent(element: OutlineElement): boolean {
    let result = this.#hasSalientContentCache.get(element);
    if (result === undefined) {
      result = element.content.some(
        (child) =>
          typeof child !== 'string' && (this.#salienceOf(child) !== null || this.#hasSalientContent(child)),
      );
      this.#hasSalientContentCache.set(element, result);
    }
    return result;
  }

  /** Returns an element's text without that of the salient elements inside it. */
  #ownTextOf(element: OutlineElement): string {
    let text = '';
    for (const child of element.content) {
      if (text.length > MAX_OWN_TEXT_LENGTH) break;
      if (typeof child === 'string') text += child;
      else if (!this.#salienceOf(child)) {
        const separator = child.inline ? '' : isCell(child) && text.trim() ? ' | ' : ' ';
        text += `${separator}${this.#ownTextOf(child)}${child.inline ? '' : ' '}`;
      }
    }
    return text;
  }
}

const isRow = ({ tag, role }: OutlineElement): boolean => tag === 'tr' || role === 'row';

const isCell = ({ tag, role }: OutlineElement): boolean => CELL_TAGS.has(tag) || CELL_ROLES.has(role);

/** Returns the line tag for text in headings and terms; null for text that keeps the tag of its surroundings. */
function contextTagOf({ tag, role }: OutlineElement, candidate: Candidate | null): string | null {
  if (/^h[1-6]$/.test(tag) || tag === 'dt') return tag;
  return role === 'heading' ? `h${candidate?.attributes['aria-level'] ?? 2}` : null;
}

/** @param getNumber returns an element's stable number */
export function toSalientList(
  page: OutlineElement,
  candidates: readonly Candidate[],
  getNumber: (uid: Uid) => number,
): ElementList {
  const writer = new SalientListWriter(candidates, getNumber);
  writer.write(page);
  return { text: writer.lines.map(({ text }) => text).join('\n'), lines: writer.lines };
}
