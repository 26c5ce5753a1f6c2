/**
 * Dispatches copy, cut and paste events that use the session's clipboard instead of the system clipboard, and the key
 * events that precede them.
 */
import { deepFocus } from './composed-tree.js';
import { fieldOf, isTextField } from './editing.js';
import { isEditable, isPassword } from './states.js';
import { elementByUid } from './uids.js';

function selectionWithin(element: Element): string | null {
  if (isTextField(element)) {
    const { selectionStart, selectionEnd } = element;
    return selectionStart !== null && selectionEnd !== null && selectionEnd > selectionStart
      ? element.value.slice(selectionStart, selectionEnd)
      : null;
  }
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const { commonAncestorContainer: node } = selection.getRangeAt(0);
  return element === node || element.contains(node) ? selection.toString() : null;
}

export interface CopyResult {
  /** New clipboard text; null if nothing was copied. */
  text: string | null;
  /** Whether the page handled the event itself. */
  handled: boolean;
  /** Whether the target is a password field, which is never copied. */
  isPassword: boolean;
}

function clipboardEvent(
  type: string,
  target: Element,
  text: string | null,
): { prevented: boolean; data: DataTransfer } {
  const data = new DataTransfer();
  if (text !== null) data.setData('text/plain', text);
  const event = new ClipboardEvent(type, {
    clipboardData: data,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  return { prevented: !target.dispatchEvent(event), data };
}

/**
 * Copies or cuts the selection or, with `whole`, the entire content if nothing is selected. The page's `copy` or `cut`
 * handler can replace the text. The system clipboard is not used.
 */
export function copyFrom(type: 'copy' | 'cut', id: string, whole: boolean): CopyResult | null {
  const target = id ? elementByUid(id) : (deepFocus() ?? document.body);
  if (!target) return null;
  const mayContainField =
    isTextField(target) || target.localName === 'label' || (target as HTMLElement).isContentEditable;
  const element = (whole && mayContainField && fieldOf(target)) || target;
  if (isPassword(element)) return { text: null, handled: false, isPassword: true };
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
  const { prevented, data } = clipboardEvent(type, element, null);
  if (prevented) return { text: data.getData('text/plain') || null, handled: true, isPassword: false };
  return { text, handled: false, isPassword: false };
}

export interface PasteResult {
  /** Whether the page handled the event, so that nothing must be inserted. */
  handled: boolean;
  /** Whether the target accepts typed text. */
  editable: boolean;
  /** Whether the target is a contenteditable element. */
  isRichText: boolean;
  multiline: boolean;
}

/** Dispatches a `paste` event on the element, or on the focused element if `id` is empty. */
export function pasteInto(id: string, text: string): PasteResult | null {
  const requested = id ? elementByUid(id) : deepFocus();
  if (id && !requested) return null;
  const target = requested ?? document.body;
  const { prevented } = clipboardEvent('paste', target, text);
  const editable = isEditable(target);
  return {
    handled: prevented,
    editable,
    isRichText: editable && !isTextField(target),
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
