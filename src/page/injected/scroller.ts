/** Scrolls the page, scroll containers and elements. */
import { parentOf } from './dom.js';
import { composedPath, deepElementFromPoint, deepElements } from './composed-tree.js';
import { hitTest } from './hit-test.js';
import { elementByUid, uid } from './uids.js';
import type { WireScroller } from './wire.js';

/**
 * The element that scrolls the page: the document or, if it fits into the viewport, the scroll container at the centre
 * of the viewport.
 */
function pageScroller(): Element | null {
  // A document that has just started to load has no root element.
  const { documentElement } = document as { documentElement: Element | null };
  const root = document.scrollingElement ?? documentElement;
  if (!root) return null;
  if (root.scrollHeight > window.innerHeight + 1) return root;
  let current = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
  for (; current && current !== root; current = parentOf(current)) {
    const overflow = getComputedStyle(current).overflowY;
    if ((overflow === 'auto' || overflow === 'scroll') && current.scrollHeight > current.clientHeight + 1)
      return current;
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
  /** `scrollInside`: whether the container can scroll. `reveal`: whether the element is now in view. */
  succeeded: boolean;
  moved: boolean;
  x: number;
  y: number;
}

function isScrollable(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const allowsScrolling = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  return (
    (allowsScrolling(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
    (allowsScrolling(overflowX) && element.scrollWidth > element.clientWidth + 1)
  );
}

/** The element itself if it is scrollable, its nearest scrollable ancestor, or the document's scrolling element. */
export function scrollerOf(element: Element): Element {
  for (const node of composedPath(element))
    if (node !== document.body && node !== document.documentElement && isScrollable(node)) return node;
  return document.scrollingElement ?? document.documentElement;
}

/** The only scrollable descendant, or null. */
function innerScroller(element: Element): Element | null {
  let scroller: Element | null = null;
  for (const inner of deepElements(element)) {
    if (!isScrollable(inner) || scroller?.contains(inner)) continue;
    if (scroller) return null;
    scroller = inner;
  }
  return scroller;
}

function offsets(element: Element): { x: number; y: number } {
  return { x: Math.round(element.scrollLeft), y: Math.round(element.scrollTop) };
}

/** The scroll container around an element, or the element itself; null for the page or a text area. */
export function readScroller(element: Element): WireScroller | null {
  const scroller = scrollerOf(element);
  const isPage = scroller === document.scrollingElement || scroller === document.documentElement;
  return isPage || scroller.localName === 'textarea' ? null : { uid: uid(scroller), ...offsets(scroller) };
}

/** Scrolls the element, its only scrollable descendant or its nearest scrollable ancestor to these offsets. */
export function scrollInside(id: string, x: number, y: number): ScrollResult | null {
  const element = elementByUid(id);
  if (!element) return null;
  const container = isScrollable(element) ? element : (innerScroller(element) ?? scrollerOf(element));
  const offsetsBefore = offsets(container);
  container.scrollTo({ left: x, top: y, behavior: 'instant' });
  const offsetsAfter = offsets(container);
  const scrolls =
    container.scrollHeight > container.clientHeight + 1 || container.scrollWidth > container.clientWidth + 1;
  return {
    succeeded: scrolls,
    moved: offsetsBefore.x !== offsetsAfter.x || offsetsBefore.y !== offsetsAfter.y,
    ...offsetsAfter,
  };
}

/** The height, in px below this point, of a fixed or sticky bar over the element; 0 if there is none. */
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
 * Scrolls an element into view, below any fixed or sticky bar at the top. If it is taller than the viewport, its start
 * comes into view.
 */
export function reveal(id: string): ScrollResult | null {
  const element = elementByUid(id);
  if (!element) return null;
  const allOffsets = (): { x: number; y: number }[] => {
    const scrolledOffsets: { x: number; y: number }[] = [];
    for (const node of composedPath(element))
      if (node.scrollTop || node.scrollLeft) scrolledOffsets.push(offsets(node));
    return scrolledOffsets;
  };
  const offsetsBefore = JSON.stringify(allOffsets());
  const container = scrollerOf(element);
  const boxBefore = element.getBoundingClientRect();
  const hit = hitTest(element);
  const fitsViewport = boxBefore.height < window.innerHeight * 0.9;
  const isInViewport =
    boxBefore.top >= 0 &&
    boxBefore.left >= 0 &&
    boxBefore.right <= window.innerWidth &&
    boxBefore.bottom <= window.innerHeight;
  if (!(isInViewport && hit.point)) {
    element.scrollIntoView({
      block: fitsViewport ? 'center' : 'start',
      inline: 'nearest',
      behavior: 'instant',
    });
    const box = element.getBoundingClientRect();
    const coveredHeight = barHeight(
      element,
      box.left + Math.min(box.width / 2, 40),
      Math.max(box.top, 0) + 2,
    );
    if (coveredHeight > 0) container.scrollBy({ top: -(coveredHeight + 8), behavior: 'instant' });
  }
  const boxAfter = element.getBoundingClientRect();
  const moved =
    offsetsBefore !== JSON.stringify(allOffsets()) ||
    boxAfter.top !== boxBefore.top ||
    boxAfter.left !== boxBefore.left;
  const visible =
    boxAfter.bottom > 0 &&
    boxAfter.right > 0 &&
    boxAfter.top < window.innerHeight &&
    boxAfter.left < window.innerWidth;
  return { succeeded: visible, moved, ...offsets(container) };
}
