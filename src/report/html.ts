/**
 * HTML as a tagged template that escapes every text. Recorded text is untrusted, so reports build markup in no other
 * way.
 */

/** Markup that is safe to write: made by `html`, or by `trusted` from the program's own files. */
export class Markup {
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }
}

export type MarkupPart = string | number | Markup | readonly MarkupPart[] | null | undefined | false;

/** Escapes every part that is not markup. Lists are joined; null, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: MarkupPart[]): Markup {
  // Removes the code formatter's indentation.
  const fixed = strings.map((text) => text.replace(/\n\s+/g, '\n'));
  return new Markup(fixed[0] + parts.map((part, index) => toSource(part) + fixed[index + 1]).join(''));
}

/** Like `html`, for elements that stay open until a later call. The formatter would close them in `html`. */
export const openHtml: typeof html = (strings, ...parts) => html(strings, ...parts);

/** Marks text as markup. Use it only for the program's own text, never for recorded text. */
export const trusted = (source: string): Markup => new Markup(source);

function toSource(part: MarkupPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.source;
  if (Array.isArray(part)) return part.map(toSource).join('');
  return escapeHtml(String(part));
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
