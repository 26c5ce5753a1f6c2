/** Hit tests: whether a click on an element would reach it, and which element covers it otherwise. */
import type { WireFrameHit, WireHit, PointerPassThrough, WireFrameBox } from './wire.js';
import { contentBox } from './content-box.js';
import { boxOf } from './image-maps.js';
import { composedPath, deepElementFromPoint } from './composed-tree.js';
import { nameOf, roleOf } from './names.js';
import { truncate, renderedText } from './text.js';
import { pointerPassThrough, CLICK_TARGETS, clickReceiverOf } from './pointer-events.js';
import { elementByUid } from './uids.js';

/** Positions to test, as fractions of the box, the centre first. */
const SAMPLE_POSITIONS = [0.5, 0.2, 0.8].flatMap((y) => [0.5, 0.15, 0.85, 0.3, 0.7].map((x) => ({ x, y })));

export function describeElement(element: Element): string {
  const role = roleOf(element);
  const name = nameOf(element, role) || renderedText(element, 60);
  const place = element.closest('[role="dialog"], [role="alertdialog"], dialog, [aria-label]');
  const within = place && place !== element ? nameOf(place, roleOf(place)) : '';
  return `${role === 'generic' ? element.localName : role}${name ? ` “${truncate(name, 60)}”` : ''}${within ? ` in “${truncate(within, 60)}”` : ''}`;
}

/**
 * Who receives a click at a point. `own`: the element; `inner`: a control inside it; `around`: an ancestor, because
 * the element has no surface there; otherwise the covering element.
 */
function clickTargetAt(element: Element, x: number, y: number): 'own' | 'inner' | 'around' | Element {
  const hit = deepElementFromPoint(x, y);
  if (!hit) return 'around';
  let inner = false;
  for (const node of composedPath(hit)) {
    if (node === element) return inner ? 'inner' : 'own';
    // A click on a label activates its control.
    if (node.localName === 'label' && (node as HTMLLabelElement).control === element) return 'own';
    inner ||= node.matches(CLICK_TARGETS);
  }
  for (const node of composedPath(element)) if (node === hit) return 'around';
  return hit;
}

/** Whether the topmost element at the point is the element or its descendant. */
function pointerReaches(element: Element, x: number, y: number): boolean {
  const hit = deepElementFromPoint(x, y);
  return hit !== null && Array.from(composedPath(hit)).includes(element);
}

function viewportPart(box: DOMRect): { left: number; top: number; right: number; bottom: number } | null {
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, window.innerWidth);
  const bottom = Math.min(box.bottom, window.innerHeight);
  return (right - left) * (bottom - top) > 0.99 && right > left && bottom > top
    ? { left, top, right, bottom }
    : null;
}

type Point = { x: number; y: number };

const NO_HIT: WireHit = {
  point: null,
  isCentre: false,
  otherPoints: [],
  coveredBy: '',
  passThrough: '',
  indirect: false,
};
/** Maximum number of alternative points that a parent frame tests. */
const MAX_OTHER_POINTS = 6;

/** Hit test of an element that receives no pointer events itself. */
function hitTestPassThrough(
  element: Element,
  through: PointerPassThrough,
  points: readonly Point[],
): WireHit {
  const taker = clickReceiverOf(element);
  const [point, ...others] = points.filter(
    ({ x, y }) => clickTargetAt(element, x, y) === 'own' || (taker && clickTargetAt(taker, x, y) === 'own'),
  );
  if (point) return { ...NO_HIT, point, isCentre: point === points[0], otherPoints: others, indirect: true };
  const hit = deepElementFromPoint(points[0]!.x, points[0]!.y);
  return { ...NO_HIT, coveredBy: hit ? describeElement(hit) : 'nothing', passThrough: through };
}

export function hitTest(element: Element): WireHit {
  // A link that wraps has several boxes, and the centre of their union may lie outside all of them.
  const boxes = Array.from(element.getClientRects());
  if (!boxes.length) boxes.push(boxOf(element));
  const area = boxes.map(viewportPart).find((box) => box !== null);
  if (!area) return NO_HIT;
  const at = (part: Point): Point => ({
    x: area.left + (area.right - area.left) * part.x,
    y: area.top + (area.bottom - area.top) * part.y,
  });
  const points = SAMPLE_POSITIONS.map(at);
  const [middle, ...elsewhere] = points as [Point, ...Point[]];
  const through = pointerPassThrough(element);
  const arrives = ({ x, y }: Point): boolean => pointerReaches(element, x, y);
  if (through && !points.some(arrives)) return hitTestPassThrough(element, through, points);
  const takes = (point: Point): boolean => clickTargetAt(element, point.x, point.y) === 'own';
  const others = (): Point[] =>
    window.parent === window ? [] : elsewhere.filter(takes).slice(0, MAX_OTHER_POINTS);
  const first = clickTargetAt(element, middle.x, middle.y);
  const point = first === 'own' ? middle : elsewhere.find(takes);
  if (point)
    return { ...NO_HIT, point, isCentre: point === middle, otherPoints: others(), indirect: !arrives(point) };
  if (typeof first === 'string') return { ...NO_HIT, point: middle, isCentre: true };
  return { ...NO_HIT, coveredBy: describeElement(first) };
}

/** Whether a frame element is the topmost element at a point of this viewport. */
export function hitTestFrame(x: number, y: number, holder: string): WireFrameHit {
  const hit = deepElementFromPoint(x, y);
  if (!hit) return { what: 'outside' };
  const frame = elementByUid(holder);
  const isFrame = frame ? hit === frame : /^(iframe|frame|object|embed|fencedframe)$/.test(hit.localName);
  if (isFrame) return { what: 'clear' };
  const by = describeElement(hit);
  return {
    what: 'covered',
    by: frame && pointerPassThrough(frame) ? `${by}, because its frame lets the pointer through` : by,
  };
}

/** Content box of a frame element in this viewport. */
export function frameContentBox(id: string): WireFrameBox | null {
  const element = elementByUid(id);
  return element && contentBox(element);
}

/** Hit tests several elements within their document. */
export function hitTestAll(uids: readonly string[]): [string, WireHit][] {
  return uids.flatMap((id): [string, WireHit][] => {
    const element = elementByUid(id);
    return element ? [[id, hitTest(element)]] : [];
  });
}
