/** Computes accessible names (AccName, HTML-AAM) and which part of a name is not visible. */
import { unclobberedParentOf } from './dom.js';
import {
  type NameText,
  isExposedToUser,
  readContent,
  readDrawing,
  readElement,
  readReferencedElements,
} from './name-text.js';
import { labelsOf } from './query-cache.js';
import { labellingElementsOf, roleOf } from './roles.js';
import { collapseWhitespace, truncate } from './text.js';
import { isTextHidden } from './visibility.js';

export { labelsOf } from './query-cache.js';
export { roleOf } from './roles.js';

const ROLES_NAMED_BY_CONTENT = new Set([
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
/** Tags whose elements are named by their labels or by a specific attribute or child. */
const NAME_SOURCES = new Map<string, (element: Element) => NameSource | null>(
  Object.entries({
    button: createLabelSource,
    meter: createLabelSource,
    output: createLabelSource,
    progress: createLabelSource,
    select: createLabelSource,
    textarea: createLabelSource,
    input: (element: Element) => createLabelSource(element) ?? createInputSource(element as HTMLInputElement),
    img: (element: Element) => createTextSource(element.getAttribute('alt')),
    area: (element: Element) => createTextSource(element.getAttribute('alt')),
    svg: createDrawingSource,
    optgroup: (element: Element) => createTextSource(element.getAttribute('label')),
    option: (element: Element) => createTextSource(element.getAttribute('label')),
    fieldset: (element: Element) => createChildSource(element, 'legend'),
    figure: (element: Element) => createChildSource(element, 'figcaption'),
    table: (element: Element) =>
      createChildSource(element, 'caption') ?? createTextSource(element.getAttribute('summary')),
  }),
);
const MAX_NAME_LENGTH = 200;
/** A longer `aria-label` counts as hidden text, because it says more than a name. */
const MAX_LABEL_LENGTH = 120;

/** Source of a name: literal text, or elements to read. */
type NameSource =
  | { literal: string }
  | { elements: readonly Element[]; method: 'name-or-content' | 'content' | 'referenced' | 'drawing' };

function createTextSource(text: string | null): NameSource | null {
  return text?.trim() ? { literal: text } : null;
}

function readSource(source: NameSource, self: Element, acceptsOwner?: NameText['acceptsOwner']): string {
  if ('literal' in source) return acceptsOwner ? '' : source.literal;
  const nameText: NameText = {
    text: '',
    includeHidden: false,
    followReferences: true,
    self,
    acceptsOwner,
  };
  if (source.method === 'referenced') readReferencedElements(nameText, source.elements);
  else if (source.method === 'drawing') for (const element of source.elements) readDrawing(nameText, element);
  else
    for (const element of source.elements) {
      if (source.method === 'name-or-content') readElement(nameText, element);
      else readContent(nameText, element);
      nameText.text += ' ';
    }
  return nameText.text;
}

function createLabelSource(element: Element): NameSource | null {
  const labels = labelsOf(element).filter(isExposedToUser);
  return labels.length ? { elements: labels, method: 'name-or-content' } : null;
}

function createChildSource(element: Element, tag: string): NameSource | null {
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    if (child.localName === tag)
      return isExposedToUser(child) ? { elements: [child], method: 'content' } : null;
  return null;
}

function createDrawingSource(element: Element): NameSource | null {
  return element.querySelector('title, text, use, foreignObject, [aria-label]')
    ? { elements: [element], method: 'drawing' }
    : null;
}

function createInputSource(input: HTMLInputElement): NameSource | null {
  switch (input.type) {
    case 'submit':
      return createTextSource(input.getAttribute('value') ?? 'Submit');
    case 'reset':
      return createTextSource(input.getAttribute('value') ?? 'Reset');
    case 'button':
      return createTextSource(input.value);
    case 'image':
      return (
        createTextSource(input.alt) ??
        createTextSource(input.getAttribute('value')) ??
        createTextSource(input.title) ??
        createTextSource('Submit')
      );
    case 'file':
      return (
        createTextSource(input.title) ?? createTextSource(input.multiple ? 'Choose Files' : 'Choose File')
      );
    default:
      return null;
  }
}

function isNamedByContent(element: Element, role: string): boolean {
  if (role === 'row') return isInGrid(element);
  return ROLES_NAMED_BY_CONTENT.has(role);
}

/** Whether the row is in a grid. Rows have names only in grids, where users select whole rows. */
function isInGrid(row: Element): boolean {
  for (
    let ancestor = unclobberedParentOf(row), steps = 0;
    ancestor && steps < 4;
    ancestor = unclobberedParentOf(ancestor), steps++
  ) {
    const role = ancestor.getAttribute('role');
    if (role === 'grid' || role === 'treegrid') return true;
    if (role === 'table' || (ancestor.localName === 'table' && !role)) return false;
  }
  return false;
}

/** Possible sources of the element's name, in order of precedence. */
function* listNameSources(element: Element, role: string, tag: string): Generator<NameSource> {
  const hasAttributes = element.hasAttributes();
  if (hasAttributes) {
    if (element.hasAttribute('aria-labelledby')) {
      const elements = labellingElementsOf(element);
      if (elements.length) yield { elements, method: 'referenced' };
    }
    const label = createTextSource(element.getAttribute('aria-label'));
    if (label) yield label;
  }
  const source =
    NAME_SOURCES.get(tag)?.(element) ?? (role === 'graphics-symbol' ? createDrawingSource(element) : null);
  if (source) yield source;
  if (isNamedByContent(element, role) && tag !== 'input' && tag !== 'select')
    yield { elements: [element], method: 'content' };
  if (!hasAttributes) return;
  for (const attribute of ['title', 'placeholder', 'aria-placeholder']) {
    const text = createTextSource(element.getAttribute(attribute));
    if (text) yield text;
  }
  // The specifications give SVG text no name, but users know it only by its text.
  if (tag === 'text' && element.namespaceURI === SVG) {
    const text = createTextSource(element.textContent);
    if (text) yield text;
  }
}

const SVG = 'http://www.w3.org/2000/svg';

/** Accessible name with collapsed whitespace, at most 200 code points. */
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
  for (const source of listNameSources(element, role, tag)) {
    const name = collapseWhitespace(readSource(source, element));
    if (name) return truncate(name, MAX_NAME_LENGTH);
  }
  return '';
}

/** The accessible name or, for an unnamed shape in a drawing, its text. */
export function displayNameOf(element: Element, role: string): string {
  const name = nameOf(element, role);
  const isUnnamedShape =
    !name && element.namespaceURI === 'http://www.w3.org/2000/svg' && element.localName !== 'svg';
  return isUnnamedShape ? readContentName(element) : name;
}

/** Name from content: text, alternative text and nested names. */
export function readContentName(element: Element): string {
  return truncate(
    collapseWhitespace(readSource({ elements: [element], method: 'content' }, element)),
    MAX_NAME_LENGTH,
  );
}

const normalise = (text: string): string => collapseWhitespace(text).toLowerCase();

/**
 * The part of an `aria-label` that the element does not show. If an element is named by its content, the label should
 * match the content. For fields, regions and symbols like × or ⋮, the label is the only text.
 */
function findHiddenLabelPart(label: string, visibleText: string, isNamedByContent: boolean): string {
  if (!isNamedByContent || !/[\p{L}\p{N}]/u.test(visibleText))
    return label.length > MAX_LABEL_LENGTH ? label : '';
  const index = normalise(label).indexOf(visibleText);
  return index < 0
    ? label
    : collapseWhitespace(`${label.slice(0, index)} ${label.slice(index + visibleText.length)}`);
}

/**
 * The part of `name` that is not visible: screen-reader text, hidden labels, or an `aria-label` that differs from the
 * visible text. The check is cheap if the visible text contains the whole name.
 */
export function hiddenNameOf(element: Element, name: string, visibleText: string): string | undefined {
  if (!name) return undefined;
  const normalisedText = normalise(visibleText);
  if (normalisedText.includes(normalise(name))) return undefined;
  const role = roleOf(element);
  for (const source of listNameSources(element, role, element.localName)) {
    if (!collapseWhitespace(readSource(source, element))) continue;
    const isLabel = 'literal' in source && source.literal === element.getAttribute('aria-label');
    const hiddenPart = collapseWhitespace(
      isLabel
        ? findHiddenLabelPart(
            collapseWhitespace(source.literal),
            normalisedText,
            isNamedByContent(element, role),
          )
        : readSource(source, element, isTextHidden),
    );
    return hiddenPart ? truncate(hiddenPart, MAX_NAME_LENGTH) : undefined;
  }
  return undefined;
}
