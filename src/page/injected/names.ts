/** Accessible name as the platform computes it (AccName, HTML-AAM), and the part of it that nobody sees. */
import { parentOf } from './dom.js';
import { type Reading, isShown, readContent, readDrawing, readElement, readReferenced } from './name-text.js';
import { labelsOf } from './pass.js';
import { referencedBy, roleOf } from './roles.js';
import { collapse, cut } from './text.js';
import { isUnseen } from './sight.js';

export { labelsOf } from './pass.js';
export { roleOf } from './roles.js';

const NAMED_BY_CONTENT = new Set([
  'button',
  'cell',
  'checkbox',
  'columnheader',
  'gridcell',
  'heading',
  'link',
  'math',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'rowheader',
  'switch',
  'tab',
  'term',
  'tooltip',
  'treeitem',
]);
/** Tags that take their name from their labels or from a part of their own. */
const NAMED_BY_PARTS = new Map<string, (element: Element) => Part | null>(
  Object.entries({
    button: labelled,
    meter: labelled,
    output: labelled,
    progress: labelled,
    select: labelled,
    textarea: labelled,
    input: (element: Element) => labelled(element) ?? inputPart(element as HTMLInputElement),
    img: (element: Element) => words(element.getAttribute('alt')),
    area: (element: Element) => words(element.getAttribute('alt')),
    svg: drawn,
    optgroup: (element: Element) => words(element.getAttribute('label')),
    option: (element: Element) => words(element.getAttribute('label')),
    fieldset: (element: Element) => child(element, 'legend'),
    figure: (element: Element) => child(element, 'figcaption'),
    table: (element: Element) => child(element, 'caption') ?? words(element.getAttribute('summary')),
  }),
);
const NAME_LIMIT = 200;
/** Longer than this, a label is no word for a thing any more. */
const LONG_LABEL = 120;

/** Where a name comes from: words of its own, or elements that are read. */
type Part =
  | { words: string }
  | { elements: readonly Element[]; how: 'whole' | 'content' | 'referenced' | 'drawing' };

function words(text: string | null): Part | null {
  return text?.trim() ? { words: text } : null;
}

function read(part: Part, self: Element, counts?: Reading['counts']): string {
  if ('words' in part) return counts ? '' : part.words;
  const reading: Reading = { text: '', everything: false, follow: true, self, counts };
  if (part.how === 'referenced') readReferenced(reading, part.elements);
  else if (part.how === 'drawing') for (const element of part.elements) readDrawing(reading, element);
  else
    for (const element of part.elements) {
      if (part.how === 'whole') readElement(reading, element);
      else readContent(reading, element);
      reading.text += ' ';
    }
  return reading.text;
}

function labelled(element: Element): Part | null {
  const labels = labelsOf(element).filter(isShown);
  return labels.length ? { elements: labels, how: 'whole' } : null;
}

function child(element: Element, tag: string): Part | null {
  for (let at = element.firstElementChild; at; at = at.nextElementSibling)
    if (at.localName === tag) return isShown(at) ? { elements: [at], how: 'content' } : null;
  return null;
}

function drawn(element: Element): Part | null {
  return element.querySelector('title, text, use, foreignObject, [aria-label]')
    ? { elements: [element], how: 'drawing' }
    : null;
}

function inputPart(input: HTMLInputElement): Part | null {
  switch (input.type) {
    case 'submit':
      return words(input.getAttribute('value') ?? 'Submit');
    case 'reset':
      return words(input.getAttribute('value') ?? 'Reset');
    case 'button':
      return words(input.value);
    case 'image':
      return words(input.alt) ?? words(input.getAttribute('value')) ?? words(input.title) ?? words('Submit');
    case 'file':
      return words(input.title) ?? words(input.multiple ? 'Choose Files' : 'Choose File');
    default:
      return null;
  }
}

function isNamedByContent(element: Element, role: string): boolean {
  if (role === 'row') return inGrid(element);
  return NAMED_BY_CONTENT.has(role);
}

