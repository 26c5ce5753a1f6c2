/**
 * A tagged template that builds HTML and escapes all text. Recorded text is untrusted, so reports build all markup with
 * it.
 */

/** Markup that is safe to write: built by `html`, or by `toTrustedMarkup` from the program's own text. */
export class Markup {
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }
}

export type MarkupValue = string | number | Markup | readonly MarkupValue[] | null | undefined | false;

/** Escapes every value that is not markup. Joins lists; leaves out null, undefined and false. */
export function html(strings: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  // Removes the code formatter's indentation.
  const literals = strings.map((text) => text.replace(/\n\s+/g, '\n'));
  return new Markup(literals[0] + values.map((part, index) => toSource(part) + literals[index + 1]).join(''));
}

/** Like `html`, for elements that stay open until a later call. The formatter would close them in `html`. */
export const openHtml: typeof html = (strings, ...values) => html(strings, ...values);

/** Marks text as markup. Use it only for the program's own text, never for recorded text. */
export const toTrustedMarkup = (source: string): Markup => new Markup(source);

function toSource(value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.source;
  if (Array.isArray(value)) return value.map(toSource).join('');
  return escapeHtml(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for content and quoted attributes. Control characters and bidi embeddings, overrides and isolates become
 * U+FFFD, because an override can display `exe.gpj` as `jpg.exe`. Ordinary bidi marks stay.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
