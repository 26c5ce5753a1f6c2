/** Text fields: value, focus, selection and form submission. */
import { walkDeepElements, findFocusedElement, isShown } from './composed-tree.js';
import { describeElement } from './hit-test.js';
import { styleOf } from './computed-style.js';
import { isEditable, isPassword } from './states.js';
import { readScroller } from './scroller.js';
import { isInlineDisplay } from './text.js';
import { findElementByUid, getUid } from './uids.js';
import type { WireScroller } from './wire.js';

const MAX_VALUE_LENGTH = 200_000;

export interface WireField {
  /** Uid of the element that receives typed text, for example the control of a label. */
  uid: string;
  /**
   * `text` for inputs and text areas, `rich` for contenteditable elements, `block` for a paragraph or another block
   * in a contenteditable element, `none` if the element is not editable.
   */
  kind: 'text' | 'rich' | 'block' | 'none';
  /** The field's text; for passwords, one dot per character. */
  value: string;
  isPassword: boolean;
  /** Whether the field reacts to single keys, for example by filtering or suggesting while the user types. */
  reactsToKeys: boolean;
  multiline: boolean;
  maxLength: number;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

export function isTextField(element: Element): element is TextField {
  return element.localName === 'input' || element.localName === 'textarea';
}

/** The editing host: the outermost contenteditable ancestor. */
function editingHostOf(element: Element): HTMLElement | null {
  let host = element as HTMLElement;
  if (!host.isContentEditable) return null;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** The field that receives text typed into an element, or null. */
export function fieldOf(element: Element): Element | null {
  if (element.localName === 'label') {
    const { control } = element as HTMLLabelElement;
    if (control) return fieldOf(control);
  }
  if (isTextField(element)) return element;
  const host = editingHostOf(element);
  if (host) return host;
  let onlyField: Element | null = null;
  for (const inner of walkDeepElements(element)) {
    const field =
      isEditable(inner) && isShown(inner) ? (isTextField(inner) ? inner : editingHostOf(inner)) : null;
    if (!field || field === onlyField) continue;
    if (onlyField) return null;
    onlyField = field;
  }
  return onlyField;
}

function readFieldText(element: Element): string {
  if (isTextField(element)) {
    const { value } = element;
    return isPassword(element) ? '•'.repeat(value.length) : value.slice(0, MAX_VALUE_LENGTH);
  }
  return (element as HTMLElement).innerText.replace(/\u00a0/g, ' ').slice(0, MAX_VALUE_LENGTH);
}

/** Whether an attribute binds a key handler: `onkeyup`, `hx-trigger="keyup"`, `data-action="keyup->…"`, `@keydown`. */
const hasKeyAttribute = (element: Element): boolean =>
  [...element.attributes].some(
    ({ name, value }) =>
      KEY_EVENT_NAME.test(name) ||
      (/^(?:data-action|hx-trigger|data-hx-trigger)$/.test(name) && KEY_EVENT_NAME.test(value)),
  );
const KEY_EVENT_NAME = /(?:^|[^a-z]|on)key(?:up|down|press)(?![a-z])/i;

function doesReactToKeys(element: Element): boolean {
  const combobox = element.closest('[role="combobox"]') ?? element;
  const autocomplete =
    element.getAttribute('aria-autocomplete') ?? combobox.getAttribute('aria-autocomplete');
  if (autocomplete && autocomplete !== 'none') return true;
  if (combobox.getAttribute('role') === 'combobox' || element.hasAttribute('aria-activedescendant'))
    return true;
  const popup = combobox.getAttribute('aria-haspopup');
  if (popup && popup !== 'false') return true;
  if (combobox.hasAttribute('aria-controls') || combobox.hasAttribute('aria-owns')) return true;
  if (hasKeyAttribute(element)) return true;
  // Fields that disable the browser's suggestions usually provide their own.
  return element.localName === 'input' && element.getAttribute('autocomplete') === 'off';
}

/** Whether the element is a block inside an editor. */
const isEditorBlock = (element: Element): boolean =>
  editingHostOf(element) !== null &&
  editingHostOf(element) !== element &&
  !isTextField(element) &&
  !isInlineDisplay(styleOf(element).display);

export function readField(id: string): WireField | null {
  const element = findElementByUid(id);
  if (!element) return null;
  const isBlock = isEditorBlock(element);
  const field = isBlock ? element : fieldOf(element);
  if (!field || !isEditable(field))
    return {
      uid: id,
      kind: 'none',
      value: '',
      isPassword: false,
      reactsToKeys: false,
      multiline: false,
      maxLength: -1,
    };
  const isText = isTextField(field);
  return {
    uid: getUid(field),
    kind: isText ? 'text' : isBlock ? 'block' : 'rich',
    value: readFieldText(field),
    isPassword: isPassword(field),
    reactsToKeys: doesReactToKeys(field),
    multiline:
      field.localName === 'textarea' || (!isText && field.getAttribute('aria-multiline') !== 'false'),
    maxLength: isText ? field.maxLength : -1,
  };
}

/** Focuses a field and puts the caret at its end, unless it already has the focus. */
export function focusAtEnd(id: string): boolean {
  const element = findElementByUid(id) as HTMLElement | null;
  if (!element) return false;
  const focusedElement = findFocusedElement();
  if (
    focusedElement === element ||
    (focusedElement && element.contains(focusedElement) && element.isContentEditable)
  )
    return true;
  element.focus({ preventScroll: true });
  if (isTextField(element)) {
    // Number and e-mail inputs do not support selection.
    if (element.selectionStart !== null)
      element.setSelectionRange(element.value.length, element.value.length);
  } else if (element.isContentEditable) {
    const range = document.createRange();
    range.selectNodeContents(element);
    range.collapse(false);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }
  return findFocusedElement() !== null;
}

/** Selects the entire content of a field or contenteditable element. */
export function selectAll(id: string): boolean {
  const element = findElementByUid(id) as HTMLElement | null;
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

/** Whether the selection lies inside the element and covers at least 90 % of its text. */
export function isAllSelected(id: string): boolean {
  const element = findElementByUid(id);
  const selection = getSelection();
  if (!element || !selection?.rangeCount) return false;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.commonAncestorContainer)) return false;
  return selection.toString().trim().length >= ((element as HTMLElement).innerText ?? '').trim().length * 0.9;
}

/** Position of the caret or the selection in the focused field or editor; '' if it has none. */
function readCaret(focusedElement: Element | null): string {
  if (!focusedElement) return '';
  // Some input types have no selection.
  if (isTextField(focusedElement))
    return `${focusedElement.selectionStart ?? ''}-${focusedElement.selectionEnd ?? ''}`;
  const selection = getSelection();
  if (!(focusedElement as HTMLElement).isContentEditable || !selection?.rangeCount) return '';
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  const rangeBefore = document.createRange();
  rangeBefore.selectNodeContents(focusedElement);
  const offsetOf = (node: Node, offset: number): number => {
    if (!focusedElement.contains(node)) return -1;
    rangeBefore.setEnd(node, offset);
    return rangeBefore.toString().length;
  };
  return `${offsetOf(startContainer, startOffset)}-${offsetOf(endContainer, endOffset)}`;
}

/** Describes the focused element. `inThisDocument` is false if a child frame or another document has the focus. */
export function readFocus(): {
  inThisDocument: boolean;
  description: string;
  caret: string;
  /** The scroll container around the focused element. */
  scroller: WireScroller | null;
} {
  const focusedElement = findFocusedElement();
  const isFrame = focusedElement !== null && /^(iframe|frame)$/.test(focusedElement.localName);
  return {
    inThisDocument: document.hasFocus() && !isFrame,
    description: focusedElement ? describeElement(focusedElement) : '',
    caret: readCaret(focusedElement),
    scroller: focusedElement && readScroller(focusedElement),
  };
}

/** Submits an element's form. @returns false if it has none */
export function submitForm(id: string): boolean {
  const element = findElementByUid(id);
  if (!element) return false;
  const form =
    element.localName === 'form' ? element : ((element as HTMLInputElement).form ?? element.closest('form'));
  if (!form) return false;
  // A field named `requestSubmit` would hide the form's own method.
  const submit = (submitter?: HTMLElement): void =>
    HTMLFormElement.prototype.requestSubmit.call(form as HTMLFormElement, submitter);
  const { type } = element as HTMLButtonElement;
  if (type === 'submit' && /^(button|input)$/.test(element.localName)) submit(element as HTMLElement);
  else submit();
  return true;
}
