/**
 * The visible rectangles of elements, clipped to the viewport and to their ancestors. An element that wraps over
 * several lines has several rectangles.
 */
import type { WireBox } from './wire.js';
import { areaBoxOf } from './image-maps.js';
import { isContainingBlock, intersect, getPaddingEdges, MIN_VISIBLE_SIZE, type Edges } from './clipping.js';
import { flatTreeParentOf } from './query-cache.js';
import { styleOf } from './computed-style.js';
import { findElementByUid } from './uids.js';

const MAX_RECTS = 12;

const isLargeEnough = ({ left, top, right, bottom }: Edges): boolean =>
  right - left >= MIN_VISIBLE_SIZE && bottom - top >= MIN_VISIBLE_SIZE;

/** The area in which an element can be visible: the viewport, clipped by the element's ancestors. */
function computeVisibleArea(element: Element, knownEdges: Map<Element, Edges | null>): Edges {
  const viewport: Edges = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  let area = viewport;
  let { position } = styleOf(element);
  for (let ancestor = flatTreeParentOf(element); ancestor; ancestor = flatTreeParentOf(ancestor)) {
    if (position === 'fixed') return area;
    const style = styleOf(ancestor);
    // Only containing blocks clip an absolutely positioned element.
    if (position === 'absolute' && !isContainingBlock(style)) continue;
    position = style.position;
    let edges = knownEdges.get(ancestor);
    if (edges === undefined) knownEdges.set(ancestor, (edges = getPaddingEdges(ancestor, style)));
    if (edges) area = intersect(area, edges);
  }
  return area;
}

/** An element's rectangles. For inline elements, they include those of the children, which may be larger. */
function rectsOf(element: Element, depth = 0): Edges[] {
  if (element.localName === 'area') return [areaBoxOf(element)];
  const rects: Edges[] = Array.from(element.getClientRects());
  const { display } = styleOf(element);
  if ((display === 'inline' || display === 'contents') && depth < 4)
    for (const child of Array.from(element.children).slice(0, MAX_RECTS))
      rects.push(...rectsOf(child, depth + 1));
  return rects;
}

/** Whether one rectangle contains the other, or both are adjacent on one line. */
function canMerge(a: Edges, b: Edges): boolean {
  const height = Math.min(a.bottom - a.top, b.bottom - b.top);
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  if (overlap >= height * 0.7 && gap <= 2) return true;
  const isInside = (x: Edges, y: Edges): boolean =>
    x.left >= y.left - 1 && x.right <= y.right + 1 && x.top >= y.top - 1 && x.bottom <= y.bottom + 1;
  return isInside(a, b) || isInside(b, a);
}

export function mergeRects(rects: readonly Edges[]): Edges[] {
  const mergedRects: Edges[] = [];
  for (const rect of rects) {
    let mergedRect = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    // The enlarged rectangle may be adjacent to further ones.
    for (
      let i = mergedRects.findIndex((rect) => canMerge(rect, mergedRect));
      i >= 0;
      i = mergedRects.findIndex((rect) => canMerge(rect, mergedRect))
    ) {
      const [adjacentRect] = mergedRects.splice(i, 1);
      mergedRect = {
        left: Math.min(mergedRect.left, adjacentRect!.left),
        top: Math.min(mergedRect.top, adjacentRect!.top),
        right: Math.max(mergedRect.right, adjacentRect!.right),
        bottom: Math.max(mergedRect.bottom, adjacentRect!.bottom),
      };
    }
    mergedRects.push(mergedRect);
  }
  return mergedRects;
}

/** Visible rectangles by uid, in CSS px in this frame's viewport. Invisible elements are left out. */
export function readMarkBoxes(uids: readonly string[]): Record<string, WireBox[]> {
  const edgesByElement = new Map<Element, Edges | null>();
  const boxesByUid: Record<string, WireBox[]> = {};
  for (const uid of uids) {
    const element = findElementByUid(uid);
    if (!element) continue;
    const visibleArea = computeVisibleArea(element, edgesByElement);
    const boxes = mergeRects(
      rectsOf(element)
        .map((rect) => intersect(rect, visibleArea))
        .filter(isLargeEnough),
    )
      .slice(0, MAX_RECTS)
      .map(({ left, top, right, bottom }) => ({
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
      }));
    if (boxes.length) boxesByUid[uid] = boxes;
  }
  return boxesByUid;
}
