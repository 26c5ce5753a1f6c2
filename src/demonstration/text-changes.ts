/** Records which text blocks appeared or disappeared between two observations of a page. */
import type { Observation, TextChanges } from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';

const MAX_TEXTS = 12;
const MAX_TEXT_LENGTH = 200;

type ObservedPage = Pick<Observation, 'url' | 'text'>;

export class TextChangeRecorder {
  #lastPage: { page: string; texts: readonly string[] } | null = null;

  constructor(private readonly redactor: Redactor) {}

  /** @returns null for the first observation, after a navigation to another page, and if no text changed */
  record({ url, text: blocks }: ObservedPage): TextChanges | null {
    const page = url.replace(/#.*$/, '');
    const texts = blocks.map(({ text }) => text);
    const lastPage = this.#lastPage;
    this.#lastPage = { page, texts };
    if (lastPage?.page !== page) return null;
    const added = removeOccurrences(texts, lastPage.texts);
    const removed = removeOccurrences(lastPage.texts, texts);
    if (added.length + removed.length === 0) return null;
    return {
      added: this.#shorten(added),
      removed: this.#shorten(removed),
      omitted: Math.max(0, added.length - MAX_TEXTS) + Math.max(0, removed.length - MAX_TEXTS),
    };
  }

  /** Masks secrets before it truncates a text, because part of a secret would not be recognised. */
  #shorten(texts: readonly string[]): string[] {
    return texts.slice(0, MAX_TEXTS).map((text) => {
      const maskedText = this.redactor.text(text);
      return maskedText.length > MAX_TEXT_LENGTH ? `${maskedText.slice(0, MAX_TEXT_LENGTH)}…` : maskedText;
    });
  }
}

/** Removes one occurrence of a text for each of its occurrences in `removedTexts`. */
function removeOccurrences(texts: readonly string[], removedTexts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of removedTexts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}
