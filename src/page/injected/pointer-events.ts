/** Detects elements that receive no pointer events, and finds the element that receives their clicks. */
import type { PointerPassThrough } from './wire.js';
import { isShown, walkComposedPath } from './composed-tree.js';

/** Controls that handle clicks themselves. A click on one is not a click on its container. */
export const CLICK_TARGET_SELECTOR =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="menuitem"], [role="option"], [role="tab"], [onclick]';

const FIELD_SELECTOR =
  'input:not([type="hidden"]), select, textarea, [role="combobox"], [role="textbox"], [role="spinbutton"], [role="searchbox"]';

/** Why an element receives no pointer events; '' if it does. */
export function findPointerPassThrough(element: Element): PointerPassThrough {
  for (const node of walkComposedPath(element)) {
    if (node.hasAttribute('inert')) return 'inert';
    if (node.matches('dialog:modal')) break;
  }
  return getComputedStyle(element).pointerEvents === 'none' ? 'style' : '';
}

/**
 * The nearest element around a field or its label that receives the pointer, or null if another field shares it.
 * Some libraries draw a field as a wrapper that handles the clicks, with `pointer-events: none` on its input and label.
 */
function findFieldWrapper(element: Element): Element | null {
  const field = element.localName === 'label' ? (element as HTMLLabelElement).control : element;
  if (!field?.matches(FIELD_SELECTOR)) return null;
  const wrapper = Array.from(walkComposedPath(element)).find((node) => !findPointerPassThrough(node));
  const isOtherField = (node: Element): boolean => node !== field && !node.contains(field) && isShown(node);
  return wrapper && !Array.from(wrapper.querySelectorAll(FIELD_SELECTOR)).some(isOtherField) ? wrapper : null;
}

/** Whether the node is a custom element whose shadow tree has no other control than the element. */
function isCustomControlAround(node: Element, element: Element): boolean {
  const controls = Array.from(node.shadowRoot?.querySelectorAll(CLICK_TARGET_SELECTOR) ?? []);
  return controls.length === 1 && controls[0] === element;
}

/**
 * The element that receives clicks for an element without pointer events: the surrounding control, custom element or
 * label, or the wrapper of a field; null if there is none.
 */
export function clickReceiverOf(element: Element): Element | null {
  if (!findPointerPassThrough(element)) return null;
  for (const node of walkComposedPath(element)) {
    if (node === element || findPointerPassThrough(node)) continue;
    if (node.localName === 'label') {
      const { control } = node as HTMLLabelElement;
      // A label handles clicks for its own control and for plain content.
      if (control === element || !element.matches(CLICK_TARGET_SELECTOR)) return node;
      continue;
    }
    if (node.matches(CLICK_TARGET_SELECTOR) || isCustomControlAround(node, element)) return node;
  }
  return findFieldWrapper(element);
}
