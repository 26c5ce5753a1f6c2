/**
 * Builds the outline of a page in lines, in reading order. Regions, lists and tables have a title line, and their
 * content is indented below it. Simple elements that are side by side share a line.
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
import { MAX_TITLE_CHARS } from './line-buffer.js';
import { collectPieces, containsName, isWholeControl, textOf } from './inline-pieces.js';
import { LineWriter, type OutlinePlace } from './line-writer.js';
import type { LinePiece, OutlineLine } from './lines.js';
import { addTable } from './table-lines.js';
import { readTable } from './tables.js';

/** An element with at most this much content is one group: its lines are shown together or not at all. */
const MAX_GROUP_CHARS = 260;
const MAX_GROUP_CONTROLS = 6;

export interface OutlineOptions {
  numbers: ElementNumbers;
  /** Whether the element gets a number. */
  isListed(candidate: Candidate): boolean;
}

export function buildOutline(
  { outline, candidates }: Pick<Observation, 'outline' | 'candidates'>,
  { numbers, isListed }: OutlineOptions,
): OutlineLine[] {
  if (!outline) return [];
  const writer = new LineWriter();
  const builder = new OutlineBuilder(writer, new PageElements(candidates, numbers, isListed));
  builder.addContent(outline, { parent: null, overlay: undefined });
  return writer.finish();
}

class OutlineBuilder {
  constructor(
    private readonly writer: LineWriter,
    private readonly elements: PageElements,
  ) {}

  addContent({ content }: { content: readonly OutlineNode[] }, place: OutlinePlace): void {
    for (const node of content)
      if (isElement(node)) this.#addElement(node, place);
      else this.writer.addText(node, place);
  }

  #addElement(element: OutlineElement, place: OutlinePlace): void {
    if (this.writer.isInGroup || !this.#isGroup(element)) this.#addContentOf(element, place);
    else this.writer.addGroup(() => this.#addContentOf(element, place));
  }

  /** Whether the element is a small block of several lines, such as a card. */
  #isGroup(element: OutlineElement): boolean {
    if (element.inline || isTable(element) || isFrameDocument(element) || this.elements.isSimple(element))
      return false;
    const { textLength, controls, hasBlocks } = this.elements.extentOf(element);
    return hasBlocks && textLength <= MAX_GROUP_CHARS && controls <= MAX_GROUP_CONTROLS;
  }

