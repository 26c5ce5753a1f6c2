/**
 * Reads an element's rendered text, like `innerText` with collapsed white space. Reading stops at the requested length,
 * so it is cheap even for large containers.
 */

import { firstChildOf, isClobbered, nextSiblingOf, nodeTypeOf, openRootOf } from './dom.js';
import { styleOf } from './computed-style.js';

const closedRoots = new WeakMap<Element, ShadowRoot>();

/** Registers a closed shadow root. Only the DevTools protocol can access it. */
export function adoptClosedRoot(host: Element, root: ShadowRoot): void {
  closedRoots.set(host, root);
}

/** The open or registered closed shadow root of an element. */
export function shadowOf(element: Element): ShadowRoot | null {
  return openRootOf(element) ?? closedRoots.get(element) ?? null;
}

const TEXTLESS_TAGS = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'meta',
  'link',
  'textarea',
  'input',
  'video',
  'audio',
  'canvas',
  'iframe',
  'object',
  'svg',
]);

/** White space other than single spaces. */
const IRREGULAR_SPACE = /\s\s|[^\S ]/;

export function collapse(text: string): string {
  const trimmed = text.trim();
  return IRREGULAR_SPACE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

/** The first `max` code points. White space is not trimmed. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = Array.from(text.slice(0, max * 2));
  return points.length <= max ? points.join('') : points.slice(0, max).join('');
}

/** Whether an element with this `display` value does not start a new line. */
export function isInlineDisplay(display: string): boolean {
  return display.startsWith('inline') || display === 'contents' || display === 'ruby';
}

export function applyTextTransform(text: string, transform: string): string {
  if (transform === 'uppercase') return text.toUpperCase();
  if (transform === 'lowercase') return text.toLowerCase();
  if (transform === 'capitalize')
    return text.replace(/(^|\s)(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase());
  return text;
}

/** Children in the flat tree: the shadow root's children, or the nodes assigned to a slot. */
export function renderedChildren(node: Element): Node[] {
  const shadow = shadowOf(node);
  if (shadow) return childNodes(shadow);
  if (node.localName === 'slot') {
    const assigned = (node as HTMLSlotElement).assignedNodes();
    if (assigned.length) return assigned;
  }
  // Text directly inside a closed `details` is not rendered.
  if (node.localName === 'details' && !node.hasAttribute('open'))
    return childNodes(node).filter((child) => nodeTypeOf(child) !== 3);
  return childNodes(node);
}

/** Child nodes as an array. Walking from sibling to sibling is several times faster than copying the live list. */
export function childNodes(parent: Node): ChildNode[] {
  const nodes: ChildNode[] = [];
  for (let node = firstChildOf(parent); node; node = nextSiblingOf(node)) nodes.push(node);
  return nodes;
}

/** Rendered text with collapsed white space, at most `max` code points. */
export function renderedText(root: Element, max: number): string {
  let out = '';
  let pendingSpace = false;
  const add = (text: string): void => {
    const words = collapse(text);
    if (!words) {
      if (text) pendingSpace = true;
      return;
    }
    if ((pendingSpace || /^\s/.test(text)) && out) out += ' ';
    out += words;
    pendingSpace = /\s$/.test(text);
  };
  const visit = (element: Element): boolean => {
    if (isClobbered(element)) {
      pendingSpace = true;
      return childNodes(element).every((child) => nodeTypeOf(child) !== 1 || visit(child as Element));
    }
    if (TEXTLESS_TAGS.has(element.localName)) return true;
    const style = styleOf(element);
    if (style.display === 'none') return true;
    const startsLine = element.localName === 'br' || !isInlineDisplay(style.display);
    if (startsLine) pendingSpace = true;
    for (const child of renderedChildren(element)) {
      if (nodeTypeOf(child) === 3) {
        if (style.visible) add(applyTextTransform(child.nodeValue ?? '', style.textTransform));
      } else if (nodeTypeOf(child) === 1 && !visit(child as Element)) return false;
      if (out.length > max * 2) return false;
    }
    if (startsLine) pendingSpace = true;
    return true;
  };
  visit(root);
  return truncate(out, max);
}

/** The labels of a select's first six options. */
export function optionsText(select: HTMLSelectElement): string {
  return collapse(
    Array.from(select.options)
      .slice(0, 6)
      .map((option) => option.text)
      .join(' '),
  );
}
