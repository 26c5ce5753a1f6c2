/** Fields as they are typed into: what they hold, where the caret is, the form that they belong to. */
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

export function isTextField(element: Element): element is TextField {
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
export function fieldOf(element: Element): Element | null {
  if (element.localName === 'label') {
    const { control } = element as HTMLLabelElement;
    if (control) return fieldOf(control);
  }
  if (isTextField(element)) return element;
  const host = editingHost(element);
  if (host) return host;
  let only: Element | null = null;
  for (const inner of deepElements(element)) {
    const field =
      isEditable(inner) && isShown(inner) ? (isTextField(inner) ? inner : editingHost(inner)) : null;
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

/** Its markup ties something to keys: `onkeyup`, `hx-trigger="keyup"`, `data-action="keyup->…"`, `@keydown`. */
const saysKeys = (element: Element): boolean =>
  [...element.attributes].some(
    ({ name, value }) =>
      KEY_EVENT.test(name) ||
      (/^(?:data-action|hx-trigger|data-hx-trigger)$/.test(name) && KEY_EVENT.test(value)),
  );
const KEY_EVENT = /(?:^|[^a-z]|on)key(?:up|down|press)(?![a-z])/i;

function keyed(element: Element): boolean {
  const box = element.closest('[role="combobox"]') ?? element;
  const completes = element.getAttribute('aria-autocomplete') ?? box.getAttribute('aria-autocomplete');
  if (completes && completes !== 'none') return true;
  if (box.getAttribute('role') === 'combobox' || element.hasAttribute('aria-activedescendant')) return true;
  const popup = box.getAttribute('aria-haspopup');
  if (popup && popup !== 'false') return true;
  if (box.hasAttribute('aria-controls') || box.hasAttribute('aria-owns')) return true;
  if (saysKeys(element)) return true;
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
