/**
 * Rendered text of an element, as `innerText` with white space collapsed, but bounded: reading stops as
 * soon as there is enough, so that the text of every container on a large page stays affordable.
 */

import { firstChildOf, isClobbered, nextSiblingOf, nodeTypeOf, openRootOf } from './dom.js';
import { styleOf } from './style.js';

const closedRoots = new WeakMap<Element, ShadowRoot>();

/** The browser's debugger hands over closed roots; page code and this world cannot get at them. */
export function adoptRoot(host: Element, root: ShadowRoot): void {
  closedRoots.set(host, root);
}

/** The shadow root of an element, open or, once it was handed over, closed. */
export function shadowOf(element: Element): ShadowRoot | null {
  return openRootOf(element) ?? closedRoots.get(element) ?? null;
}

const SILENT = new Set([
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

/** White space that is not one plain space between words. */
const MESSY = /\s\s|[^\S ]/;

export function collapse(text: string): string {
  const trimmed = text.trim();
  return MESSY.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

/** First `max` code points, not trimmed again. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = Array.from(text.slice(0, max * 2));
  return points.length <= max ? points.join('') : points.slice(0, max).join('');
}

/** Displays that do not break the line around their element. */
export function inlineDisplay(display: string): boolean {
  return display.startsWith('inline') || display === 'contents' || display === 'ruby';
}

export function transform(text: string, how: string): string {
  if (how === 'uppercase') return text.toUpperCase();
  if (how === 'lowercase') return text.toLowerCase();
  if (how === 'capitalize')
    return text.replace(/(^|\s)(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase());
  return text;
}

/** Children as they are rendered: an open shadow root in place of the light tree, slots by what they show. */
export function renderedChildren(node: Element): Node[] {
  const shadow = shadowOf(node);
  if (shadow) return childNodes(shadow);
  if (node.localName === 'slot') {
    const assigned = (node as HTMLSlotElement).assignedNodes();
    if (assigned.length) return assigned;
  }
  // Bare text in a closed disclosure has no element of its own that could say it is not drawn.
  if (node.localName === 'details' && !node.hasAttribute('open'))
    return childNodes(node).filter((child) => nodeTypeOf(child) !== 3);
  return childNodes(node);
}

/** As an array; walking the siblings is several times faster than copying the live list. */
export function childNodes(parent: Node): ChildNode[] {
  const nodes: ChildNode[] = [];
  for (let node = firstChildOf(parent); node; node = nextSiblingOf(node)) nodes.push(node);
  return nodes;
}

/** Rendered text, white space collapsed and trimmed, about `max` code points at most (never fewer than asked). */
export function renderedText(root: Element, max: number): string {
  let out = '';
  let gap = false;
  const add = (text: string): void => {
    const words = collapse(text);
    if (!words) {
      if (text) gap = true;
      return;
    }
    if ((gap || /^\s/.test(text)) && out) out += ' ';
    out += words;
    gap = /\s$/.test(text);
  };
  const visit = (element: Element): boolean => {
    if (isClobbered(element)) {
      gap = true;
      return childNodes(element).every((child) => nodeTypeOf(child) !== 1 || visit(child as Element));
    }
    if (SILENT.has(element.localName)) return true;
    const style = styleOf(element);
    if (style.display === 'none') return true;
    const breaks = element.localName === 'br' || !inlineDisplay(style.display);
    if (breaks) gap = true;
    for (const child of renderedChildren(element)) {
      if (nodeTypeOf(child) === 3) {
        if (style.visible) add(transform(child.nodeValue ?? '', style.transform));
      } else if (nodeTypeOf(child) === 1 && !visit(child as Element)) return false;
      if (out.length > max * 2) return false;
    }
    if (breaks) gap = true;
    return true;
  };
  visit(root);
  return cut(out, max);
}

/** Text of a select in its closed form: the labels of its first six options. */
export function optionsText(select: HTMLSelectElement): string {
  return collapse(
    Array.from(select.options)
      .slice(0, 6)
      .map((option) => option.text)
      .join(' '),
  );
}
