/** Computes accessible names (AccName, HTML-AAM) and the part of a name that is not visible. */
import { parentOf } from './dom.js';
import {
  type NameText,
  isShown,
  readContent,
  readDrawing,
  readElement,
  readReferenced,
} from './name-text.js';
import { labelsOf } from './query-cache.js';
import { referencedBy, roleOf } from './roles.js';
import { collapse, truncate } from './text.js';
import { isTextHidden } from './visibility.js';

export { labelsOf } from './query-cache.js';
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
/** Tags that are named by their labels or by a specific attribute or child. */
const NAME_SOURCES = new Map<string, (element: Element) => NameSource | null>(
  Object.entries({
    button: labelSource,
    meter: labelSource,
    output: labelSource,
    progress: labelSource,
    select: labelSource,
    textarea: labelSource,
    input: (element: Element) => labelSource(element) ?? inputSource(element as HTMLInputElement),
    img: (element: Element) => textSource(element.getAttribute('alt')),
    area: (element: Element) => textSource(element.getAttribute('alt')),
    svg: drawingSource,
    optgroup: (element: Element) => textSource(element.getAttribute('label')),
    option: (element: Element) => textSource(element.getAttribute('label')),
    fieldset: (element: Element) => childSource(element, 'legend'),
    figure: (element: Element) => childSource(element, 'figcaption'),
    table: (element: Element) =>
      childSource(element, 'caption') ?? textSource(element.getAttribute('summary')),
  }),
);
const MAX_NAME_LENGTH = 200;
/** A longer `aria-label` accepts as hidden text, because it is more than a short name. */
const MAX_LABEL_LENGTH = 120;

/** Source of a name: literal text, or elements to read. */
type NameSource =
  | { words: string }
  | { elements: readonly Element[]; how: 'whole' | 'content' | 'referenced' | 'drawing' };

function textSource(text: string | null): NameSource | null {
  return text?.trim() ? { words: text } : null;
}

function readSource(source: NameSource, self: Element, accepts?: NameText['accepts']): string {
  if ('words' in source) return accepts ? '' : source.words;
  const nameText: NameText = {
    text: '',
    includeHidden: false,
    followReferences: true,
    self,
    accepts: accepts,
  };
  if (source.how === 'referenced') readReferenced(nameText, source.elements);
  else if (source.how === 'drawing') for (const element of source.elements) readDrawing(nameText, element);
  else
    for (const element of source.elements) {
      if (source.how === 'whole') readElement(nameText, element);
      else readContent(nameText, element);
      nameText.text += ' ';
    }
  return nameText.text;
}

function labelSource(element: Element): NameSource | null {
  const labels = labelsOf(element).filter(isShown);
  return labels.length ? { elements: labels, how: 'whole' } : null;
}

function childSource(element: Element, tag: string): NameSource | null {
  for (let at = element.firstElementChild; at; at = at.nextElementSibling)
    if (at.localName === tag) return isShown(at) ? { elements: [at], how: 'content' } : null;
  return null;
}

function drawingSource(element: Element): NameSource | null {
  return element.querySelector('title, text, use, foreignObject, [aria-label]')
    ? { elements: [element], how: 'drawing' }
    : null;
}

function inputSource(input: HTMLInputElement): NameSource | null {
  switch (input.type) {
    case 'submit':
      return textSource(input.getAttribute('value') ?? 'Submit');
    case 'reset':
      return textSource(input.getAttribute('value') ?? 'Reset');
    case 'button':
      return textSource(input.value);
    case 'image':
      return (
        textSource(input.alt) ??
        textSource(input.getAttribute('value')) ??
        textSource(input.title) ??
        textSource('Submit')
      );
    case 'file':
      return textSource(input.title) ?? textSource(input.multiple ? 'Choose Files' : 'Choose File');
    default:
      return null;
  }
}

function isNamedByContent(element: Element, role: string): boolean {
  if (role === 'row') return inGrid(element);
  return NAMED_BY_CONTENT.has(role);
}

