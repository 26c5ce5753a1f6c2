/**
 * Reads an element's text for accessible names: content, alternative text, values of embedded fields, generated
 * content and owned elements (`aria-owns`). It inserts spaces where Chromium does.
 */
import { isClobbered, nodeTypeOf } from './dom.js';
import { readGeneratedText } from './generated-text.js';
import { mayHaveGeneratedText } from './query-cache.js';
import { labellingElementsOf } from './roles.js';
import { isPassword } from './values.js';
import { styleOf } from './computed-style.js';
import { listChildNodes, listRenderedChildren, applyTextTransform } from './text.js';

const MAX_TEXT_LENGTH = 400;
const TEXTLESS_TAGS = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'video',
  'audio',
  'datalist',
  'desc',
  'defs',
  'metadata',
]);
/** Inline elements that are separated from the surrounding text by spaces. */
const SEPARATED_TAGS = new Set([
  'img',
  'svg',
  'input',
  'select',
  'textarea',
  'button',
  'canvas',
  'iframe',
  'object',
  'br',
  'wbr',
  'meter',
  'progress',
  'area',
]);
const ROLES_WITH_VALUE = new Set(['slider', 'spinbutton', 'scrollbar', 'progressbar', 'meter']);

export interface NameText {
  text: string;
  /** Whether to read hidden parts too. They count only if `aria-labelledby` refers to a hidden element. */
  includeHidden: boolean;
  /** Whether to follow `aria-labelledby`; false inside referenced elements. */
  followReferences: boolean;
  /** The named element, which is not part of its own label. */
  self: Element | null;
  /** If set, text is added only if this function accepts the element that directly contains it. */
  acceptsOwner?: (owner: Element) => boolean;
}

function addText(nameText: NameText, owner: Element, text: string | null | undefined): boolean {
  if (!text?.trim()) return false;
  if (!nameText.acceptsOwner || nameText.acceptsOwner(owner)) nameText.text += text;
  return true;
}

function addGeneratedText(nameText: NameText, element: Element, pseudo: '::before' | '::after'): void {
  const text = readGeneratedText(element, pseudo);
  if (text && (!nameText.acceptsOwner || nameText.acceptsOwner(element))) nameText.text += text;
}

function readChild(
  nameText: NameText,
  child: Node,
  style: { visible: boolean; textTransform: string },
  owner: Element,
): void {
  if (nodeTypeOf(child) === 3) {
    if ((nameText.includeHidden || style.visible) && (!nameText.acceptsOwner || nameText.acceptsOwner(owner)))
      nameText.text += applyTextTransform(child.nodeValue ?? '', style.textTransform);
  } else if (nodeTypeOf(child) === 1 && !isClobbered(child)) readElement(nameText, child as Element);
}

function ownedElementsOf(element: Element): Element[] {
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = element.getAttribute('aria-owns')?.trim().split(/\s+/) ?? [];
  return ids.map((id) => root.getElementById(id)).filter((element) => element !== null);
}

/** Appends the content of an element, even if the element has an `aria-label` or another name. */
export function readContent(nameText: NameText, element: Element): void {
  const hasAttributes = element.hasAttributes();
  const style = styleOf(element);
  const mayGenerateText = element.localName === 'q' || mayHaveGeneratedText(element);
  if (mayGenerateText) addGeneratedText(nameText, element, '::before');
  if (element.localName === 'details' && !(element as HTMLDetailsElement).open && !nameText.includeHidden) {
    const summary = element.querySelector(':scope > summary');
    if (summary) readElement(nameText, summary);
  } else if (element.shadowRoot || element.localName === 'slot') {
    for (const child of listRenderedChildren(element)) readChild(nameText, child, style, element);
  } else
    for (const child of listChildNodes(element)) {
      readChild(nameText, child, style, element);
      if (nameText.text.length > MAX_TEXT_LENGTH) return;
    }
  if (hasAttributes && element.hasAttribute('aria-owns'))
    for (const owned of ownedElementsOf(element))
      if (!owned.contains(element)) {
        nameText.text += ' ';
        readElement(nameText, owned);
      }
  if (mayGenerateText) addGeneratedText(nameText, element, '::after');
}

