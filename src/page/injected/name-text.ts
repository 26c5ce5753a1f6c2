/**
 * The text of an element as names use it: what it shows, alternatives of pictures, values of fields inside
 * it, generated content, what it owns. Spaces stand where Chromium puts them.
 */
import { isClobbered, nodeTypeOf } from './dom.js';
import { generatedText } from './generated.js';
import { mayGenerate } from './pass.js';
import { referencedBy } from './roles.js';
import { isPassword } from './values.js';
import { styleOf } from './style.js';
import { childNodes, renderedChildren, transform } from './text.js';

const ENOUGH = 400;
const SILENT = new Set([
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
/** Inline by style, yet a thing of its own among words. */
const APART = new Set([
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
const VALUED_ROLES = new Set(['slider', 'spinbutton', 'scrollbar', 'progressbar', 'meter']);

export interface Reading {
  text: string;
  /** Hidden parts count, too: what labels another element may be hidden as a whole. */
  everything: boolean;
  /** References to other elements are followed; those found by following one are not. */
  follow: boolean;
  /** The element that is named: it is no part of its own label. */
  self: Element | null;
  /** Only what stands in elements of this kind is taken. */
  counts?: (owner: Element) => boolean;
}

function add(reading: Reading, owner: Element, text: string | null | undefined): boolean {
  if (!text?.trim()) return false;
  if (!reading.counts || reading.counts(owner)) reading.text += text;
  return true;
}

function addGenerated(reading: Reading, element: Element, where: '::before' | '::after'): void {
  const text = generatedText(element, where);
  if (text && (!reading.counts || reading.counts(element))) reading.text += text;
}

function readChild(
  reading: Reading,
  child: Node,
  look: { visible: boolean; transform: string },
  owner: Element,
): void {
  if (nodeTypeOf(child) === 3) {
    if ((reading.everything || look.visible) && (!reading.counts || reading.counts(owner)))
      reading.text += transform(child.nodeValue ?? '', look.transform);
  } else if (nodeTypeOf(child) === 1 && !isClobbered(child)) readElement(reading, child as Element);
}

function ownedBy(element: Element): Element[] {
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = element.getAttribute('aria-owns')?.trim().split(/\s+/) ?? [];
  return ids.map((id) => root.getElementById(id)).filter((owned) => owned !== null);
}

/** What an element holds, without what it is called itself. */
export function readContent(reading: Reading, element: Element): void {
  const attributes = element.hasAttributes();
  const look = styleOf(element);
  const generates = element.localName === 'q' || mayGenerate(element);
  if (generates) addGenerated(reading, element, '::before');
  if (element.localName === 'details' && !(element as HTMLDetailsElement).open && !reading.everything) {
    const summary = element.querySelector(':scope > summary');
    if (summary) readElement(reading, summary);
  } else if (element.shadowRoot || element.localName === 'slot') {
    for (const child of renderedChildren(element)) readChild(reading, child, look, element);
  } else
    for (const child of childNodes(element)) {
      readChild(reading, child, look, element);
      if (reading.text.length > ENOUGH) return;
    }
  if (attributes && element.hasAttribute('aria-owns'))
    for (const owned of ownedBy(element))
      if (!owned.contains(element)) {
        reading.text += ' ';
        readElement(reading, owned);
      }
  if (generates) addGenerated(reading, element, '::after');
}

/** The value of a field among words; null for elements that are none. */
function embeddedValue(element: Element, tag: string): string | null {
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
  if (role && VALUED_ROLES.has(role))
    return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  return null;
}

/** Title or texts of a drawing, which may come from the symbol that it uses. */
export function readDrawing(reading: Reading, element: Element): void {
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    if (child.localName === 'title') {
      reading.text += ' ';
      add(reading, element, child.textContent);
      reading.text += ' ';
      return;
    }
  if (element.localName === 'text' || element.localName === 'foreignObject')
    return readContent(reading, element);
  if (element.localName === 'use') {
    const id = (element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '').replace(/^#/, '');
    const symbol = id ? (element.getRootNode() as Document | ShadowRoot).getElementById(id) : null;
    if (symbol) add(reading, element, symbol.querySelector(':scope > title')?.textContent);
    return;
  }
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    if (!SILENT.has(child.localName) && child.localName !== 'symbol')
      if (!add(reading, child, child.getAttribute('aria-label'))) readDrawing(reading, child);
}

/** An element among others: its own name where it has one, else its content. */
export function readElement(reading: Reading, element: Element): void {
  const tag = element.localName;
  if (SILENT.has(tag) || element === reading.self) return;
  if (tag === 'br' || tag === 'wbr') {
    reading.text += ' ';
    return;
  }
  const attributes = element.hasAttributes();
  if (!reading.everything && attributes && element.getAttribute('aria-hidden') === 'true') return;
  const { display } = styleOf(element);
  if (display === 'none' && !reading.everything) return;
  const apart = display !== 'inline' || APART.has(tag);
  if (apart) reading.text += ' ';
  if (!(attributes || APART.has(tag)) || !readOwnName(reading, element, tag)) readContent(reading, element);
  if (apart) reading.text += ' ';
}

/** True when the element has been said. */
function readOwnName(reading: Reading, element: Element, tag: string): boolean {
  if (reading.follow && element.hasAttribute('aria-labelledby')) {
    const before = reading.text.length;
    readReferenced(reading, referencedBy(element));
    if (reading.text.length > before) return true;
  }
  const value = embeddedValue(element, tag);
  if (value !== null && (tag !== 'input' || value)) {
    add(reading, element, value);
    return true;
  }
  if (add(reading, element, element.getAttribute('aria-label'))) return true;
  if (
    tag === 'img' ||
    tag === 'area' ||
    (tag === 'input' && (element as HTMLInputElement).type === 'image')
  ) {
    const alt = element.getAttribute('alt');
    if (alt !== '') add(reading, element, alt ?? element.getAttribute('title'));
    return true;
  }
  if (tag === 'input' || tag === 'textarea' || tag === 'iframe' || tag === 'object') {
    add(reading, element, element.getAttribute('title') ?? element.getAttribute('placeholder'));
    return true;
  }
  if (tag !== 'svg') return false;
  readDrawing(reading, element);
  return true;
}

/** Elements that label another, in their order; one that is hidden counts with all that it holds. */
export function readReferenced(reading: Reading, targets: readonly Element[]): void {
  for (const target of targets) {
    const inner: Reading = {
      text: '',
      everything: !isShown(target),
      follow: false,
      self: null,
      counts: reading.counts,
    };
    if (!readOwnName(inner, target, target.localName)) readContent(inner, target);
    reading.text += ` ${inner.text}`;
  }
}

export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]');
}
