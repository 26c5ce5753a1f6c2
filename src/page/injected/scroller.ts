import { parentOf } from './dom.js';
import { composedPath, deepElementFromPoint, deepElements } from './composed-tree.js';
import { hitTest } from './hit-test.js';
import { elementByUid } from './uids.js';

/**
 * The element that scrolls the page: the document or, if it is no higher than the viewport, the scroll container at
 * the centre of the viewport.
 */
function pageScroller(): Element | null {
  // A document that has just started to load has no root element.
  const { documentElement } = document as { documentElement: Element | null };
  const root = document.scrollingElement ?? documentElement;
  if (!root) return null;
  if (root.scrollHeight > window.innerHeight + 1) return root;
  let at = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
  for (; at && at !== root; at = parentOf(at)) {
    const overflow = getComputedStyle(at).overflowY;
    if ((overflow === 'auto' || overflow === 'scroll') && at.scrollHeight > at.clientHeight + 1) return at;
  }
  return root;
}

export function scrollOffset(): {
  scrollX: number;
  scrollY: number;
  scrollWidth: number;
  scrollHeight: number;
} {
  const element = pageScroller();
  if (!element) return { scrollX: 0, scrollY: 0, scrollWidth: 0, scrollHeight: 0 };
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = element;
  return { scrollX: Math.round(scrollLeft), scrollY: Math.round(scrollTop), scrollWidth, scrollHeight };
}

export function scrollTo(x: number, y: number): boolean {
  pageScroller()?.scrollTo({ left: x, top: y, behavior: 'instant' });
  return true;
}

export interface ScrollResult {
  /** For `scrollInside`: the container can scroll. For `reveal`: the element is in view now. */
  scrolls: boolean;
  moved: boolean;
  x: number;
  y: number;
}

function scrollsBy(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const open = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  return (
    (open(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
    (open(overflowX) && element.scrollWidth > element.clientWidth + 1)
  );
}

/** The element or its nearest scrollable ancestor, else the document's scrolling element. */
export function scrollerOf(element: Element): Element {
  for (const node of composedPath(element))
    if (node !== document.body && node !== document.documentElement && scrollsBy(node)) return node;
  return document.scrollingElement ?? document.documentElement;
}

/** The only scrollable descendant, or null. */
function innerScroller(element: Element): Element | null {
  let found: Element | null = null;
  for (const inner of deepElements(element)) {
    if (!scrollsBy(inner) || found?.contains(inner)) continue;
    if (found) return null;
    found = inner;
  }
  return found;
}

function offsets(element: Element): { x: number; y: number } {
  return { x: Math.round(element.scrollLeft), y: Math.round(element.scrollTop) };
}

/** Scrolls the element, its only scrollable descendant or its nearest scrollable ancestor to these offsets. */
export function scrollInside(id: string, x: number, y: number): ScrollResult | null {
  const element = elementByUid(id);
  if (!element) return null;
  const container = scrollsBy(element) ? element : (innerScroller(element) ?? scrollerOf(element));
  const before = offsets(container);
  container.scrollTo({ left: x, top: y, behavior: 'instant' });
  const after = offsets(container);
  const scrolls =
    container.scrollHeight > container.clientHeight + 1 || container.scrollWidth > container.clientWidth + 1;
  return { scrolls, moved: before.x !== after.x || before.y !== after.y, ...after };
}

/** Height of the fixed or sticky bar that covers the element below this point; 0 if there is none. */
function barHeight(element: Element, x: number, y: number): number {
  const hit = deepElementFromPoint(x, y);
  if (!hit || hit === element || element.contains(hit) || hit.contains(element)) return 0;
  for (const node of composedPath(hit)) {
    const { position } = getComputedStyle(node);
    if (position === 'fixed' || position === 'sticky') return node.getBoundingClientRect().bottom - y;
  }
  return 0;
}

/**
 * Scrolls an element into view, below any fixed or sticky bar at the top. If it is higher than the viewport, its start
 * is shown.
 */
export function reveal(id: string): ScrollResult | null {
  const element = elementByUid(id);
  if (!element) return null;
  const allOffsets = (): { x: number; y: number }[] => {
    const all: { x: number; y: number }[] = [];
    for (const node of composedPath(element)) if (node.scrollTop || node.scrollLeft) all.push(offsets(node));
    return all;
  };
  const before = JSON.stringify(allOffsets());
  const container = scrollerOf(element);
  const from = element.getBoundingClientRect();
  const hit = hitTest(element);
  const fits = from.height < window.innerHeight * 0.9;
  const inside =
    from.top >= 0 && from.left >= 0 && from.right <= window.innerWidth && from.bottom <= window.innerHeight;
  if (!(inside && hit.point)) {
    element.scrollIntoView({ block: fits ? 'center' : 'start', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const hidden = barHeight(element, box.left + Math.min(box.width / 2, 40), Math.max(box.top, 0) + 2);
    if (hidden > 0) container.scrollBy({ top: -(hidden + 8), behavior: 'instant' });
  }
  const to = element.getBoundingClientRect();
  const moved = before !== JSON.stringify(allOffsets()) || to.top !== from.top || to.left !== from.left;
  const visible = to.bottom > 0 && to.right > 0 && to.top < window.innerHeight && to.left < window.innerWidth;
  return { scrolls: visible, moved, ...offsets(container) };
}