/** The value of a control embedded in text; null for other elements. */
function readEmbeddedValue(element: Element, tag: string): string | null {
  if (tag === 'input') {
    const input = element as HTMLInputElement;
    if (input.type === 'checkbox' || input.type === 'radio' || input.type === 'image' || isPassword(input))
      return null;
    return input.type === 'file' ? null : input.value;
  }
  if (tag === 'textarea') return (element as HTMLTextAreaElement).value;
  if (tag === 'select')
    return Array.from((element as HTMLSelectElement).selectedOptions, (option) => option.label).join(' ');
  if (tag === 'progress' || tag === 'meter')
    return element.hasAttribute('value') ? String((element as HTMLMeterElement).value) : null;
  const role = element.getAttribute('role');
  if (role && ROLES_WITH_VALUE.has(role))
    return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  return null;
}

/** Appends an SVG's title or text, including the title of a symbol that it uses. */
export function readDrawing(nameText: NameText, element: Element): void {
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    if (child.localName === 'title') {
      nameText.text += ' ';
      addText(nameText, element, child.textContent);
      nameText.text += ' ';
      return;
    }
  if (element.localName === 'text' || element.localName === 'foreignObject')
    return readContent(nameText, element);
  if (element.localName === 'use') {
    const id = (element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '').replace(/^#/, '');
    const symbol = id ? (element.getRootNode() as Document | ShadowRoot).getElementById(id) : null;
    if (symbol) addText(nameText, element, symbol.querySelector(':scope > title')?.textContent);
    return;
  }
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    if (!TEXTLESS_TAGS.has(child.localName) && child.localName !== 'symbol')
      if (!addText(nameText, child, child.getAttribute('aria-label'))) readDrawing(nameText, child);
}

/** Appends the name that the element has independently of its content or, if it has none, the content. */
export function readElement(nameText: NameText, element: Element): void {
  const tag = element.localName;
  if (TEXTLESS_TAGS.has(tag) || element === nameText.self) return;
  if (tag === 'br' || tag === 'wbr') {
    nameText.text += ' ';
    return;
  }
  const hasAttributes = element.hasAttributes();
  if (!nameText.includeHidden && hasAttributes && element.getAttribute('aria-hidden') === 'true') return;
  const { display } = styleOf(element);
  if (display === 'none' && !nameText.includeHidden) return;
  const isSeparated = display !== 'inline' || SEPARATED_TAGS.has(tag);
  if (isSeparated) nameText.text += ' ';
  if (!(hasAttributes || SEPARATED_TAGS.has(tag)) || !readOwnName(nameText, element, tag))
    readContent(nameText, element);
  if (isSeparated) nameText.text += ' ';
}

/**
 * Appends the name that an element has independently of its content, such as its value, `aria-label` or alternative text.
 * @returns true if the content must not be read as well
 */
function readOwnName(nameText: NameText, element: Element, tag: string): boolean {
  if (nameText.followReferences && element.hasAttribute('aria-labelledby')) {
    const lengthBefore = nameText.text.length;
    readReferencedElements(nameText, labellingElementsOf(element));
    if (nameText.text.length > lengthBefore) return true;
  }
  const value = readEmbeddedValue(element, tag);
  if (value !== null && (tag !== 'input' || value)) {
    addText(nameText, element, value);
    return true;
  }
  if (addText(nameText, element, element.getAttribute('aria-label'))) return true;
  if (
    tag === 'img' ||
    tag === 'area' ||
    (tag === 'input' && (element as HTMLInputElement).type === 'image')
  ) {
    const alt = element.getAttribute('alt');
    if (alt !== '') addText(nameText, element, alt ?? element.getAttribute('title'));
    return true;
  }
  if (tag === 'input' || tag === 'textarea' || tag === 'iframe' || tag === 'object') {
    addText(nameText, element, element.getAttribute('title') ?? element.getAttribute('placeholder'));
    return true;
  }
  if (tag !== 'svg') return false;
  readDrawing(nameText, element);
  return true;
}

/** Appends the text of referenced elements in order. Hidden ones contribute their entire content. */
export function readReferencedElements(nameText: NameText, targets: readonly Element[]): void {
  for (const target of targets) {
    const targetText: NameText = {
      text: '',
      includeHidden: !isExposedToUser(target),
      followReferences: false,
      self: null,
      acceptsOwner: nameText.acceptsOwner,
    };
    if (!readOwnName(targetText, target, target.localName)) readContent(targetText, target);
    nameText.text += ` ${targetText.text}`;
  }
}

export function isExposedToUser(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]');
}
