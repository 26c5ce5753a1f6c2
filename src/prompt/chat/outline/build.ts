/**
 * Builds a page's outline as lines in reading order. Regions, lists and tables have a title line, and their
 * content is indented below it. Simple elements next to each other share a line.
 */
import type { Candidate, Observation, OutlineElement, OutlineNode } from '../../../contract/index.js';
import type { ElementNumbers } from '../numbers.js';
import { toOneLine, quote, shortenUrl } from '../page-text.js';
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
import { collectPieces, containsName, isWholeControl, readText } from './inline-pieces.js';
import { LineWriter, type OutlinePosition } from './line-writer.js';
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

  addContent({ content }: { content: readonly OutlineNode[] }, place: OutlinePosition): void {
    for (const node of content)
      if (isElement(node)) this.#addElement(node, place);
      else this.writer.addText(node, place);
  }

  #addElement(element: OutlineElement, place: OutlinePosition): void {
    if (this.writer.isInGroup || !this.#isGroup(element)) this.#addElementContent(element, place);
    else this.writer.addGroup(() => this.#addElementContent(element, place));
  }

  /** Whether the element is a small block that spans several lines, such as a card. */
  #isGroup(element: OutlineElement): boolean {
    if (element.inline || isTable(element) || isFrameDocument(element) || this.elements.isSimple(element))
      return false;
    const { textLength, controlCount, hasBlocks } = this.elements.getExtent(element);
    return hasBlocks && textLength <= MAX_GROUP_CHARS && controlCount <= MAX_GROUP_CONTROLS;
  }

  #addElementContent(element: OutlineElement, place: OutlinePosition): void {
    if (isFrameDocument(element)) {
      this.#addFrame(element, place);
      return;
    }
    const details = this.elements.getDetails(element);
    if (details?.candidate.behindModal) return;
    if (details?.isCandidate) this.writer.setPosition(details.candidate);
    const elements = details?.isCandidate ? [details.candidate] : [];
    const control = this.elements.getControl(element);
    if (element.tag === 'dd' && this.#addDefinition(element, place)) return;
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
    const region = control ? null : this.elements.getRegion(element, place.overlay);
    if (region) {
      // If a heading repeats the name, only the heading is shown.
      const name = hasHeading(element, region.name) ? '' : region.name;
      const prefix = name.trim() ? `${region.kind} ${quote(name, MAX_TITLE_CHARS)}` : region.kind;
      const overlay = details?.candidate.overlay ?? place.overlay;
      this.#addBelowTitle(element, this.writer.addTitle(place, { prefix, elements }, overlay));
      return;
    }
    if (control && !this.elements.isSimple(element)) {
      const detail = containsName(element, control.candidate) ? 'role' : 'name';
      const piece: LinePiece = { kind: 'control', ...control, detail };
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
      if (details?.isCandidate && !control) this.writer.line.addImage(element, details.candidate);
      this.addContent(element, place);
    });
  }

  #addBelowTitle(element: OutlineElement, inner: OutlinePosition): void {
    this.addContent(element, inner);
    this.writer.endLine();
  }

  /** Adds an element that may share its line with the elements next to it. */
  #addInLine(element: OutlineElement, place: OutlinePosition, add: () => void): void {
    const { writer } = this;
    if (this.elements.isInline(element)) {
      writer.continueLine(place);
      this.#recordElement(element);
      add();
      return;
    }
    const box = this.elements.getDetails(element)?.box;
    const isSimple = this.elements.isSimple(element);
    const previousBox = writer.line.neighbourBox;
    if (isSimple && box && previousBox && writer.isAt(place) && isBeside(previousBox, box)) {
      writer.line.neighbourBox = null;
      writer.line.addSeparator('|');
    } else writer.startLine(place);
    this.#recordElement(element);
    if (isListItem(element)) writer.line.itemCount += 1;
    add();
    writer.line.isTerm = element.tag === 'dt';
    if (isSimple && box && !writer.line.isEmpty) writer.line.neighbourBox = box;
    else writer.endLine();
  }

  /** Adds a definition to its term's line. */
  #addDefinition(element: OutlineElement, place: OutlinePosition): boolean {
    const { line } = this.writer;
    if (!line.isTerm || !this.writer.isAt(place) || !this.elements.isSimple(element)) return false;
    line.isTerm = false;
    line.neighbourBox = null;
    this.#recordElement(element);
    line.addText(': ');
    this.addContent(element, place);
    this.writer.endLine();
    return true;
  }

  #recordElement(element: OutlineElement): void {
    const details = this.elements.getDetails(element);
    if (details?.isCandidate) this.writer.line.elements.push(details.candidate);
  }

  /** Adds a label's content except the field's name: other text, and the field itself if it is inside the label. */
  #addLabel(element: OutlineElement, place: OutlinePosition, { name }: Candidate): void {
    const fieldName = toOneLine(name, MAX_TITLE_CHARS * 2);
    const add = (node: OutlineNode): void => {
      if (isElement(node)) {
        if (this.elements.getControl(node)) this.#addElement(node, place);
        else if (this.elements.getDetails(node)?.candidate.name === name && !isTable(node))
          node.content.forEach(add);
        else this.#addElement(node, place);
      } else if (!fieldName.includes(toOneLine(node, MAX_TITLE_CHARS * 2))) this.writer.addText(node, place);
    };
    this.#addInLine(element, place, () => element.content.forEach(add));
  }

  #addHeading(element: OutlineElement, place: OutlinePosition, elements: Candidate[]): void {
    this.writer.endLine();
    const attributes = this.elements.getDetails(element)?.attributes ?? {};
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

  #addFrame(document: OutlineElement, place: OutlinePosition): void {
    const url = findFirstCandidate(document, this.elements)?.frame.at(-1);
    const prefix = `frame${url ? ` ${shortenUrl(url, 60)}` : ''}`;
    this.#addBelowTitle(document, this.writer.addTitle(place, { prefix }));
  }
}

const hasHeading = ({ content }: OutlineElement, name: string): boolean =>
  content.some(
    (node) =>
      isElement(node) && (isHeading(node) ? readText(node).trim() === name.trim() : hasHeading(node, name)),
  );

function findFirstCandidate(element: OutlineElement, elements: PageElements): Candidate | undefined {
  for (const node of element.content) {
    if (!isElement(node)) continue;
    const candidate = elements.getDetails(node)?.candidate ?? findFirstCandidate(node, elements);
    if (candidate) return candidate;
  }
  return undefined;
}
