/** Writes the lines of an outline: the current line, titles, and groups of lines. */
import type { Candidate } from '../../../contract/index.js';
import { LineBuffer, splitPieces } from './line-buffer.js';
import type { OutlineLine } from './lines.js';

/** The position in the outline at which content is added. */
export interface OutlinePosition {
  /** The title line of the enclosing region, list or table. */
  parent: OutlineLine | null;
  overlay: string | undefined;
}

export class LineWriter {
  readonly #lines: OutlineLine[] = [];
  #line = new LineBuffer();
  #lineParent: OutlineLine | null = null;
  /** Position of the last element among the candidates. */
  #order = 0;
  #groupCount = 0;
  /** The group that contains the current element; 0 if none does. */
  #group = 0;

  get line(): LineBuffer {
    return this.#line;
  }

  finish(): OutlineLine[] {
    this.endLine();
    return this.#lines;
  }

  /** Sets the position for the following lines that contain no element. */
  setPosition({ order }: Candidate): void {
    this.#order = order;
  }

  addText(text: string, place: OutlinePosition): void {
    this.continueLine(place);
    this.#line.addText(text);
  }

  /** Starts a new line if the current one has another parent or waits for an element next to it. */
  continueLine(place: OutlinePosition): void {
    if (this.#line.neighbourBox || !this.isAt(place)) this.endLine();
    this.#lineParent = place.parent;
  }

  startLine({ parent }: OutlinePosition): void {
    this.endLine();
    this.#lineParent = parent;
  }

  /** Whether the current line is at this position. */
  isAt({ parent }: OutlinePosition): boolean {
    return this.#lineParent === parent;
  }

  endLine(): void {
    const line = this.#line;
    this.#line = new LineBuffer();
    if (line.isEmpty) return;
    const isItem = line.itemCount === 1;
    for (const [i, pieces] of splitPieces(line.pieces).entries())
      this.addLine({
        kind: isItem ? 'item' : 'text',
        prefix: isItem && i === 0 ? '-' : '',
        parent: this.#lineParent,
        pieces,
        elements: i === 0 ? line.elements : [],
      });
  }

  addLine(line: Partial<OutlineLine> & Pick<OutlineLine, 'kind' | 'parent'>): OutlineLine {
    const elements = line.elements ?? [];
    const order = elements[0]?.order ?? this.#order;
    const group = this.#group || ++this.#groupCount;
    const completeLine: OutlineLine = {
      prefix: '',
      pieces: [],
      level: 0,
      row: 0,
      ...line,
      group,
      order,
      elements,
    };
    this.#lines.push(completeLine);
    return completeLine;
  }

  /** Adds a title line. @returns the position below it */
  addTitle(place: OutlinePosition, title: Partial<OutlineLine>, overlay = place.overlay): OutlinePosition {
    this.endLine();
    return { parent: this.addLine({ kind: 'title', parent: place.parent, ...title }), overlay };
  }

  get isInGroup(): boolean {
    return this.#group !== 0;
  }

  /** Adds the lines that `add` writes as one group. */
  addGroup(add: () => void): void {
    this.endLine();
    this.#group = ++this.#groupCount;
    add();
    this.endLine();
    this.#group = 0;
  }
}
