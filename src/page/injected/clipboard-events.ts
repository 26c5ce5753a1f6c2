/**
 * Dispatches the events of copying, cutting and pasting, with the session's own data instead of the system clipboard,
 * and the preceding key events.
 */
import { deepFocus } from './composed-tree.js';
import { fieldOf, isTextField } from './editing.js';
import { isEditable, isPassword } from './states.js';
import { elementByUid } from './uids.js';

function selectionWithin(element: Element): string | null {
  if (isTextField(element)) {
    const { selectionStart: from, selectionEnd: to } = element;
    return from !== null && to !== null && to > from ? element.value.slice(from, to) : null;
  }
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const { commonAncestorContainer: node } = selection.getRangeAt(0);
  return element === node || element.contains(node) ? selection.toString() : null;
}

export interface CopyResult {
  /** New clipboard text; null if nothing was copied. */
  text: string | null;
  /** The page handled the event itself. */
  handled: boolean;
  secret: boolean;
}

function clipboardEvent(
  type: string,
  target: Element,
  text: string | null,
): { stopped: boolean; data: DataTransfer } {
  const data = new DataTransfer();
  if (text !== null) data.setData('text/plain', text);
  const event = new ClipboardEvent(type, {
    clipboardData: data,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  return { stopped: !target.dispatchEvent(event), data };
}

/**
 * Copies or cuts the selection or, with `whole`, the entire content if nothing is selected. The page can override
 * the text in its `copy` or `cut` handler. The system clipboard is not used.
 */
export function copyFrom(type: 'copy' | 'cut', id: string, whole: boolean): CopyResult | null {
  const target = id ? elementByUid(id) : (deepFocus() ?? document.body);
  if (!target) return null;
  const own =
    isTextField(target) || target.localName === 'label' || (target as HTMLElement).isContentEditable;
  const element = (whole && own && fieldOf(target)) || target;
  if (isPassword(element)) return { text: null, handled: false, secret: true };
  let text = selectionWithin(element);
  if (text === null && !id) text = getSelection()?.toString() || null;
  if (text === null && whole) {
    if (isTextField(element)) {
      element.focus({ preventScroll: true });
      element.select();
      text = element.value;
    } else if (element.localName === 'select') {
      text = Array.from((element as HTMLSelectElement).selectedOptions, (option) => option.text).join(', ');
    } else {
      getSelection()?.selectAllChildren(element);
      text = (element as HTMLElement).innerText ?? element.textContent ?? '';
    }
  }
  const { stopped, data } = clipboardEvent(type, element, null);
  if (stopped) return { text: data.getData('text/plain') || null, handled: true, secret: false };
  return { text, handled: false, secret: false };
}

export interface PasteResult {
  /** The page handled the event, so nothing must be inserted. */
  handled: boolean;
  /** The target accepts typed text. */
  editable: boolean;
  rich: boolean;
  multiline: boolean;
}

/** Dispatches a `paste` event on the element, or on the focused element if `id` is empty. */
export function pasteInto(id: string, text: string): PasteResult | null {
  const given = id ? elementByUid(id) : deepFocus();
  if (id && !given) return null;
  const target = given ?? document.body;
  const { stopped } = clipboardEvent('paste', target, text);
  const editable = isEditable(target);
  return {
    handled: stopped,
    editable,
    rich: editable && !isTextField(target),
    multiline: target.localName === 'textarea' || (editable && !isTextField(target)),
  };
}

/** Dispatches a key event without the browser's default action. @returns false if the page cancelled it */
export function dispatchKey(
  type: 'keydown' | 'keyup',
  id: string,
  key: string,
  code: string,
  keyCode: number,
  modifiers: string,
): boolean {
  const target = (id ? elementByUid(id) : deepFocus()) ?? document.body;
  if (type === 'keydown' && id) (target as HTMLElement).focus({ preventScroll: true });
  return target.dispatchEvent(
    new KeyboardEvent(type, {
      key,
      code,
      keyCode,
      which: keyCode,
      ctrlKey: modifiers.includes('Control'),
      metaKey: modifiers.includes('Meta'),
      shiftKey: modifiers.includes('Shift'),
      altKey: modifiers.includes('Alt'),
      bubbles: true,
      cancelable: true,
      composed: true,
      view: window,
    }),
  );
}
