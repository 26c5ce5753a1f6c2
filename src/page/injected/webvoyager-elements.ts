/**
 * Reads the elements that WebVoyager numbers, selected exactly as in its own script, including the script's limits:
 * only the top document without frames or shadow roots, and only the innermost of nested elements. Other observations
 * use the scan instead. The filters here work on sets instead of nested loops, with the same result.
 */
import type { WireBox, WireNumberedElement } from './wire.js';
import { localNameOf, parentNodeOf } from './dom.js';
import { listUidsUpwards } from './measure-nodes.js';

const NUMBERED_TAGS = new Set([
  'INPUT',
  'TEXTAREA',
  'SELECT',
  'BUTTON',
  'A',
  'IFRAME',
  'VIDEO',
  'LI',
  'TD',
  'OPTION',
]);
/** If one of these is numbered, nothing inside it gets a number. */
const ATOMIC_SELECTOR = 'button, a, input[type="button"], div[role="button"]';
/** In square CSS px. */
const MIN_AREA = 20;
/** The model sees at most this many characters of an element's text. */
const MAX_TEXT_LENGTH = 400;

/** Form fields may hide a form's own methods, so these are taken from the prototypes (see `dom.ts`). */
const { getClientRects, getAttribute, hasAttribute, matches } = Element.prototype;
const containsNode = (outer: Node, inner: Node | null): boolean => Node.prototype.contains.call(outer, inner);

interface NumberedItem {
  element: Element;
  boxes: WireBox[];
}

/** The element's rectangles, clipped to the viewport, except those that another element covers at the centre. */
function findVisibleBoxes(element: Element): WireBox[] {
  const { clientWidth, clientHeight } = document.documentElement;
  const width = Math.max(clientWidth, window.innerWidth);
  const height = Math.max(clientHeight, window.innerHeight);
  const boxes: WireBox[] = [];
  for (const rect of Array.from(getClientRects.call(element))) {
    const topElement = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    if (!containsNode(element, topElement)) continue;
    const x = Math.max(0, rect.left);
    const y = Math.max(0, rect.top);
    boxes.push({ x, y, width: Math.min(width, rect.right) - x, height: Math.min(height, rect.bottom) - y });
  }
  return boxes;
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let node = parentNodeOf(element); node instanceof Element; node = parentNodeOf(node))
    ancestors.push(node);
  return ancestors;
}

/** Whether the element is the only child of a numbered `span` with a role. */
function isOnlyChildOfNumberedSpan(
  { element }: NumberedItem,
  numberedElements: ReadonlySet<Element>,
): boolean {
  const parent = parentNodeOf(element);
  return (
    parent instanceof HTMLSpanElement &&
    parent.childElementCount === 1 &&
    Boolean(parent.getAttribute('role')) &&
    numberedElements.has(parent)
  );
}

/**
 * @param elementsWithClickHandler elements whose `onclick` property is set, which only the page's own world can read
 */
function selectItems(
  elements: readonly Element[],
  elementsWithClickHandler: ReadonlySet<Element>,
): NumberedItem[] {
  let items: NumberedItem[] = [];
  for (const element of elements) {
    const isIncluded =
      NUMBERED_TAGS.has(element.tagName) ||
      elementsWithClickHandler.has(element) ||
      getComputedStyle(element).cursor === 'pointer';
    if (!isIncluded) continue;
    const boxes = findVisibleBoxes(element);
    const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
    if (area >= MIN_AREA) items.push({ element, boxes });
  }
  const toElementSet = (list: readonly NumberedItem[]): Set<Element> =>
    new Set(list.map(({ element }) => element));
  const atomicElements = toElementSet(items.filter(({ element }) => matches.call(element, ATOMIC_SELECTOR)));
  items = items.filter(
    ({ element }) => !ancestorsOf(element).some((ancestor) => atomicElements.has(ancestor)),
  );
  const numberedElements = toElementSet(items);
  items = items.filter((item) => !isOnlyChildOfNumberedSpan(item, numberedElements));
  const outerElements = new Set(items.flatMap(({ element }) => ancestorsOf(element)));
  return items.filter(({ element }) => !outerElements.has(element));
}

const textOf = (element: Node): string =>
  (element.textContent ?? '')
    .trim()
    .replace(/\s{2,}/g, ' ')
    .slice(0, MAX_TEXT_LENGTH);

/** Elements whose `onclick` property is set. If the page has changed since they were read, the attribute is used. */
function findElementsWithClickHandler(elements: readonly Element[], clickHandlers: string): Element[] {
  const [count, indexes = ''] = clickHandlers.split(' ');
  return Number(count) === elements.length
    ? indexes
        .split(',')
        .filter(Boolean)
        .flatMap((index) => elements[Number(index)] ?? [])
    : elements.filter((element) => hasAttribute.call(element, 'onclick'));
}

/**
 * @param clickHandlers the number of elements in the document, a space, and the comma-separated indexes of elements
 * whose `onclick` property is set
 */
export function findNumberedItems(clickHandlers: string): NumberedItem[] {
  const elements = Array.from(document.querySelectorAll('*'));
  return selectItems(elements, new Set(findElementsWithClickHandler(elements, clickHandlers)));
}

export const toWireElements = (items: readonly NumberedItem[]): WireNumberedElement[] =>
  items.map(({ element, boxes }) => ({
    uids: listUidsUpwards(element),
    tag: localNameOf(element),
    type: 'type' in element ? String(element.type) : null,
    text: textOf(element),
    ariaLabel: getAttribute.call(element, 'aria-label') ?? '',
    boxes,
  }));
