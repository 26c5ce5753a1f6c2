/**
 * Creates the page's HTML in WebLINX's format: `innerHTML` of a copy whose elements have `data-webtasks-id`, with
 * current values written to attributes. The copy belongs to an inert document, so it triggers no requests, scripts or
 * custom element constructors, and the page cannot detect it.
 */
import type { Scan } from './scan.js';
import { isPassword } from './states.js';
import { getUid } from './uids.js';

const ATTRIBUTE = 'data-webtasks-id';

function reflectLiveState(liveElement: Element, copy: Element): void {
  const tag = liveElement.localName;
  if (tag === 'input') {
    const input = liveElement as HTMLInputElement;
    if (isPassword(input)) copy.removeAttribute('value');
    else if (input.type === 'checkbox' || input.type === 'radio')
      copy.toggleAttribute('checked', input.checked);
    else if (input.type !== 'file' && (input.value || copy.hasAttribute('value')))
      copy.setAttribute('value', input.value);
  } else if (tag === 'textarea') copy.textContent = (liveElement as HTMLTextAreaElement).value;
  else if (tag === 'option') copy.toggleAttribute('selected', (liveElement as HTMLOptionElement).selected);
}

export function createAnnotatedHtml(): string {
  const inertDocument = document.implementation.createHTMLDocument('');
  const copy = inertDocument.importNode(document.documentElement, true);
  const liveWalker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
  const copyWalker = inertDocument.createTreeWalker(copy, NodeFilter.SHOW_ELEMENT);
  let liveNode: Node | null = liveWalker.currentNode;
  let copyNode: Node | null = copyWalker.currentNode;
  while (liveNode && copyNode) {
    // A form field named `setAttribute` would hide the form's own method.
    Element.prototype.setAttribute.call(copyNode, ATTRIBUTE, getUid(liveNode as Element));
    reflectLiveState(liveNode as Element, copyNode as Element);
    liveNode = liveWalker.nextNode();
    copyNode = copyWalker.nextNode();
  }
  return copy.innerHTML;
}

/** Boxes of the elements that intersect the viewport, in CSS px. */
export function readViewportBoxes(
  scan: Scan,
): Record<string, { x: number; y: number; width: number; height: number }> {
  const boxes: Record<string, { x: number; y: number; width: number; height: number }> = {};
  const { innerWidth, innerHeight } = window;
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    const element = node as Element;
    const index = scan.indexByElement.get(element);
    const box =
      index === undefined ? Element.prototype.getBoundingClientRect.call(element) : scan.elements[index]!.box;
    if (box.width <= 0 && box.height <= 0) continue;
    if (box.right < 0 || box.bottom < 0 || box.left > innerWidth || box.top > innerHeight) continue;
    boxes[getUid(element)] = { x: box.x, y: box.y, width: box.width, height: box.height };
  }
  return boxes;
}
