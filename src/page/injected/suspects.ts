/** Which elements may have a closed shadow root: no script can see one, so the browser's debugger is asked. */
import { styleOf } from './style.js';

/** Elements beside custom ones that pages give shadow roots. */
const HOSTS = new Set(['div', 'span', 'section', 'article', 'main', 'aside', 'header', 'footer', 'nav', 'p']);

/** Elements that were found to have no closed shadow root. */
const plain = new WeakSet<Element>();

export function markPlain(element: Element): void {
  plain.add(element);
}

/** It looks like a host: a custom element, or an empty box that takes up room. */
export function suspicious(element: Element, tag: string, box: DOMRect): boolean {
  if (tag.includes('-')) return !plain.has(element);
  if (!HOSTS.has(tag) || box.width < 16 || box.height < 12 || plain.has(element)) return false;
  const first = element.firstElementChild;
  // Children of a host that has no slot for them are not rendered.
  return first === null ? element.firstChild === null : styleOf(first).display === '';
}
