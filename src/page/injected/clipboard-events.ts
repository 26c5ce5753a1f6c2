/**
 * Dispatches copy, cut and paste events that use the session's clipboard instead of the system clipboard, and the key
 * events that precede them.
 */
import { findFocusedElement } from './composed-tree.js';
import { fieldOf, isTextField } from './editing.js';
import { isEditable, isPassword } from './states.js';
import { findElementByUid } from './uids.js';

function readSelectionWithin(element: Element): string | null {
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
  isHandled: boolean;
  /** Whether the target is a password field, which is never copied. */
  isPassword: boolean;
}

function dispatchClipboardEvent(
  type: string,
  target: Element,
  text: string | null,
): { isPrevented: boolean; data: DataTransfer } {
  const data = new DataTransfer();
  if (text !== null) data.setData('text/plain', text);
  const event = new ClipboardEvent(type, {
    clipboardData: data,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  return { isPrevented: !target.dispatchEvent(event), data };
}

/**
 * Copies or cuts the selection. If nothing is selected and `wholeElement` is set, uses the entire content. The page's
 * `copy` or `cut` handler can replace the text. The system clipboard is not used.
 */
export function copyFrom(type: 'copy' | 'cut', id: string, wholeElement: boolean): CopyResult | null {
  const target = id ? findElementByUid(id) : (findFocusedElement() ?? document.body);
  if (!target) return null;
  const mayContainField =
    isTextField(target) || target.localName === 'label' || (target as HTMLElement).isContentEditable;
  const element = (wholeElement && mayContainField && fieldOf(target)) || target;
  if (isPassword(element)) return { text: null, isHandled: false, isPassword: true };
  let text = readSelectionWithin(element);
  if (text === null && !id) text = getSelection()?.toString() || null;
  if (text === null && wholeElement) {
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
  const { isPrevented, data } = dispatchClipboardEvent(type, element, null);
  if (isPrevented) return { text: data.getData('text/plain') || null, isHandled: true, isPassword: false };
  return { text, isHandled: false, isPassword: false };
}

export interface PasteResult {
  /** Whether the page handled the event, so that nothing must be inserted. */
  isHandled: boolean;
  /** Whether the target accepts typed text. */
  isEditable: boolean;
  /** Whether the target is a contenteditable element. */
  isRichText: boolean;
  isMultiline: boolean;
}

/** Dispatches a `paste` event on the element, or on the focused element if `id` is empty. */
export function pasteInto(id: string, text: string): PasteResult | null {
  const requestedElement = id ? findElementByUid(id) : findFocusedElement();
  if (id && !requestedElement) return null;
  const target = requestedElement ?? document.body;
  const { isPrevented } = dispatchClipboardEvent('paste', target, text);
  const editable = isEditable(target);
  return {
    isHandled: isPrevented,
    isEditable: editable,
    isRichText: editable && !isTextField(target),
    isMultiline: target.localName === 'textarea' || (editable && !isTextField(target)),
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
  const target = (id ? findElementByUid(id) : findFocusedElement()) ?? document.body;
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
