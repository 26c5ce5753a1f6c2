/** Finds a passage in a field's or editor's text and selects it. */
import { findFocusedElement } from './composed-tree.js';
import { isTextField } from './editing.js';
import { isEditable, isPassword } from './states.js';
import { styleOf } from './computed-style.js';
import { isInlineDisplay } from './text.js';
import { findElementByUid, getUid } from './uids.js';

/** Converts the passage to a pattern that matches its words with any whitespace between them. */
function toPattern(passage: string): RegExp | null {
  const words = passage.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'), 'g');
}

/** Finds all exact occurrences. If there are none, finds those that differ only in whitespace. */
function findOccurrences(text: string, passage: string): { start: number; end: number }[] {
  if (passage === '') return [];
  const exactOccurrences: { start: number; end: number }[] = [];
  for (let i = text.indexOf(passage); i >= 0; i = text.indexOf(passage, i + 1))
    exactOccurrences.push({ start: i, end: i + passage.length });
  if (exactOccurrences.length) return exactOccurrences;
  const pattern = toPattern(passage);
  if (!pattern) return [];
  return [...text.matchAll(pattern)].map(({ index, 0: occurrence }) => ({
    start: index,
    end: index + occurrence.length,
  }));
}

interface TextPosition {
  node: Text;
  offset: number;
}

/** An editor's text, and the position of each of its characters; null for the breaks between blocks. */
function readEditorText(host: Element): { text: string; positions: (TextPosition | null)[] } {
  let text = '';
  const positions: (TextPosition | null)[] = [];
  const visit = (element: Element): void => {
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        const { data } = node as Text;
        for (let offset = 0; offset < data.length; offset++) {
          text += data[offset] === '\u00a0' ? ' ' : data[offset];
          positions.push({ node: node as Text, offset });
        }
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const inner = node as Element;
        const { display } = styleOf(inner);
        if (display === 'none') continue;
        const isBreak = inner.localName === 'br' || !isInlineDisplay(display);
        const addBreak = (): void => {
          if (!isBreak || text === '' || text.endsWith('\n')) return;
          text += '\n';
          positions.push(null);
        };
        addBreak();
        visit(inner);
        addBreak();
      }
    }
  };
  visit(host);
  return { text, positions };
}

/** Selects the passage if it occurs once. @returns how often it occurs; -1 if the field is gone */
export function selectPassage(id: string, passage: string): number {
  const field = findElementByUid(id) as HTMLElement | null;
  if (!field) return -1;
  if (isTextField(field)) {
    const occurrences = findOccurrences(field.value, passage);
    if (occurrences.length === 1) {
      field.focus({ preventScroll: true });
      field.setSelectionRange(occurrences[0]!.start, occurrences[0]!.end);
    }
    return occurrences.length;
  }
  const { text, positions } = readEditorText(field);
  const occurrences = findOccurrences(text, passage);
  if (occurrences.length !== 1) return occurrences.length;
  const { start, end } = occurrences[0]!;
  const passagePositions = positions.slice(start, end).filter((position) => position !== null);
  const [first, last] = [passagePositions[0], passagePositions.at(-1)];
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
export function scrollEditor(id: string, direction: 'start' | 'forward'): boolean {
  let scroller: Element | null = findElementByUid(id);
  while (
    scroller &&
    (scroller.scrollHeight <= scroller.clientHeight + MIN_OVERFLOW || scroller.clientHeight === 0)
  )
    scroller = scroller.parentElement;
  if (!scroller) return false;
  const scrollTopBefore = scroller.scrollTop;
  scroller.scrollTop = direction === 'start' ? 0 : scrollTopBefore + scroller.clientHeight * 0.8;
  return scroller.scrollTop !== scrollTopBefore;
}

/** Puts the caret at the end of a field, even if the field already has the focus. */
export function moveCaretToEnd(id: string): boolean {
  const field = findElementByUid(id) as HTMLElement | null;
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
export function readFocusedField(): FocusedField {
  const focusedElement = findFocusedElement();
  if (!focusedElement || !isEditable(focusedElement) || isPassword(focusedElement))
    return { uid: '', value: '' };
  const value = isTextField(focusedElement)
    ? focusedElement.value
    : (focusedElement as HTMLElement).innerText;
  return { uid: getUid(focusedElement), value };
}
