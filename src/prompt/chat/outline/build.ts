/**
 * Builds the outline of a page in lines, in reading order. Regions, lists and tables have a title line, and what they
 * contain is indented below it. Things that stand side by side are one line.
 */
import type { Candidate, Observation, OutlineElement, OutlineNode } from '../../../contract/index.js';
import type { ElementNumbers } from '../numbers.js';
import { flatten, quote, shortenUrl } from '../page-text.js';
import {
  isBeside,
  isEditorBlock,
  isElement,
  isField,
  isFrameDocument,
  isHeading,
  isList,
  isListItem,
  isTable,
  PageElements,
} from './elements.js';
import { Flow, splitPieces } from './flow.js';
import type { ControlParts } from '../element-line.js';
import type { OutlineLine, LinePiece } from './lines.js';
import { isLargeRow, readTable, type Table, type TableRow } from './tables.js';

/** A control with more text shows its content in lines of its own. */
const MAX_CONTROL_CHARS = 200;
const MAX_TITLE_CHARS = 120;
/** An element with at most so much content is a group: its lines belong together. */
const MAX_GROUP_CHARS = 260;
const MAX_GROUP_CONTROLS = 6;

interface Place {
  parent: OutlineLine | null;
  /** Name of the overlay around the place. */
  overlay: string | undefined;
}

export interface OutlineOptions {
  numbers: ElementNumbers;
  /** Whether the element is shown with its number. */
  isListed(candidate: Candidate): boolean;
}

export function buildOutline(
  { outline, candidates }: Pick<Observation, 'outline' | 'candidates'>,
  { numbers, isListed }: OutlineOptions,
): OutlineLine[] {
  if (!outline) return [];
  const builder = new OutlineBuilder(new PageElements(candidates, numbers, isListed));
  builder.addContent(outline, { parent: null, overlay: undefined });
  return builder.finish();
}

class OutlineBuilder {
  readonly #lines: OutlineLine[] = [];
  #flow = new Flow();
  #flowParent: OutlineLine | null = null;
  /** Position of the last element. */
  #order = 0;
  #groupCount = 0;
  /** The group that contains the current element; 0 if none does. */
  #group = 0;

  constructor(private readonly elements: PageElements) {}

  finish(): OutlineLine[] {
    this.#endLine();
    return this.#lines;
  }

  addContent({ content }: { content: readonly OutlineNode[] }, place: Place): void {
    for (const node of content)
      if (isElement(node)) this.#addElement(node, place);
      else this.#addText(node, place);
  }

