/** Builds the rendered text of a document, with whitespace collapsed as browsers do. */
import { collapseWhitespace } from './text.js';

export class TextBuilder {
  /** Number of characters so far. */
  length = 0;
  /** Whether text was omitted because it exceeds the maximum length. */
  isTruncated = false;
  readonly #maxLength: number;
  readonly #parts: string[] = [];
  /** Whether to insert a space before the next text. */
  #needsSpace = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  append(rawText: string): void {
    const remainingLength = this.#maxLength - this.length;
    if (rawText.length > remainingLength) this.isTruncated = true;
    const text = rawText.length > remainingLength ? rawText.slice(0, Math.max(0, remainingLength)) : rawText;
    const collapsedText = collapseWhitespace(text);
    if (!collapsedText) {
      if (text) this.#needsSpace = true;
      return;
    }
    if (this.length && (this.#needsSpace || text[0] !== collapsedText[0])) {
      this.#parts.push(' ');
      this.length++;
    }
    this.#parts.push(collapsedText);
    this.length += collapsedText.length;
    this.#needsSpace = text.at(-1) !== collapsedText.at(-1);
  }

  /** Separates the next text from the previous one, for example at the edge of a block. */
  addBreak(): void {
    this.#needsSpace = true;
  }

  toString(): string {
    return this.#parts.join('');
  }
}
