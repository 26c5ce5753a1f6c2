/** Builds the outline of a page: its visible elements and the text between them, including frames. */
import type { OutlineElement } from '../../contract/index.js';
import type { WireRows } from '../injected/wire.js';
import type { ElementRow } from './element-rows.js';

/** Maximum depth of an outline. Elements of ordinary pages are nested at most about 50 levels deep. */
const MAX_DEPTH = 300;

interface OutlinedFrame {
  /** Uid of the frame element in the parent frame; '' for the main frame. */
  ownerUid: string;
  rows: readonly ElementRow[];
  snapshot: { rows: Pick<WireRows, 'text'> };
}

/** @param frames the main frame, followed by the other frames, each after its parent */
export function toOutline(frames: readonly OutlinedFrame[]): OutlineElement {
  const elements = new Map<string, OutlineElement>();
  const page = createDocument();
  for (const { ownerUid, rows, snapshot } of frames) {
    const frameElement = elements.get(ownerUid);
    const document = ownerUid ? createDocument() : page;
    addRows(document, rows, snapshot.rows.text, elements);
    if (document !== page) (frameElement ?? page).content.push(document);
  }
  return page;
}

const createDocument = (): OutlineElement => ({
  uid: '',
  tag: 'html',
  role: 'document',
  inline: false,
  content: [],
});

interface OpenElement {
  element: OutlineElement;
  row: number;
  /** The end, within the frame's text, of what has been added so far. */
  cursor: number;
  end: number;
}

/** Adds the elements and text of one frame. */
function addRows(
  document: OutlineElement,
  rows: readonly ElementRow[],
  text: string,
  elements: Map<string, OutlineElement>,
): void {
  const stack: OpenElement[] = [{ element: document, row: -1, cursor: 0, end: text.length }];
  const addText = (openElement: OpenElement, end: number): void => {
    if (end <= openElement.cursor) return;
    const textBetween = text.slice(openElement.cursor, end);
    if (textBetween.trim()) openElement.element.content.push(textBetween);
    openElement.cursor = end;
  };
  const closeElement = (): void => {
    const closedElement = stack.pop()!;
    addText(closedElement, closedElement.end);
    const parent = stack.at(-1)!;
    parent.cursor = Math.max(parent.cursor, closedElement.end);
  };
  rows.forEach(({ uid, tag, role, inline, parent, textRange: [start, end] }, row) => {
    while (stack.at(-1)!.row !== parent) closeElement();
    const container = stack.at(-1)!;
    addText(container, start);
    const element: OutlineElement = { uid, tag, role, inline, content: [] };
    elements.set(uid, element);
    container.element.content.push(element);
    // The content of elements below the maximum depth is added to the last element above it, because the code that
    // reads the outline is recursive.
    stack.push({
      element: stack.length < MAX_DEPTH ? element : container.element,
      row,
      cursor: start,
      end,
    });
  });
  while (stack.length > 1) closeElement();
  addText(stack[0]!, text.length);
}
