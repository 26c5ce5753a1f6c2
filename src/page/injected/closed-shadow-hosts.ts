/** Finds elements that may have a closed shadow root. Scripts cannot tell, but the DevTools protocol can. */
import { styleOf } from './computed-style.js';

/** Besides custom elements, pages often attach shadow roots to elements with these tags. */
const HOST_TAGS = new Set([
  'div',
  'span',
  'section',
  'article',
  'main',
  'aside',
  'header',
  'footer',
  'nav',
  'p',
]);

/** Elements without a closed shadow root, according to the DevTools protocol. */
const elementsWithoutClosedRoot = new WeakSet<Element>();

export function recordNoClosedRoot(element: Element): void {
  elementsWithoutClosedRoot.add(element);
}

/** Whether an element looks like a shadow host: a custom element, or an empty element with a visible size. */
export function mayHaveClosedRoot(element: Element, tag: string, box: DOMRect): boolean {
  if (tag.includes('-')) return !elementsWithoutClosedRoot.has(element);
  if (!HOST_TAGS.has(tag) || box.width < 16 || box.height < 12 || elementsWithoutClosedRoot.has(element))
    return false;
  const firstChild = element.firstElementChild;
  // The light children of a host without slots are not rendered.
  return firstChild === null ? element.firstChild === null : styleOf(firstChild).display === '';
}
