/**
 * Prints a page as SteP's policies read live sites (spec A.12.3): one line per salient element, with the texts between
 * them so that prices and results stay readable. Parser and format were never released; this is our definition. Pure.
 *
 * A walk through the outline decides for each element:
 * 1. a salient element gets a line, which takes up the texts in it; links and buttons in a link get none;
 * 2. other texts are collected until a block ends or a salient element begins, and get a line with a negative number;
 * 3. the cells of a table row share one line.
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

/** Longer texts are cut; a paragraph rarely is. */
const MAX_CONTEXT_LENGTH = 1_000;
/** A focusable element with more text is a region that scrolls. */
const MAX_FOCUSABLE_LENGTH = 200;
const MAX_OWN_TEXT_LENGTH = 400;
const CELL_TAGS = new Set(['td', 'th']);
const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const NO_BOX: Box = { x: 0, y: 0, width: 0, height: 0 };

/** What an element passes on to its content. */
interface Surroundings {
  /** Tag of the lines of texts. */
  tag: string;
  /** The candidate around a text. */
  around: Candidate | null;
  /** The texts are already in the line of an element around them. */
  absorbsText: boolean;
  /** Only fields get lines: a link or button takes up all else. */
  onlyFields: boolean;
}

/** Texts that share a line. In a table row, `words` are those of one cell. */
interface TextRun {
  tag: string;
  around: Candidate | null;
  words: string;
}

/** A table row whose cells are being read. */
interface TableRow {
  around: Candidate | null;
  /** `isRest`: the beginning of the cell is in an earlier line. */
  cells: { words: string; isHeader: boolean; isRest?: true }[];
}

class SalientListWriter {
  readonly lines: ElementListLine[] = [];
  readonly #candidates = new Map<Uid, Candidate>();
  readonly #numberOf: (uid: Uid) => number;
  readonly #containsSalient = new Map<OutlineElement, boolean>();
  #contextCount = 0;
  #run: TextRun | null = null;
  #row: TableRow | null = null;

  constructor(candidates: readonly Candidate[], numberOf: (uid: Uid) => number) {
    this.#numberOf = numberOf;
    for (const candidate of candidates) {
      for (const { uid } of candidate.folded) this.#candidates.set(uid, candidate);
      this.#candidates.set(candidate.uid, candidate);
    }
  }

  write(page: OutlineElement): void {
    this.#writeContent(page, { tag: 'text', around: null, absorbsText: false, onlyFields: false });
    this.#endRun();
  }

