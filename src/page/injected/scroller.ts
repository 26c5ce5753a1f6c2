/** Scrolls the page, scroll containers and elements. */
import { unclobberedParentOf } from './dom.js';
import { walkComposedPath, findDeepElementAt, walkDeepElements } from './composed-tree.js';
import { hitTest } from './hit-test.js';
import { findElementByUid, getUid } from './uids.js';
import type { WireScroller } from './wire.js';

/**
 * The element that scrolls the page: the document or, if it fits into the viewport, the scroll container at the centre
 * of the viewport.
 */
function findPageScroller(): Element | null {
  // A document that has just started to load has no root element.
  const { documentElement } = document as { documentElement: Element | null };
  const root = document.scrollingElement ?? documentElement;
  if (!root) return null;
  if (root.scrollHeight > window.innerHeight + 1) return root;
  let current = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
  for (; current && current !== root; current = unclobberedParentOf(current)) {
    const overflow = getComputedStyle(current).overflowY;
    if ((overflow === 'auto' || overflow === 'scroll') && current.scrollHeight > current.clientHeight + 1)
      return current;
  }
  return root;
}

export function readScrollOffset(): {
  scrollX: number;
  scrollY: number;
  scrollWidth: number;
  scrollHeight: number;
} {
  const element = findPageScroller();
  if (!element) return { scrollX: 0, scrollY: 0, scrollWidth: 0, scrollHeight: 0 };
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = element;
  return { scrollX: Math.round(scrollLeft), scrollY: Math.round(scrollTop), scrollWidth, scrollHeight };
}

export function scrollTo(x: number, y: number): boolean {
  findPageScroller()?.scrollTo({ left: x, top: y, behavior: 'instant' });
  return true;
}

export interface ScrollResult {
  /** For `scrollInside`: whether the container can scroll. For `reveal`: whether the element is now in view. */
  isSuccessful: boolean;
  hasMoved: boolean;
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
  for (const node of walkComposedPath(element))
    if (node !== document.body && node !== document.documentElement && isScrollable(node)) return node;
  return document.scrollingElement ?? document.documentElement;
}

/** The only scrollable descendant, or null. */
function findInnerScroller(element: Element): Element | null {
  let scroller: Element | null = null;
  for (const inner of walkDeepElements(element)) {
    if (!isScrollable(inner) || scroller?.contains(inner)) continue;
    if (scroller) return null;
    scroller = inner;
  }
  return scroller;
}

function readOffsets(element: Element): { x: number; y: number } {
  return { x: Math.round(element.scrollLeft), y: Math.round(element.scrollTop) };
}

/** The scroll container around an element, or the element itself; null for the page or a text area. */
export function readScroller(element: Element): WireScroller | null {
  const scroller = scrollerOf(element);
  const isPage = scroller === document.scrollingElement || scroller === document.documentElement;
  return isPage || scroller.localName === 'textarea'
    ? null
    : { uid: getUid(scroller), ...readOffsets(scroller) };
}

/** Scrolls the element, its only scrollable descendant or its nearest scrollable ancestor to these offsets. */
export function scrollInside(id: string, x: number, y: number): ScrollResult | null {
  const element = findElementByUid(id);
  if (!element) return null;
  const container = isScrollable(element) ? element : (findInnerScroller(element) ?? scrollerOf(element));
  const offsetsBefore = readOffsets(container);
  container.scrollTo({ left: x, top: y, behavior: 'instant' });
  const offsetsAfter = readOffsets(container);
  const canScroll =
    container.scrollHeight > container.clientHeight + 1 || container.scrollWidth > container.clientWidth + 1;
  return {
    isSuccessful: canScroll,
    hasMoved: offsetsBefore.x !== offsetsAfter.x || offsetsBefore.y !== offsetsAfter.y,
    ...offsetsAfter,
  };
}

/** How far a fixed or sticky bar over the element extends below this point, in CSS px; 0 if there is no such bar. */
function measureBarHeight(element: Element, x: number, y: number): number {
  const hitElement = findDeepElementAt(x, y);
  if (!hitElement || hitElement === element || element.contains(hitElement) || hitElement.contains(element))
    return 0;
  for (const node of walkComposedPath(hitElement)) {
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
  const element = findElementByUid(id);
  if (!element) return null;
  const listAllOffsets = (): { x: number; y: number }[] => {
    const scrolledOffsets: { x: number; y: number }[] = [];
    for (const node of walkComposedPath(element))
      if (node.scrollTop || node.scrollLeft) scrolledOffsets.push(readOffsets(node));
    return scrolledOffsets;
  };
  const offsetsBefore = JSON.stringify(listAllOffsets());
  const container = scrollerOf(element);
  const boxBefore = element.getBoundingClientRect();
  const hitTestResult = hitTest(element);
  const fitsViewport = boxBefore.height < window.innerHeight * 0.9;
  const isInViewport =
    boxBefore.top >= 0 &&
    boxBefore.left >= 0 &&
    boxBefore.right <= window.innerWidth &&
    boxBefore.bottom <= window.innerHeight;
  if (!(isInViewport && hitTestResult.point)) {
    element.scrollIntoView({
      block: fitsViewport ? 'center' : 'start',
      inline: 'nearest',
      behavior: 'instant',
    });
    const box = element.getBoundingClientRect();
    const coveredHeight = measureBarHeight(
      element,
      box.left + Math.min(box.width / 2, 40),
      Math.max(box.top, 0) + 2,
    );
    if (coveredHeight > 0) container.scrollBy({ top: -(coveredHeight + 8), behavior: 'instant' });
  }
  const boxAfter = element.getBoundingClientRect();
  const hasMoved =
    offsetsBefore !== JSON.stringify(listAllOffsets()) ||
    boxAfter.top !== boxBefore.top ||
    boxAfter.left !== boxBefore.left;
  const isVisible =
    boxAfter.bottom > 0 &&
    boxAfter.right > 0 &&
    boxAfter.top < window.innerHeight &&
    boxAfter.left < window.innerWidth;
  return { isSuccessful: isVisible, hasMoved, ...readOffsets(container) };
}
