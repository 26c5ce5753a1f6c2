/**
 * Formats the text list of WebVoyager's numbered elements exactly as the released code does: some elements have no
 * entry, and long texts are omitted. Pure.
 */

/** An element as WebVoyager reads it. */
export interface ListedElement {
  tag: string;
  /** The property `type`, not the attribute: `submit` for a plain button. */
  type: string | null;
  /** `textContent`, trimmed. */
  text: string;
  ariaLabel: string;
}

const TEXT_INPUT_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'password', 'email', 'tel']);
/** Counted in code points. Elements with more text have no entry. */
const MAX_TEXT_CHARS = 199;

/** Entries in number order, joined by tabs. */
export function formatTextList(elements: readonly ListedElement[]): string {
  return elements.flatMap((element, index) => formatEntry(element, index) ?? []).join('\t');
}

function formatEntry({ tag: rawTag, type, text, ariaLabel }: ListedElement, index: number): string | null {
  const tag = rawTag.toLowerCase();
  if (text === '') return isEmptyControl(tag, type) ? `[${index}]: <${tag}> "${ariaLabel}";` : null;
  if (Array.from(text).length > MAX_TEXT_CHARS || (text.includes('<img') && text.includes('src=')))
    return null;
  const kind = tag === 'button' || tag === 'input' || tag === 'textarea' ? `<${tag}> ` : '';
  const label = ariaLabel && ariaLabel !== text ? `, "${ariaLabel}"` : '';
  return `[${index}]: ${kind}"${text}"${label};`;
}

function isEmptyControl(tag: string, type: string | null): boolean {
  if (tag === 'input') return TEXT_INPUT_TYPES.has(type ?? '');
  return tag === 'textarea' || (tag === 'button' && (type === 'submit' || type === 'button'));
}

/** A note for the next observation if text was typed into an element that may not be a text box; '' for text boxes. */
export function formatTypingWarning({ tag: rawTag, type }: Pick<ListedElement, 'tag' | 'type'>): string {
  const tag = rawTag.toLowerCase();
  if (tag === 'textarea' || (tag === 'input' && TEXT_INPUT_TYPES.has(type ?? ''))) return '';
  return `note: The web element you're trying to type may not be a textbox, and its tag name is <${tag}>, type is ${type ?? 'None'}.`;
}
