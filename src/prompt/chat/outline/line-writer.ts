/** Writes the lines of an outline: the current line, titles, and groups of lines. */
import type { Candidate } from '../../../contract/index.js';
import { Flow, splitPieces } from './flow.js';
import type { OutlineLine } from './lines.js';

/** The position in the outline at which content is added. */
export interface OutlinePlace {
  /** The title line of the enclosing region, list or table. */
  parent: OutlineLine | null;
  /** Name of the enclosing overlay. */
  overlay: string | undefined;
}

export class LineWriter {
  readonly #lines: OutlineLine[] = [];
  #flow = new Flow();
  #flowParent: OutlineLine | null = null;
  /** Document position of the last element. */
  #order = 0;
  #groupCount = 0;
  /** The group that contains the current element; 0 if none does. */
  #group = 0;

  /** The current line. */
  get flow(): Flow {
    return this.#flow;
  }

  finish(): OutlineLine[] {
    this.endLine();
    return this.#lines;
  }

  /** Sets the document position for the lines that follow and contain no element. */
  setPosition({ order }: Candidate): void {
    this.#order = order;
  }

  addText(text: string, place: OutlinePlace): void {
    this.continueLine(place);
    this.#flow.addText(text);
  }

  /** Starts a new line if the current one has another parent or waits for an element beside it. */
  continueLine(place: OutlinePlace): void {
    if (this.#flow.beside || !this.isFilling(place)) this.endLine();
    this.#flowParent = place.parent;
  }

  startLine({ parent }: OutlinePlace): void {
    this.endLine();
    this.#flowParent = parent;
  }

  /** Whether the current line has the same parent. */
  isFilling({ parent }: OutlinePlace): boolean {
    return this.#flowParent === parent;
  }

  endLine(): void {
    const flow = this.#flow;
    this.#flow = new Flow();
    if (flow.isEmpty) return;
    const isItem = flow.items === 1;
    for (const [i, pieces] of splitPieces(flow.pieces).entries())
      this.addLine({
        kind: isItem ? 'item' : 'text',
        prefix: isItem && i === 0 ? '-' : '',
        parent: this.#flowParent,
        pieces,
        elements: i === 0 ? flow.elements : [],
      });
  }

  addLine(line: Partial<OutlineLine> & Pick<OutlineLine, 'kind' | 'parent'>): OutlineLine {
    const elements = line.elements ?? [];
    const order = elements[0]?.order ?? this.#order;
    const group = this.#group || ++this.#groupCount;
    const whole: OutlineLine = { prefix: '', pieces: [], level: 0, row: 0, ...line, group, order, elements };
    this.#lines.push(whole);
    return whole;
  }

  /** Adds a title line. @returns the place below it */
  addTitle(place: OutlinePlace, title: Partial<OutlineLine>, overlay = place.overlay): OutlinePlace {
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