  #addContentOf(element: OutlineElement, place: OutlinePlace): void {
    if (isFrameDocument(element)) {
      this.#addFrame(element, place);
      return;
    }
    const details = this.elements.detailsOf(element);
    if (details?.candidate.behindModal) return;
    if (details?.isCandidate) this.writer.setPosition(details.candidate);
    const elements = details?.isCandidate ? [details.candidate] : [];
    const control = this.elements.controlOf(element);
    if (element.tag === 'dd' && this.#continueTerm(element, place)) return;
    if (control && isWholeControl(element, control.candidate, this.elements)) {
      this.#addInLine(element, place, () => this.writer.line.addControl(control, 'all'));
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
      addTable(element, table, place, {
        writer: this.writer,
        elements: this.elements,
        addContent: this.addContent.bind(this),
      });
      return;
    }
    const region = control ? null : this.elements.regionOf(element, place.overlay);
    if (region) {
      // A heading that repeats the name is shown instead of it.
      const name = hasHeading(element, region.name) ? '' : region.name;
      const prefix = name.trim() ? `${region.kind} ${quote(name, MAX_TITLE_CHARS)}` : region.kind;
      const overlay = details?.candidate.overlay ?? place.overlay;
      this.#addBelowTitle(element, this.writer.addTitle(place, { prefix, elements }, overlay));
      return;
    }
    if (control && !this.elements.isSimple(element)) {
      const shows = containsName(element, control.candidate) ? 'role' : 'name';
      const piece: LinePiece = { kind: 'control', ...control, shows };
      this.#addBelowTitle(element, this.writer.addTitle(place, { pieces: [piece], elements }));
      return;
    }
    if (isList(element) && !this.elements.isSimple(element)) {
      this.writer.endLine();
      this.addContent(element, place);
      this.writer.endLine();
      return;
    }
    this.#addInLine(element, place, () => {
      if (control) this.writer.line.addControl(control, isEditorBlock(control.candidate) ? 'number' : 'role');
      if (details?.isCandidate && !control) this.writer.line.addPicture(element, details.candidate);
      this.addContent(element, place);
    });
  }

  #addBelowTitle(element: OutlineElement, inner: OutlinePlace): void {
    this.addContent(element, inner);
    this.writer.endLine();
  }

  /** Adds an element that may share its line with the elements beside it. */
  #addInLine(element: OutlineElement, place: OutlinePlace, add: () => void): void {
    const { writer } = this;
    if (this.elements.isInline(element)) {
      writer.continueLine(place);
      this.#recordElement(element);
      add();
      return;
    }
    const box = this.elements.detailsOf(element)?.box;
    const isSimple = this.elements.isSimple(element);
    const before = writer.line.beside;
    if (isSimple && box && before && writer.isAt(place) && isBeside(before, box)) {
      writer.line.beside = null;
      writer.line.addSeparator('|');
    } else writer.startLine(place);
    this.#recordElement(element);
    if (isListItem(element)) writer.line.items += 1;
    add();
    writer.line.isTerm = element.tag === 'dt';
    if (isSimple && box && !writer.line.isEmpty) writer.line.beside = box;
    else writer.endLine();
  }

  /** Adds a definition to the line of its term. */
  #continueTerm(element: OutlineElement, place: OutlinePlace): boolean {
    const { line } = this.writer;
    if (!line.isTerm || !this.writer.isAt(place) || !this.elements.isSimple(element)) return false;
    line.isTerm = false;
    line.beside = null;
    this.#recordElement(element);
    line.addText(': ');
    this.addContent(element, place);
    this.writer.endLine();
    return true;
  }

  #recordElement(element: OutlineElement): void {
    const details = this.elements.detailsOf(element);
    if (details?.isCandidate) this.writer.line.elements.push(details.candidate);
  }

  /** Adds what the label contains besides its field's name: other text, and the field itself if it is inside. */
  #addLabel(element: OutlineElement, place: OutlinePlace, { name }: Candidate): void {
    const fieldName = flatten(name, MAX_TITLE_CHARS * 2);
    const add = (node: OutlineNode): void => {
      if (isElement(node)) {
        if (this.elements.controlOf(node)) this.#addElement(node, place);
        else if (this.elements.detailsOf(node)?.candidate.name === name && !isTable(node))
          node.content.forEach(add);
        else this.#addElement(node, place);
      } else if (!fieldName.includes(flatten(node, MAX_TITLE_CHARS * 2))) this.writer.addText(node, place);
    };
    this.#addInLine(element, place, () => element.content.forEach(add));
  }

  #addHeading(element: OutlineElement, place: OutlinePlace, elements: Candidate[]): void {
    this.writer.endLine();
    const attributes = this.elements.detailsOf(element)?.attributes ?? {};
    const level = Number(/^h([1-6])$/.exec(element.tag)?.[1] ?? attributes['aria-level'] ?? 2);
    const pieces = collectPieces(element, this.elements);
    if (!pieces.length) return;
    this.writer.addLine({
      kind: 'heading',
      prefix: '#'.repeat(Math.min(6, Math.max(1, level))),
      parent: place.parent,
      pieces,
      level,
      elements,
    });
  }

  #addFrame(document: OutlineElement, place: OutlinePlace): void {
    const url = firstCandidate(document, this.elements)?.frame.at(-1);
    const prefix = `frame${url ? ` ${shortenUrl(url, 60)}` : ''}`;
    this.#addBelowTitle(document, this.writer.addTitle(place, { prefix }));
  }
}

const hasHeading = ({ content }: OutlineElement, name: string): boolean =>
  content.some(
    (node) =>
      isElement(node) && (isHeading(node) ? textOf(node).trim() === name.trim() : hasHeading(node, name)),
  );

function firstCandidate(element: OutlineElement, elements: PageElements): Candidate | undefined {
  for (const node of element.content) {
    if (!isElement(node)) continue;
    const found = elements.detailsOf(node)?.candidate ?? firstCandidate(node, elements);
    if (found) return found;
  }
  return undefined;
}
