/**
 * What the page would see of copying, cutting and pasting: its events, with data of our own in place of the system's
 * clipboard, and the keys that go before them.
 */
import { deepFocus } from './deep.js';
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

export interface CopyAnswer {
  /** What is to be on the clipboard now; null when the page kept it from being copied. */
  text: string | null;
  /** The page dealt with it itself. */
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
 * Copies or cuts as the platform would: the selection, else (`whole`) everything, after the page had its say in
 * a `copy` or `cut` event. The system's clipboard is not touched.
 */
export function copyFrom(type: 'copy' | 'cut', id: string, whole: boolean): CopyAnswer | null {
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

export interface PasteAnswer {
  /** The page took it from the event; nothing is to be inserted. */
  handled: boolean;
  /** Something that can be typed into has the keyboard. */
  editable: boolean;
  rich: boolean;
  multiline: boolean;
}

/** Tells the page of a paste, where the keyboard is. */
export function pasteInto(id: string, text: string): PasteAnswer | null {
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

/** A key as the page would see it, without what browsers do by themselves; false when the page stopped it. */
export function keyEvent(
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
