/**
 * Reads an element's rendered text, like `innerText` with collapsed whitespace. Reading stops at the requested length,
 * so it is cheap even for large containers.
 */

import { firstChildOf, isClobbered, nextSiblingOf, nodeTypeOf, shadowRootOf } from './dom.js';
import { styleOf } from './computed-style.js';

const closedRoots = new WeakMap<Element, ShadowRoot>();

/** Registers a closed shadow root. Only the DevTools protocol can access it. */
export function adoptClosedRoot(host: Element, root: ShadowRoot): void {
  closedRoots.set(host, root);
}

/** The open or registered closed shadow root of an element. */
export function shadowOf(element: Element): ShadowRoot | null {
  return shadowRootOf(element) ?? closedRoots.get(element) ?? null;
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

/** Whitespace other than single spaces. */
const IRREGULAR_SPACE = /\s\s|[^\S ]/;

export function collapseWhitespace(text: string): string {
  const trimmed = text.trim();
  return IRREGULAR_SPACE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

/** The first `max` code points. Does not trim whitespace. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const codePoints = Array.from(text.slice(0, max * 2));
  return codePoints.length <= max ? codePoints.join('') : codePoints.slice(0, max).join('');
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
export function listRenderedChildren(node: Element): Node[] {
  const shadow = shadowOf(node);
  if (shadow) return listChildNodes(shadow);
  if (node.localName === 'slot') {
    const assignedNodes = (node as HTMLSlotElement).assignedNodes();
    if (assignedNodes.length) return assignedNodes;
  }
  // Text directly inside a closed `details` is not rendered.
  if (node.localName === 'details' && !node.hasAttribute('open'))
    return listChildNodes(node).filter((child) => nodeTypeOf(child) !== 3);
  return listChildNodes(node);
}

/** Child nodes as an array. Walking from sibling to sibling is several times faster than copying the live list. */
export function listChildNodes(parent: Node): ChildNode[] {
  const nodes: ChildNode[] = [];
  for (let node = firstChildOf(parent); node; node = nextSiblingOf(node)) nodes.push(node);
  return nodes;
}

/** Rendered text with collapsed whitespace, at most `max` code points. */
export function readRenderedText(root: Element, max: number): string {
  let renderedText = '';
  let needsSpace = false;
  const addText = (text: string): void => {
    const collapsedText = collapseWhitespace(text);
    if (!collapsedText) {
      if (text) needsSpace = true;
      return;
    }
    if ((needsSpace || /^\s/.test(text)) && renderedText) renderedText += ' ';
    renderedText += collapsedText;
    needsSpace = /\s$/.test(text);
  };
  const visit = (element: Element): boolean => {
    if (isClobbered(element)) {
      needsSpace = true;
      return listChildNodes(element).every((child) => nodeTypeOf(child) !== 1 || visit(child as Element));
    }
    if (TEXTLESS_TAGS.has(element.localName)) return true;
    const style = styleOf(element);
    if (style.display === 'none') return true;
    const startsLine = element.localName === 'br' || !isInlineDisplay(style.display);
    if (startsLine) needsSpace = true;
    for (const child of listRenderedChildren(element)) {
      if (nodeTypeOf(child) === 3) {
        if (style.visible) addText(applyTextTransform(child.nodeValue ?? '', style.textTransform));
      } else if (nodeTypeOf(child) === 1 && !visit(child as Element)) return false;
      if (renderedText.length > max * 2) return false;
    }
    if (startsLine) needsSpace = true;
    return true;
  };
  visit(root);
  return truncate(renderedText, max);
}

/** The labels of a select's first six options. */
export function readOptionsText(select: HTMLSelectElement): string {
  return collapseWhitespace(
    Array.from(select.options)
      .slice(0, 6)
      .map((option) => option.text)
      .join(' '),
  );
}
