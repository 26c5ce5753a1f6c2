/** Elements that let the pointer through, and what takes a press in their stead. */
import type { Through } from './wire.js';
import { composedPath } from './deep.js';

/** Things that take a click for themselves, so that what contains them does not get it. */
export const SELFISH =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="menuitem"], [role="option"], [role="tab"], [onclick]';

/** Whether the pointer goes through an element, and why. */
export function letsThrough(element: Element): Through {
  for (const node of composedPath(element)) {
    if (node.hasAttribute('inert')) return 'inert';
    if (node.matches('dialog:modal')) break;
  }
  return getComputedStyle(element).pointerEvents === 'none' ? 'style' : '';
}

/**
 * The control or label around an element that the pointer goes through: a press on it does what one on the element
 * would.
 */
export function standInOf(element: Element): Element | null {
  if (!letsThrough(element)) return null;
  for (const node of composedPath(element)) {
    if (node === element || letsThrough(node)) continue;
    if (node.localName === 'label') {
      const { control } = node as HTMLLabelElement;
      // A label does nothing for what is not its own, unless that says no more than itself.
      if (control === element || !element.matches(SELFISH)) return node;
      continue;
    }
    if (node.matches(SELFISH)) return node;
  }
  return null;
}
