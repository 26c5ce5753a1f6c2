/** Finds a passage in a field's or editor's text and selects it. */
import { deepFocus } from './composed-tree.js';
import { isTextField } from './editing.js';
import { isEditable, isPassword } from './states.js';
import { styleOf } from './computed-style.js';
import { isInlineDisplay } from './text.js';
import { elementByUid, uid } from './uids.js';

/** Converts the passage to a pattern in which any white space matches any other. */
function toPattern(passage: string): RegExp | null {
  const words = passage.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'), 'g');
}

/** Finds all exact occurrences. If there are none, finds those that differ only in white space. */
function findAll(text: string, passage: string): { start: number; end: number }[] {
  if (passage === '') return [];
  const exact: { start: number; end: number }[] = [];
  for (let i = text.indexOf(passage); i >= 0; i = text.indexOf(passage, i + 1))
    exact.push({ start: i, end: i + passage.length });
  if (exact.length) return exact;
  const pattern = toPattern(passage);
  if (!pattern) return [];
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

interface TextPosition {
  node: Text;
  offset: number;
}

/** An editor's text, and the position of each of its characters; null for the breaks between blocks. */
function readEditorText(host: Element): { text: string; places: (TextPosition | null)[] } {
  let text = '';
  const places: (TextPosition | null)[] = [];
  const visit = (element: Element): void => {
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        const { data } = node as Text;
        for (let offset = 0; offset < data.length; offset++) {
          text += data[offset] === '\u00a0' ? ' ' : data[offset];
          places.push({ node: node as Text, offset });
        }
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const inner = node as Element;
        const { display } = styleOf(inner);
        if (display === 'none') continue;
        const isBreak = inner.localName === 'br' || !isInlineDisplay(display);
        const addBreak = (): void => {
          if (!isBreak || text === '' || text.endsWith('\n')) return;
          text += '\n';
          places.push(null);
        };
        addBreak();
        visit(inner);
        addBreak();
      }
    }
  };
  visit(host);
  return { text, places };
}

/** Selects the passage if it occurs once. @returns how often it occurs; -1 if the field is gone */
export function selectPassage(id: string, passage: string): number {
  const field = elementByUid(id) as HTMLElement | null;
  if (!field) return -1;
  if (isTextField(field)) {
    const found = findAll(field.value, passage);
    if (found.length === 1) {
      field.focus({ preventScroll: true });
      field.setSelectionRange(found[0]!.start, found[0]!.end);
    }
    return found.length;
  }
  const { text, places } = readEditorText(field);
  const found = findAll(text, passage);
  if (found.length !== 1) return found.length;
  const { start, end } = found[0]!;
  const inside = places.slice(start, end).filter((place) => place !== null);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return 0;
  field.focus({ preventScroll: true });
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  first.node.parentElement?.scrollIntoView({ block: 'nearest' });
  return 1;
}

const MIN_OVERFLOW = 8;

/** Scrolls an editor that renders only the visible lines. @returns false if it did not move */
export function scrollEditor(id: string, where: 'start' | 'forward'): boolean {
  let scroller: Element | null = elementByUid(id);
  while (
    scroller &&
    (scroller.scrollHeight <= scroller.clientHeight + MIN_OVERFLOW || scroller.clientHeight === 0)
  )
    scroller = scroller.parentElement;
  if (!scroller) return false;
  const before = scroller.scrollTop;
  scroller.scrollTop = where === 'start' ? 0 : before + scroller.clientHeight * 0.8;
  return scroller.scrollTop !== before;
}

/** Puts the caret at the end of a field, even if the field already has the focus. */
export function caretAtEnd(id: string): boolean {
  const field = elementByUid(id) as HTMLElement | null;
  if (!field) return false;
  field.focus({ preventScroll: true });
  if (isTextField(field)) {
    // Number and e-mail inputs do not support selection.
    if (field.selectionStart !== null) field.setSelectionRange(field.value.length, field.value.length);
    return true;
  }
  const selection = getSelection();
  selection?.selectAllChildren(field);
  selection?.collapseToEnd();
  return true;
}

export interface FocusedField {
  /** '' if no text field has the focus. */
  uid: string;
  value: string;
}

/** The focused element if it accepts text. Password fields are never returned. */
export function focusedField(): FocusedField {
  const focused = deepFocus();
  if (!focused || !isEditable(focused) || isPassword(focused)) return { uid: '', value: '' };
  const value = isTextField(focused) ? focused.value : (focused as HTMLElement).innerText;
  return { uid: uid(focused), value };
}
