/**
 * Where elements can be seen: the rectangles of each, several where a link breaks over lines, cut at the
 * viewport and at whatever clips them.
 */
import type { WireBox } from './wire.js';
import { areaBox } from './areas.js';
import { holdsPlaced, meet, paddingEdges, SPECK, type Edges } from './clipping.js';
import { drawnParent } from './pass.js';
import { styleOf } from './style.js';
import { elementByUid } from './uids.js';

const MOST_RECTS = 12;

const isWide = ({ left, top, right, bottom }: Edges): boolean =>
  right - left >= SPECK && bottom - top >= SPECK;

/** What shows of an element's content: the viewport, cut at each ancestor that clips. */
function windowOf(element: Element, known: Map<Element, Edges | null>): Edges {
  const view: Edges = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  let area = view;
  let { position } = styleOf(element);
  for (let at = drawnParent(element); at; at = drawnParent(at)) {
    if (position === 'fixed') return area;
    const style = styleOf(at);
    // What is placed absolutely leaves the boxes that it is not placed by.
    if (position === 'absolute' && !holdsPlaced(style)) continue;
    position = style.position;
    let edges = known.get(at);
    if (edges === undefined) known.set(at, (edges = paddingEdges(at, style)));
    if (edges) area = meet(area, edges);
  }
  return area;
}

/** Rectangles of an element; of one that is inline also those of what it holds, which may be larger. */
function rectsOf(element: Element, depth = 0): Edges[] {
  if (element.localName === 'area') return [areaBox(element)];
  const rects: Edges[] = Array.from(element.getClientRects());
  const { display } = styleOf(element);
  if ((display === 'inline' || display === 'contents') && depth < 4)
    for (const child of Array.from(element.children).slice(0, MOST_RECTS))
      rects.push(...rectsOf(child, depth + 1));
  return rects;
}

/** One inside the other, or next to each other on one line. */
function adjoin(a: Edges, b: Edges): boolean {
  const height = Math.min(a.bottom - a.top, b.bottom - b.top);
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  if (overlap >= height * 0.7 && gap <= 2) return true;
  const inside = (x: Edges, y: Edges): boolean =>
    x.left >= y.left - 1 && x.right <= y.right + 1 && x.top >= y.top - 1 && x.bottom <= y.bottom + 1;
  return inside(a, b) || inside(b, a);
}

export function merged(rects: readonly Edges[]): Edges[] {
  const out: Edges[] = [];
  for (const rect of rects) {
    let whole = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    // What grew may now adjoin another.
    for (
      let i = out.findIndex((one) => adjoin(one, whole));
      i >= 0;
      i = out.findIndex((one) => adjoin(one, whole))
    ) {
      const [other] = out.splice(i, 1);
      whole = {
        left: Math.min(whole.left, other!.left),
        top: Math.min(whole.top, other!.top),
        right: Math.max(whole.right, other!.right),
        bottom: Math.max(whole.bottom, other!.bottom),
      };
    }
    out.push(whole);
  }
  return out;
}

/** By uid, CSS px of this frame's viewport; elements of which nothing shows are left out. */
export function markBoxes(uids: readonly string[]): Record<string, WireBox[]> {
  const clips = new Map<Element, Edges | null>();
  const out: Record<string, WireBox[]> = {};
  for (const uid of uids) {
    const element = elementByUid(uid);
    if (!element) continue;
    const view = windowOf(element, clips);
    const boxes = merged(
      rectsOf(element)
        .map((rect) => meet(rect, view))
        .filter(isWide),
    )
      .slice(0, MOST_RECTS)
      .map(({ left, top, right, bottom }) => ({
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
      }));
    if (boxes.length) out[uid] = boxes;
  }
  return out;
}