  #addText(text: string, place: Place): void {
    this.#enter(place);
    this.#flow.addText(text);
  }

  /** Ends the line if it belongs elsewhere, or is waiting for something beside it. */
  #enter({ parent }: Place): void {
    if (this.#flow.beside || this.#flowParent !== parent) this.#endLine();
    this.#flowParent = parent;
  }

  #endLine(): void {
    const flow = this.#flow;
    this.#flow = new Flow();
    if (flow.isEmpty) return;
    const isItem = flow.items === 1;
    for (const [i, pieces] of splitPieces(flow.pieces).entries())
      this.#push({
        kind: isItem ? 'item' : 'text',
        prefix: isItem && i === 0 ? '-' : '',
        parent: this.#flowParent,
        pieces,
        elements: i === 0 ? flow.elements : [],
      });
  }

  #push(line: Partial<OutlineLine> & Pick<OutlineLine, 'kind' | 'parent'>): OutlineLine {
    const elements = line.elements ?? [];
    const order = elements[0]?.order ?? this.#order;
    const group = this.#group || ++this.#groupCount;
    const whole: OutlineLine = { prefix: '', pieces: [], level: 0, row: 0, ...line, group, order, elements };
    this.#lines.push(whole);
    return whole;
  }

  #addTitle(place: Place, title: Partial<OutlineLine>, overlay = place.overlay): Place {
    this.#endLine();
    const line = this.#push({ kind: 'title', parent: place.parent, ...title });
    return { parent: line, overlay };
  }

  #addElement(element: OutlineElement, place: Place): void {
    if (this.#group !== 0 || !this.#isGroup(element)) {
      this.#addContentOf(element, place);
      return;
    }
    this.#endLine();
    this.#group = ++this.#groupCount;
    this.#addContentOf(element, place);
    this.#endLine();
    this.#group = 0;
  }

  /** Whether the element is a small thing of several lines, such as a card. */
  #isGroup(element: OutlineElement): boolean {
    if (element.inline || isTable(element) || isFrameDocument(element) || this.elements.isSimple(element))
      return false;
    const { textLength, controls, hasBlocks } = this.elements.extentOf(element);
    return hasBlocks && textLength <= MAX_GROUP_CHARS && controls <= MAX_GROUP_CONTROLS;
  }

  #addContentOf(element: OutlineElement, place: Place): void {
    if (isFrameDocument(element)) {
      this.#addFrame(element, place);
      return;
    }
    const details = this.elements.detailsOf(element);
    if (details?.candidate.behindModal) return;
    if (details?.isCandidate) this.#order = details.candidate.order;
    const elements = details?.isCandidate ? [details.candidate] : [];
    const control = this.elements.controlOf(element);
    if (element.tag === 'dd' && this.#continueTerm(element, place)) return;
    if (control && this.#isWhole(element, control.candidate)) {
      this.#addInLine(element, place, () => this.#addControl(control, 'all'));
      return;
    }
    if (isHeading(element)) {
      this.#addHeading(element, place, elements);
      return;
    }
    if (details && !details.isCandidate && isField(details.candidate) && element.tag === 'label') {
      this.#addLabel(element, place, details.candidate);
      return;
    }
    const table = isTable(element) ? readTable(element, this.elements) : null;
    if (table) {
      this.#addTable(element, table, place);
      return;
    }
    const region = control ? null : this.elements.regionOf(element, place.overlay);
    if (region) {
      const { kind } = region;
      // A heading that repeats the name is shown in its place.
      const name = this.#hasHeading(element, region.name) ? '' : region.name;
      const prefix = name.trim() ? `${kind} ${quote(name, MAX_TITLE_CHARS)}` : kind;
      const overlay = details?.candidate.overlay ?? place.overlay;
      const inner = this.#addTitle(place, { prefix, elements }, overlay);
      this.addContent(element, inner);
      this.#endLine();
      return;
    }
    if (control && !this.elements.isSimple(element)) {
      const piece: LinePiece = {
        is: 'control',
        ...control,
        shows: this.#showsName(element, control.candidate) ? 'role' : 'name',
      };
      const inner = this.#addTitle(place, { pieces: [piece], elements });
      this.addContent(element, inner);
      this.#endLine();
      return;
    }
    if (isList(element) && !this.elements.isSimple(element)) {
      this.#endLine();
      this.addContent(element, place);
      this.#endLine();
      return;
    }
    this.#addInLine(element, place, () => {
      if (control) this.#addControl(control, isEditorBlock(control.candidate) ? 'number' : 'role');
      if (details?.isCandidate && !control) this.#addPicture(element, details.candidate);
      this.addContent(element, place);
    });
  }

  #hasHeading(element: OutlineElement, name: string): boolean {
    return element.content.some(
      (node) =>
        isElement(node) &&
        (isHeading(node) ? textOf(node).trim() === name.trim() : this.#hasHeading(node, name)),
    );
  }

  /** Whether one control shows everything that the element contains. */
  #isWhole(element: OutlineElement, candidate: Candidate): boolean {
    const { controls, textLength, hasStructure } = this.elements.extentOf(element);
    if (element.tag === 'select' || element.tag === 'textarea') return true;
    if (controls > 0) return false;
    if (candidate.states.editable && textLength > 0 && element.tag !== 'input') return false;
    return textLength <= MAX_CONTROL_CHARS && (!hasStructure || textLength <= MAX_CONTROL_CHARS / 2);
  }

  /** Whether the content of the element contains its name. */
  #showsName(element: OutlineElement, { name, text }: Candidate): boolean {
    return name === '' || name === text || textOf(element).includes(name);
  }

  /** Adds an element that may share its line with the elements beside it. */
  #addInLine(element: OutlineElement, place: Place, add: () => void): void {
    const details = this.elements.detailsOf(element);
    if (this.elements.isInline(element)) {
      this.#enter(place);
      this.#noteElement(element);
      add();
      return;
    }
    const box = details?.box;
    const isSimple = this.elements.isSimple(element);
    const before = this.#flow.beside;
    const joins = isSimple && box && before && this.#flowParent === place.parent && isBeside(before, box);
    if (joins) {
      this.#flow.beside = null;
      this.#flow.addSeparator('|');
    } else {
      this.#endLine();
      this.#flowParent = place.parent;
    }
    this.#noteElement(element);
    if (isListItem(element)) this.#flow.items += 1;
    add();
    this.#flow.isTerm = element.tag === 'dt';
    if (isSimple && box && !this.#flow.isEmpty) this.#flow.beside = box;
    else this.#endLine();
  }

  /** Adds a definition to the line of its term. */
  #continueTerm(element: OutlineElement, place: Place): boolean {
    if (!this.#flow.isTerm || this.#flowParent !== place.parent || !this.elements.isSimple(element))
      return false;
    this.#flow.isTerm = false;
    this.#flow.beside = null;
    this.#noteElement(element);
    this.#flow.addText(': ');
    this.addContent(element, place);
    this.#endLine();
    return true;
  }

  #noteElement(element: OutlineElement): void {
    const details = this.elements.detailsOf(element);
    if (details?.isCandidate) this.#flow.elements.push(details.candidate);
  }

  #addControl({ candidate, number }: { candidate: Candidate; number: number }, shows: ControlParts): void {
    this.#flow.pieces.push({ is: 'control', candidate, number, shows });
  }

  /** A picture that is not part of a control is told by its description. */
  #addPicture({ tag }: OutlineElement, { role, name, box }: Candidate): void {
    const isPicture = role === 'img' || role === 'image' || tag === 'canvas';
    if (!isPicture || (!name.trim() && tag !== 'canvas')) return;
    const size = tag === 'canvas' ? ` of ${Math.round(box.width)}×${Math.round(box.height)} px` : '';
    this.#flow.addSeparator('');
    this.#flow.pieces.push({
      is: 'text',
      text: ` (${tag === 'canvas' ? 'drawing' : 'picture'}${size}${name.trim() ? `: ${flatten(name, MAX_TITLE_CHARS)}` : ''}) `,
    });
  }

  /** The text of a label that its field does not repeat, and the field if the label contains it. */
  #addLabel(element: OutlineElement, place: Place, { name }: Candidate): void {
    const fieldName = flatten(name, MAX_TITLE_CHARS * 2);
    const add = (node: OutlineNode): void => {
      if (isElement(node)) {
        if (this.elements.controlOf(node)) this.#addElement(node, place);
        else if (this.elements.detailsOf(node)?.candidate.name === name && !isTable(node))
          node.content.forEach(add);
        else this.#addElement(node, place);
      } else if (!fieldName.includes(flatten(node, MAX_TITLE_CHARS * 2))) this.#addText(node, place);
    };
    this.#addInLine(element, place, () => element.content.forEach(add));
  }

  #addHeading(element: OutlineElement, place: Place, elements: Candidate[]): void {
    this.#endLine();
    const attributes = this.elements.detailsOf(element)?.attributes ?? {};
    const level = Number(/^h([1-6])$/.exec(element.tag)?.[1] ?? attributes['aria-level'] ?? 2);
    const pieces = this.#collect(element, place);
    if (!pieces.length) return;
    this.#push({
      kind: 'heading',
      prefix: '#'.repeat(Math.min(6, Math.max(1, level))),
      parent: place.parent,
      pieces,
      level,
      elements,
    });
  }

  #addFrame(document: OutlineElement, place: Place): void {
    const first = firstCandidate(document, this.elements);
    const url = first?.frame.at(-1);
    const inner = this.#addTitle(place, { prefix: `frame${url ? ` ${shortenUrl(url, 60)}` : ''}` });
    this.addContent(document, inner);
    this.#endLine();
  }

  #addTable(element: OutlineElement, { header, rows, others }: Table, place: Place): void {
    const details = this.elements.detailsOf(element);
    const name = details?.name ?? '';
    const { 'aria-rowcount': rowCount } = details?.attributes ?? {};
    for (const other of others)
      if (!isNamedBy(other, name) || this.elements.extentOf(other).controls > 0)
        this.#addElement(other, place);
    this.#endLine();
    const total = Math.max(rows.length, Number(rowCount ?? 0) - (header ? 1 : 0));
    const columns = header ? this.#collectCells(header, place, '·') : [];
    const title = `table${name.trim() ? ` ${quote(name, MAX_TITLE_CHARS)}` : ''}, ${countRows(rows.length, total)}${columns.length ? '; columns:' : ''}`;
    const elements = details?.isCandidate ? [details.candidate] : [];
    const inner = this.#addTitle(place, { prefix: title, pieces: columns, elements });
    for (const [i, row] of rows.entries()) this.#addRow(row, i + 1, inner);
  }

  #addRow(row: TableRow, number: number, place: Place): void {
    const details = this.elements.detailsOf(row.element);
    if (details?.candidate.behindModal) return;
    const elements = details?.isCandidate ? [details.candidate] : [];
    if (elements.length) this.#order = elements[0]!.order;
    const control = this.elements.controlOf(row.element);
    const own: LinePiece[] = control ? [{ is: 'control', ...control, shows: 'role' }] : [];
    if (isLargeRow(row, this.elements)) {
      const inner = this.#addTitle(place, { prefix: `row ${number}`, pieces: own, elements, row: number });
      for (const cell of row.cells) {
        this.addContent({ content: [cell] }, inner);
        this.#endLine();
      }
      return;
    }
    const cells = this.#collectCells(row, place, '|');
    if (!own.length && !cells.some((piece) => piece.is !== 'separator')) return;
    const noted = row.cells.flatMap((cell) => {
      const candidate = this.elements.detailsOf(cell);
      return candidate?.isCandidate ? [candidate.candidate] : [];
    });
    this.#push({
      kind: 'row',
      parent: place.parent,
      pieces: [...own, ...cells],
      elements: [...elements, ...noted],
      row: number,
    });
  }

  #collectCells({ cells }: TableRow, place: Place, separator: string): LinePiece[] {
    return cells.flatMap((cell, i) => [
      ...(i > 0 ? [{ is: 'separator', text: separator } as const] : []),
      ...this.#collect({ content: [cell] }, place).map((piece) =>
        piece.is === 'text' ? { ...piece, text: piece.text.replaceAll('|', '¦') } : piece,
      ),
    ]);
  }

  /** The pieces of an element that is shown in one line, whatever it contains. */
  #collect(element: { content: readonly OutlineNode[] }, place: Place): LinePiece[] {
    const outer = { flow: this.#flow, parent: this.#flowParent };
    this.#flow = new Flow();
    this.#flowParent = place.parent;
    const flow = this.#flow;
    const add = (node: OutlineNode): void => {
      if (!isElement(node)) {
        flow.addText(node);
        return;
      }
      const details = this.elements.detailsOf(node);
      if (details?.candidate.behindModal) return;
      const control = this.elements.controlOf(node);
      if (!node.inline) flow.addText(' ');
      this.#noteElement(node);
      if (control && this.#isWhole(node, control.candidate)) this.#addControl(control, 'all');
      else {
        if (control)
          this.#addControl(
            control,
            isEditorBlock(control.candidate)
              ? 'number'
              : this.#showsName(node, control.candidate)
                ? 'role'
                : 'name',
          );
        else if (details?.isCandidate) this.#addPicture(node, details.candidate);
        const isLabel = node.tag === 'label' && details && !details.isCandidate && isField(details.candidate);
        for (const child of node.content)
          if (!isLabel || isElement(child) || !details.candidate.name.includes(child.trim())) add(child);
      }
      if (!node.inline) flow.addText(' ');
    };
    element.content.forEach(add);
    this.#flow = outer.flow;
    this.#flowParent = outer.parent;
    return flow.pieces.filter((piece) => piece.is !== 'text' || piece.text.trim() !== '');
  }
}

const textOf = ({ content }: OutlineElement): string =>
  content.map((node) => (isElement(node) ? textOf(node) : node)).join('');

const isNamedBy = (element: OutlineElement, name: string): boolean => name.includes(textOf(element).trim());

const countRows = (shown: number, total: number): string =>
  total > shown ? `${shown} of ${total} rows` : shown === 1 ? '1 row' : `${shown} rows`;

function firstCandidate(element: OutlineElement, elements: PageElements): Candidate | undefined {
  for (const node of element.content) {
    if (!isElement(node)) continue;
    const found = elements.detailsOf(node)?.candidate ?? firstCandidate(node, elements);
    if (found) return found;
  }
  return undefined;
}
