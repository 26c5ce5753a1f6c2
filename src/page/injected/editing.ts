/** Fields as they are typed into: what they hold, what is selected, and the clipboard events of the page. */
import { deepElements, deepFocus, isShown } from './deep.js';
import { describeElement } from './hit.js';
import { isEditable, isPassword } from './states.js';
import { elementByUid, uid } from './uids.js';

const LIMIT = 200_000;

export interface WireField {
  /** Id of the element that takes the typing: of a label its control, of a box the only field inside. */
  uid: string;
  /** `text` for inputs and text areas, `rich` for editable documents, `none` where nothing can be typed. */
  kind: 'text' | 'rich' | 'none';
  /** Whole text that it holds; of a password only so many dots. */
  value: string;
  password: boolean;
  /** It listens to keys: completes, filters or offers while one types. */
  keyed: boolean;
  multiline: boolean;
  maxLength: number;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isTextField(element: Element): element is TextField {
  return element.localName === 'input' || element.localName === 'textarea';
}

/** The outermost editable element around: the whole document that is edited. */
function editingHost(element: Element): HTMLElement | null {
  let host = element as HTMLElement;
  if (!host.isContentEditable) return null;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** What is typed into when an element is meant. */
function fieldOf(element: Element): Element | null {
  if (element.localName === 'label') {
    const { control } = element as HTMLLabelElement;
    if (control) return fieldOf(control);
  }
  if (isTextField(element)) return element;
  const host = editingHost(element);
  if (host) return host;
  let only: Element | null = null;
  for (const inner of deepElements(element)) {
    const field = isEditable(inner) && isShown(inner) ? (isTextField(inner) ? inner : editingHost(inner)) : null;
    if (!field || field === only) continue;
    if (only) return null;
    only = field;
  }
  return only;
}

function holds(element: Element): string {
  if (isTextField(element)) {
    const { value } = element;
    return isPassword(element) ? '•'.repeat(value.length) : value.slice(0, LIMIT);
  }
  return (element as HTMLElement).innerText.replace(/\u00a0/g, ' ').slice(0, LIMIT);
}

function keyed(element: Element): boolean {
  const box = element.closest('[role="combobox"]') ?? element;
  const completes = element.getAttribute('aria-autocomplete') ?? box.getAttribute('aria-autocomplete');
  if (completes && completes !== 'none') return true;
  if (box.getAttribute('role') === 'combobox' || element.hasAttribute('aria-activedescendant')) return true;
  const popup = box.getAttribute('aria-haspopup');
  if (popup && popup !== 'false') return true;
  if (box.hasAttribute('aria-controls') || box.hasAttribute('aria-owns')) return true;
  // Fields that switch the browser's own suggestions off mostly have others in their place.
  return element.localName === 'input' && element.getAttribute('autocomplete') === 'off';
}

export function field(id: string): WireField | null {
  const element = elementByUid(id);
  if (!element) return null;
  const found = fieldOf(element);
  if (!found || !isEditable(found))
    return {
      uid: id,
      kind: 'none',
      value: '',
      password: false,
      keyed: false,
      multiline: false,
      maxLength: -1,
    };
  const text = isTextField(found);
  return {
    uid: uid(found),
    kind: text ? 'text' : 'rich',
    value: holds(found),
    password: isPassword(found),
    keyed: keyed(found),
    multiline: found.localName === 'textarea' || (!text && found.getAttribute('aria-multiline') !== 'false'),
    maxLength: text ? found.maxLength : -1,
  };
}

/** Puts the keyboard there; the caret goes to the end unless the field had it before. */
export function focusAtEnd(id: string): boolean {
  const element = elementByUid(id) as HTMLElement | null;
  if (!element) return false;
  const focus = deepFocus();
  if (focus === element || (focus && element.contains(focus) && element.isContentEditable)) return true;
  element.focus({ preventScroll: true });
  if (isTextField(element)) {
    // Numbers, e-mail addresses and such have no caret that could be set.
    if (element.selectionStart !== null) element.setSelectionRange(element.value.length, element.value.length);
  } else if (element.isContentEditable) {
    const range = document.createRange();
    range.selectNodeContents(element);
    range.collapse(false);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }
  return deepFocus() !== null;
}

/** Selects all that an editable document holds; false when something else is selected with it. */
export function selectAll(id: string): boolean {
  const element = elementByUid(id) as HTMLElement | null;
  if (!element) return false;
  if (isTextField(element)) {
    element.select();
    return true;
  }
  const selection = getSelection();
  if (!selection) return false;
  selection.selectAllChildren(element);
  return true;
}

/** The whole document and nothing else is selected. */
export function allSelected(id: string): boolean {
  const element = elementByUid(id);
  const selection = getSelection();
  if (!element || !selection?.rangeCount) return false;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.commonAncestorContainer)) return false;
  return selection.toString().trim().length >= ((element as HTMLElement).innerText ?? '').trim().length * 0.9;
}

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

function clipboardEvent(type: string, target: Element, text: string | null): { stopped: boolean; data: DataTransfer } {
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
  const own = isTextField(target) || target.localName === 'label' || (target as HTMLElement).isContentEditable;
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
    } as KeyboardEventInit),
  );
}

/** The keyboard is in this document, not in a frame of it; and what has it, in words. */
export function hasFocus(): { here: boolean; what: string } {
  const focus = deepFocus();
  const frame = focus !== null && /^(iframe|frame)$/.test(focus.localName);
  return { here: document.hasFocus() && !frame, what: focus ? describeElement(focus) : '' };
}

/** Sends the form that an element belongs to; false when it is in none. */
export function submitForm(id: string): boolean {
  const element = elementByUid(id);
  if (!element) return false;
  const form =
    element.localName === 'form' ? element : ((element as HTMLInputElement).form ?? element.closest('form'));
  if (!form) return false;
  // A field called `requestSubmit` would hide the form's own.
  const send = (submitter?: HTMLElement): void =>
    HTMLFormElement.prototype.requestSubmit.call(form as HTMLFormElement, submitter);
  const { type } = element as HTMLButtonElement;
  if (type === 'submit' && /^(button|input)$/.test(element.localName)) send(element as HTMLElement);
  else send();
  return true;
}