/** Rows have names only in grids, where users select whole rows. */
function inGrid(row: Element): boolean {
  for (let at = parentOf(row), steps = 0; at && steps < 4; at = parentOf(at), steps++) {
    const role = at.getAttribute('role');
    if (role === 'grid' || role === 'treegrid') return true;
    if (role === 'table' || (at.localName === 'table' && !role)) return false;
  }
  return false;
}

/** Possible sources of the element's name, in order of precedence. */
function* nameSources(element: Element, role: string, tag: string): Generator<NameSource> {
  const attributes = element.hasAttributes();
  if (attributes) {
    if (element.hasAttribute('aria-labelledby')) {
      const elements = referencedBy(element);
      if (elements.length) yield { elements, how: 'referenced' };
    }
    const label = textSource(element.getAttribute('aria-label'));
    if (label) yield label;
  }
  const source =
    NAME_SOURCES.get(tag)?.(element) ?? (role === 'graphics-symbol' ? drawingSource(element) : null);
  if (source) yield source;
  if (isNamedByContent(element, role) && tag !== 'input' && tag !== 'select')
    yield { elements: [element], how: 'content' };
  if (!attributes) return;
  for (const name of ['title', 'placeholder', 'aria-placeholder']) {
    const text = textSource(element.getAttribute(name));
    if (text) yield text;
  }
  // The specifications give SVG text no name, but users know it only by its text.
  if (tag === 'text' && element.namespaceURI === SVG) {
    const text = textSource(element.textContent);
    if (text) yield text;
  }
}

const SVG = 'http://www.w3.org/2000/svg';

/** Accessible name with collapsed white space, at most 200 code points. */
export function nameOf(element: Element, role: string): string {
  if (role === 'none') return '';
  const tag = element.localName;
  // Fast path: most elements have no source for a name.
  if (
    !element.hasAttributes() &&
    !NAME_SOURCES.has(tag) &&
    role !== 'graphics-symbol' &&
    !isNamedByContent(element, role)
  )
    return '';
  for (const source of nameSources(element, role, tag)) {
    const name = collapse(readSource(source, element));
    if (name) return truncate(name, MAX_NAME_LENGTH);
  }
  return '';
}

/** Accessible name or, for an unnamed shape of a drawing, the text on it. */
export function displayNameOf(element: Element, role: string): string {
  const name = nameOf(element, role);
  const shape = !name && element.namespaceURI === 'http://www.w3.org/2000/svg' && element.localName !== 'svg';
  return shape ? contentName(element) : name;
}

/** Name from content: text, alternative texts and nested names. */
export function contentName(element: Element): string {
  return truncate(collapse(readSource({ elements: [element], how: 'content' }, element)), MAX_NAME_LENGTH);
}

const normalise = (text: string): string => collapse(text).toLowerCase();

/**
 * The part of an `aria-label` that the element does not show. For elements named by their content, the label should
 * match the content; for fields, regions and symbols like × or ⋮, the label is the only text.
 */
function hiddenLabelPart(label: string, shown: string, byContent: boolean): string {
  if (!byContent || !/[\p{L}\p{N}]/u.test(shown)) return label.length > MAX_LABEL_LENGTH ? label : '';
  const at = normalise(label).indexOf(shown);
  return at < 0 ? label : collapse(`${label.slice(0, at)} ${label.slice(at + shown.length)}`);
}

/**
 * The part of `name` that is not visible: screen-reader text, hidden labels, or an `aria-label` that differs from the
 * visible text. Cheap if the visible text contains the name.
 */
export function hiddenNameOf(element: Element, name: string, visibleText: string): string | undefined {
  if (!name) return undefined;
  const shown = normalise(visibleText);
  if (shown.includes(normalise(name))) return undefined;
  const role = roleOf(element);
  for (const source of nameSources(element, role, element.localName)) {
    if (!collapse(readSource(source, element))) continue;
    const label = 'words' in source && source.words === element.getAttribute('aria-label');
    const hidden = collapse(
      label
        ? hiddenLabelPart(collapse(source.words), shown, isNamedByContent(element, role))
        : readSource(source, element, isTextHidden),
    );
    return hidden ? truncate(hidden, MAX_NAME_LENGTH) : undefined;
  }
  return undefined;
}
