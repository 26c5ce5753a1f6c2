/**
 * Reads the elements that MiniWoB++ reports to its agents. These are the results of `core.getDOMInfo()` in its pages,
 * after the Python package `miniwob` has changed the leaves. `getDOMInfo` writes attributes into the page, so this
 * implementation reads the same data without changing the page.
 */
import type { WireListedNode } from './wire.js';
import { localNameOf, nodeTypeOf } from './dom.js';
import { listUidsUpwards } from './measure-nodes.js';
import { listChildNodes } from './text.js';
import { isPassword } from './values.js';

/** Ids of elements that agents do not see. Everything inside them is skipped too. */
const SKIPPED_IDS = new Set(['reward-display', 'sync-task-cover', 'click-canvas', 'query']);
/** Limits for other pages. The pages of MiniWoB++ are far smaller. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 1_000;
/** Maximum number of measurements to find the lines of a text node. MiniWoB++ has the same limit. */
const MAX_MEASUREMENTS = 1_000;

/** Form fields may hide a form's own methods, so these are taken from the prototypes (see `dom.ts`). */
const { getBoundingClientRect, getAttribute } = Element.prototype;

/** Element numbers, from 1. As in an episode of MiniWoB++, they stay valid until the document is replaced. */
const numbers = new WeakMap<Element, number>();
let elementCount = 0;

function numberOf(element: Element): number {
  const number = numbers.get(element) ?? ++elementCount;
  numbers.set(element, number);
  return number;
}

export interface ListedNode {
  /** The element, or the element around the text. */
  element: Element;
  node: WireListedNode;
}

/** One rendered line of a text node. */
interface TextLine {
  text: string;
  rect: DOMRect;
}

/** Splits a text node where the page breaks it into lines, with MiniWoB++'s search algorithm. */
function linesOf(node: Text): TextLine[] {
  const lines: TextLine[] = [];
  const range = document.createRange();
  const measureRects = (start: number, end: number): DOMRectList => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return range.getClientRects();
  };
  const { length } = node.data;
  let measurementCount = 0;
  for (let start = 0; start < length;) {
    const lineCount = measureRects(start, length).length;
    if (lineCount === 0) return lines;
    let minEnd = start + 1;
    let maxEnd = length;
    let end = Math.floor((minEnd * (lineCount - 1) + maxEnd) / lineCount);
    while (minEnd <= maxEnd) {
      if (++measurementCount > MAX_MEASUREMENTS) return lines;
      if (measureRects(start, end).length === 1) {
        minEnd = end + 1;
        end = Math.min(minEnd + 5, Math.floor((minEnd + maxEnd) / 2));
      } else {
        maxEnd = end - 1;
        end = Math.max(maxEnd - 5, Math.floor((minEnd + maxEnd) / 2));
      }
    }
    const [rect, ...otherRects] = Array.from(measureRects(start, maxEnd));
    if (!rect || otherRects.length > 0) return lines;
    const text = node.data.slice(start, maxEnd).trim();
    if (rect.width > 0 && rect.height > 0 && text) lines.push({ text, rect });
    start = maxEnd;
  }
  return lines;
}

/** A field's current value: `True` for a checked checkbox or radio button, dots for a password. */
function valueOf(element: Element): string {
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement)) return '';
  if (element.type === 'checkbox' || element.type === 'radio') return element.checked ? 'True' : '';
  return isPassword(element) ? '•'.repeat(element.value.length) : element.value;
}

const toBox = ({ x, y, width, height }: DOMRect): WireListedNode['box'] => ({ x, y, width, height });

/** Reads the elements in document order, which is the order in which MiniWoB++ visits them. */
export function readMiniwobList(): ListedNode[] {
  const list: ListedNode[] = [];
  let textCount = 0;

  const addText = (node: Text, element: Element, uids: string[]): void => {
    for (const { text, rect } of linesOf(node)) {
      const line = { id: -++textCount, tag: 't', val: text, box: toBox(rect), uids: uids.slice(0, 1) };
      list.push({ element, node: line });
    }
  };

  const addElement = (element: Element, depth: number): void => {
    const domId = getAttribute.call(element, 'id') ?? '';
    if (SKIPPED_IDS.has(domId)) return;
    const rect = getBoundingClientRect.call(element);
    if (rect.width === 0 || rect.height === 0) return;
    const type = element instanceof HTMLInputElement ? `_${element.type}` : '';
    const uids = listUidsUpwards(element);
    const node: WireListedNode = {
      id: numberOf(element),
      tag: `${localNameOf(element).toLowerCase()}${type}`,
      val: valueOf(element) || domId,
      box: toBox(rect),
      uids,
    };
    const endIndex = list.push({ element, node });
    const children = listChildNodes(element).filter(
      (child) => nodeTypeOf(child) === 1 || (nodeTypeOf(child) === 3 && /\S/.test((child as Text).data)),
    );
    if (children.every((child) => nodeTypeOf(child) === 3)) {
      node.val = children.map((child) => (child as Text).data.trim()).join(' ') || node.val;
      return;
    }
    if (depth >= MAX_DEPTH) return;
    for (const child of children) {
      if (list.length >= MAX_NODES) return;
      if (nodeTypeOf(child) === 3) addText(child as Text, element, uids);
      else addElement(child as Element, depth + 1);
    }
    // MiniWoB++'s Python package turns an element that contains only text back into a leaf.
    const innerNodes = list.slice(endIndex).map((listed) => listed.node);
    if (innerNodes.length > 0 && innerNodes.every(({ tag }) => tag === 't')) {
      node.val = innerNodes.map(({ val }) => val).join(' ');
      list.length = endIndex;
    }
  };

  const body = document.body as HTMLElement | null;
  if (body) addElement(body, 0);
  return list;
}