/** A row is named where it is chosen as a whole. */
function inGrid(row: Element): boolean {
  for (let at = parentOf(row), steps = 0; at && steps < 4; at = parentOf(at), steps++) {
    const role = at.getAttribute('role');
    if (role === 'grid' || role === 'treegrid') return true;
    if (role === 'table' || (at.localName === 'table' && !role)) return false;
  }
  return false;
}

/** Where the name of an element may come from, best first. */
function* parts(element: Element, role: string, tag: string): Generator<Part> {
  const attributes = element.hasAttributes();
  if (attributes) {
    if (element.hasAttribute('aria-labelledby')) {
      const elements = referencedBy(element);
      if (elements.length) yield { elements, how: 'referenced' };
    }
    const label = words(element.getAttribute('aria-label'));
    if (label) yield label;
  }
  const part = NAMED_BY_PARTS.get(tag)?.(element) ?? (role === 'graphics-symbol' ? drawn(element) : null);
  if (part) yield part;
  if (isNamedByContent(element, role) && tag !== 'input' && tag !== 'select')
    yield { elements: [element], how: 'content' };
  if (!attributes) return;
  for (const name of ['title', 'placeholder', 'aria-placeholder']) {
    const text = words(element.getAttribute(name));
    if (text) yield text;
  }
  // The platform names no letter of a drawing by itself, and people know it by nothing else.
  if (tag === 'text' && element.namespaceURI === SVG) {
    const text = words(element.textContent);
    if (text) yield text;
  }
}

const SVG = 'http://www.w3.org/2000/svg';

/** Accessible name, white space collapsed, at most 200 code points. */
export function nameOf(element: Element, role: string): string {
  if (role === 'none') return '';
  const tag = element.localName;
  // Most elements of a page have no name and nothing that could give them one.
  if (
    !element.hasAttributes() &&
    !NAMED_BY_PARTS.has(tag) &&
    role !== 'graphics-symbol' &&
    !isNamedByContent(element, role)
  )
    return '';
  for (const part of parts(element, role, tag)) {
    const name = collapse(read(part, element));
    if (name) return cut(name, NAME_LIMIT);
  }
  return '';
}

/** Its name or, for a shape of a drawing that has none, the words that are drawn on it. */
export function calledOf(element: Element, role: string): string {
  const name = nameOf(element, role);
  const shape = !name && element.namespaceURI === 'http://www.w3.org/2000/svg' && element.localName !== 'svg';
  return shape ? contentName(element) : name;
}

/** Name from content alone: text, alternatives of pictures, nested names. */
export function contentName(element: Element): string {
  return cut(collapse(read({ elements: [element], how: 'content' }, element)), NAME_LIMIT);
}

const folded = (text: string): string => collapse(text).toLowerCase();

/**
 * What an `aria-label` says beside what the element shows. What is named by its content should be called what
 * it shows; for fields, regions and signs like × or ⋮ a label is the only word there is.
 */
function unseenLabel(label: string, shown: string, byContent: boolean): string {
  if (!byContent || !/[\p{L}\p{N}]/u.test(shown)) return label.length > LONG_LABEL ? label : '';
  const at = folded(label).indexOf(shown);
  return at < 0 ? label : collapse(`${label.slice(0, at)} ${label.slice(at + shown.length)}`);
}

/**
 * The part of `name` that nobody sees: screen-reader text, labels out of sight, an `aria-label` that says
 * something else than the element shows. Cheap where the name can be read off the page.
 */
export function hiddenNameOf(element: Element, name: string, visibleText: string): string | undefined {
  if (!name) return undefined;
  const shown = folded(visibleText);
  if (shown.includes(folded(name))) return undefined;
  const role = roleOf(element);
  for (const part of parts(element, role, element.localName)) {
    if (!collapse(read(part, element))) continue;
    const label = 'words' in part && part.words === element.getAttribute('aria-label');
    const hidden = collapse(
      label
        ? unseenLabel(collapse(part.words), shown, isNamedByContent(element, role))
        : read(part, element, isUnseen),
    );
    return hidden ? cut(hidden, NAME_LIMIT) : undefined;
  }
  return undefined;
}
