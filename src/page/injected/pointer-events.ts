/** Detects elements that receive no pointer events, and finds the element that receives their clicks. */
import type { PointerPassThrough } from './wire.js';
import { walkComposedPath } from './composed-tree.js';

/** Controls that handle clicks themselves. A click on one is not a click on its container. */
export const CLICK_TARGETS =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="menuitem"], [role="option"], [role="tab"], [onclick]';

/** Why an element receives no pointer events; '' if it does. */
export function findPointerPassThrough(element: Element): PointerPassThrough {
  for (const node of walkComposedPath(element)) {
    if (node.hasAttribute('inert')) return 'inert';
    if (node.matches('dialog:modal')) break;
  }
  return getComputedStyle(element).pointerEvents === 'none' ? 'style' : '';
}

/** The surrounding control or label that receives clicks for an element without pointer events, or null. */
export function clickReceiverOf(element: Element): Element | null {
  if (!findPointerPassThrough(element)) return null;
  for (const node of walkComposedPath(element)) {
    if (node === element || findPointerPassThrough(node)) continue;
    if (node.localName === 'label') {
      const { control } = node as HTMLLabelElement;
      // A label handles clicks for its own control and for plain content.
      if (control === element || !element.matches(CLICK_TARGETS)) return node;
      continue;
    }
    if (node.matches(CLICK_TARGETS)) return node;
  }
  return null;
}