  #writeContent(element: OutlineElement, surroundings: Surroundings): void {
    for (const child of element.content) {
      if (typeof child === 'string') this.#addText(child, surroundings);
      else this.#writeElement(child, surroundings);
    }
  }

  #writeElement(element: OutlineElement, outer: Surroundings): void {
    const candidate = this.#candidates.get(element.uid) ?? null;
    const salience = this.#salienceOf(element);
    if (candidate && salience && (!outer.onlyFields || salience === 'field')) {
      this.#endRun();
      this.#addSalient(element, candidate, salience);
      // An element may be a cell: what follows belongs to the same row.
      const onlyFields = outer.onlyFields || salience !== 'container';
      this.#writeContent(element, { ...outer, around: candidate, absorbsText: true, onlyFields });
      return;
    }
    // The text of a label is in the name of its control.
    const labels = element.tag === 'label' && candidate !== null && candidate.uid !== element.uid;
    const inner: Surroundings = {
      ...outer,
      tag: contextTagOf(element, candidate) ?? outer.tag,
      around: candidate ?? outer.around,
      absorbsText: outer.absorbsText || labels,
    };
    if (outer.absorbsText) this.#writeContent(element, inner);
    else if (isRow(element)) this.#writeRow(element, inner);
    else if (this.#row && isCell(element)) this.#writeCell(element, inner, this.#row);
    else {
      if (!element.inline) this.#endBlock();
      this.#writeContent(element, inner);
      if (!element.inline) this.#endBlock();
    }
  }

  #writeRow(element: OutlineElement, surroundings: Surroundings): void {
    this.#endRun();
    const outerRow = this.#row;
    this.#row = { around: surroundings.around, cells: [] };
    this.#writeContent(element, surroundings);
    this.#endRun();
    this.#row = outerRow;
  }

  #writeCell(element: OutlineElement, surroundings: Surroundings, row: TableRow): void {
    const isHeader = element.tag === 'th' || element.role === 'columnheader';
    row.cells.push({ words: '', isHeader });
    this.#writeContent(element, surroundings);
  }

  #addText(text: string, { tag, around, absorbsText }: Surroundings): void {
    if (absorbsText) return;
    const cell = this.#row?.cells.at(-1);
    if (cell) {
      cell.words += text;
      return;
    }
    if (this.#run && this.#run.tag !== tag) this.#endRun();
    this.#run ??= { tag, around, words: '' };
    this.#run.words += text;
  }

  /** A block ends the line of a text; the cells of a row stay on one line. */
  #endBlock(): void {
    const cell = this.#row?.cells.at(-1);
    if (cell) cell.words += ' ';
    else this.#endRun();
  }

  /** Writes the collected texts. */
  #endRun(): void {
    if (this.#run) this.#addContext(this.#run.tag, this.#run.words, this.#run.around);
    this.#run = null;
    if (this.#row) this.#endCells(this.#row);
  }

  #endCells(row: TableRow): void {
    const { cells, around } = row;
    const words = cells.map((cell) => cell.words.trim());
    while (words.at(-1) === '') words.pop();
    if (words[0] === '' && cells[0]?.isRest) words.shift();
    const isHeader = cells.slice(0, words.length).every((cell) => cell.isHeader);
    this.#addContext(isHeader ? 'th' : 'tr', words.join(' | '), around);
    // Text after a salient element continues its cell.
    row.cells = cells.slice(-1).map((cell) => ({ ...cell, words: '', isRest: true }));
  }

  #addContext(tag: string, words: string, around: Candidate | null): void {
    const text = toOneLine(words, MAX_CONTEXT_LENGTH);
    if (!/[\p{L}\p{N}]/u.test(text) && text.length < 2) return;
    this.#addLine(-++this.#contextCount, tag, text, around);
  }

  #addSalient(element: OutlineElement, candidate: Candidate, salience: Salience): void {
    const hasOwnText = salience === 'container' && (isRow(element) || this.#hasSalientContent(element));
    const ownText = hasOwnText ? this.#ownTextOf(element).replace(/[\s|]+$/, '') : null;
    const text = lineTextOf(candidate, ownText);
    this.#addLine(this.#numberOf(candidate.uid), lineTagOf(candidate), text, candidate);
  }

  #addLine(id: number, tag: string, val: string, candidate: Candidate | null): void {
    this.lines.push({
      id,
      uid: candidate?.uid ?? null,
      box: candidate?.box ?? NO_BOX,
      text: `<${tag} id=${id} val=${val} />`,
    });
  }

  /** Salience of an element of the outline; null if another element stands for it. */
  #salienceOf(element: OutlineElement): Salience | null {
    const candidate = this.#candidates.get(element.uid);
    if (!candidate || candidate.uid !== element.uid) return null;
    const salience = salienceOf(candidate);
    if (salience !== 'focusable') return salience;
    return this.#hasSalientContent(element) || candidate.text.length > MAX_FOCUSABLE_LENGTH ? null : salience;
  }

  #hasSalientContent(element: OutlineElement): boolean {
    let result = this.#containsSalient.get(element);
    if (result === undefined) {
      result = element.content.some(
        (child) =>
          typeof child !== 'string' && (this.#salienceOf(child) !== null || this.#hasSalientContent(child)),
      );
      this.#containsSalient.set(element, result);
    }
    return result;
  }

  /** The text of an element outside the salient elements in it. */
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

/** The tag of the lines of texts in headings and terms; null: that of the element around. */
function contextTagOf({ tag, role }: OutlineElement, candidate: Candidate | null): string | null {
  if (/^h[1-6]$/.test(tag) || tag === 'dt') return tag;
  return role === 'heading' ? `h${candidate?.attributes['aria-level'] ?? 2}` : null;
}

/** @param numberOf the stable number of an element */
export function toSalientList(
  page: OutlineElement,
  candidates: readonly Candidate[],
  numberOf: (uid: Uid) => number,
): ElementList {
  const writer = new SalientListWriter(candidates, numberOf);
  writer.write(page);
  return { text: writer.lines.map(({ text }) => text).join('\n'), lines: writer.lines };
}
