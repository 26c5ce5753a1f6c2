/** Builds the rendered text of a document, with white space collapsed as browsers do. */
import { collapse } from './text.js';

export class TextBuilder {
  /** Number of characters so far. */
  length = 0;
  /** Whether text was omitted because it exceeds the maximum length. */
  truncated = false;
  readonly #maxLength: number;
  readonly #parts: string[] = [];
  /** Whether to insert a space before the next text. */
  #pendingSpace = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  append(rawText: string): void {
    const remaining = this.#maxLength - this.length;
    if (rawText.length > remaining) this.truncated = true;
    const text = rawText.length > remaining ? rawText.slice(0, Math.max(0, remaining)) : rawText;
    const words = collapse(text);
    if (!words) {
      if (text) this.#pendingSpace = true;
      return;
    }
    if (this.length && (this.#pendingSpace || text[0] !== words[0])) {
      this.#parts.push(' ');
      this.length++;
    }
    this.#parts.push(words);
    this.length += words.length;
    this.#pendingSpace = text.at(-1) !== words.at(-1);
  }

  /** Separates the next text from the previous one, for example at the edge of a block. */
  addBreak(): void {
    this.#pendingSpace = true;
  }

  toString(): string {
    return this.#parts.join('');
  }
}
