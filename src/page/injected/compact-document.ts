/**
 * Creates an element's compact document, the one-line description that rankers read. It contains no uid, box or path,
 * so it stays the same when the page scrolls or re-renders. The dense ranker was trained on exactly this format.
 */
import { unclobberedParentOf } from './dom.js';
import { labelsOf } from './names.js';
import { isPassword } from './states.js';
import { collapseWhitespace, truncate, readOptionsText, readRenderedText } from './text.js';

const FIELD_TAGS = new Set(['input', 'select', 'textarea']);

function describeRole(element: Element): string {
  const role = element.getAttribute('role')?.trim();
  if (role) return role;
  const tag = element.localName;
  if (tag === 'input') {
    const type = (element.getAttribute('type') ?? '').toLowerCase();
    if (type === 'submit' || type === 'button' || type === 'image') return 'button';
    if (type === 'checkbox' || type === 'radio') return type;
    if (type === 'file') return 'file upload';
    return type && type !== 'text' ? `${type} text field` : 'text field';
  }
  return { a: 'link', select: 'dropdown', textarea: 'text field', img: 'image' }[tag] ?? tag;
}

/** Splits `guest_email`, `guestEmail` or `/tickets/day` into words. */
function splitIdentifier(text: string): string {
  return collapseWhitespace(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[-_./#:]/g, ' '));
}

function readLabelText(element: Element): string {
  const firstLabel = labelsOf(element)[0];
  if (firstLabel) return collapseWhitespace(firstLabel.textContent ?? '');
  const ids = element.getAttribute('aria-labelledby');
  if (ids) {
    const root = element.getRootNode() as Document | ShadowRoot;
    return collapseWhitespace(
      ids
        .split(/\s+/)
        .map((id) => (id && root.getElementById(id)?.textContent) || '')
        .join(' '),
    );
  }
  let ancestor = unclobberedParentOf(element);
  for (let step = 0; step < 3 && ancestor; step++, ancestor = unclobberedParentOf(ancestor)) {
    const text = collapseWhitespace(ancestor.textContent ?? '');
    if (text && text.length < 80) return text;
  }
  return '';
}

function readValueText(element: Element): string {
  if (isPassword(element)) return '';
  const input = element as HTMLInputElement;
  if (
    element.localName === 'input' &&
    input.type !== 'checkbox' &&
    input.type !== 'radio' &&
    input.type !== 'file'
  )
    return input.value;
  return element.getAttribute('value') ?? '';
}

/**
 * Joins role, text, label and attributes with ` | `. The ranker was trained with this order and these length limits.
 *
 * @param text at least the first 200 code points of the element's rendered text, if known
 */
export function createCompactDocument(element: Element, text: string | null): string {
  const parts = [describeRole(element)];
  const addedTexts = new Set<string>();
  const addPart = (text: string, max: number): void => {
    const fullText = collapseWhitespace(text);
    const key = fullText.toLowerCase();
    if (!fullText || addedTexts.has(key)) return;
    addedTexts.add(key);
    parts.push(truncate(fullText, max));
  };
  const tag = element.localName;
  // Reads more text than is added, so that duplicates are detected by their full text.
  addPart(
    tag === 'select'
      ? readOptionsText(element as HTMLSelectElement)
      : (text ?? readRenderedText(element, 200)),
    80,
  );
  if (FIELD_TAGS.has(tag)) addPart(readLabelText(element), 60);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    addPart(element.getAttribute(name) ?? '', 50);
  addPart(readValueText(element), 50);
  for (const name of ['name', 'id']) {
    const value = element.getAttribute(name) ?? '';
    if (value.length < 40 && !/\d{3}/.test(value)) addPart(splitIdentifier(value), 40);
  }
  if (parts.length < 3) addPart(splitIdentifier((element.getAttribute('href') ?? '').slice(-40)), 60);
  if (parts.length === 1) addPart(splitIdentifier((element.getAttribute('class') ?? '').slice(0, 60)), 80);
  return parts.join(' | ');
}
