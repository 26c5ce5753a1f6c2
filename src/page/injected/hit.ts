/** Where a click on an element would arrive, and what lies on top of it. */
import type { At, Hit, Through, WirePlace } from './wire.js';
import { contentBox } from './content-box.js';
import { placeOf } from './areas.js';
import { composedPath, deepElementFromPoint } from './deep.js';
import { nameOf, roleOf } from './names.js';
import { cut, renderedText } from './text.js';
import { letsThrough, SELFISH, standInOf } from './through.js';
import { elementByUid } from './uids.js';

/** Places to try beside the middle, as parts of the box. */
const ELSEWHERE = [0.5, 0.2, 0.8].flatMap((y) => [0.5, 0.15, 0.85, 0.3, 0.7].map((x) => ({ x, y })));

export function describeElement(element: Element): string {
  const role = roleOf(element);
  const name = nameOf(element, role) || renderedText(element, 60);
  const place = element.closest('[role="dialog"], [role="alertdialog"], dialog, [aria-label]');
  const within = place && place !== element ? nameOf(place, roleOf(place)) : '';
  return `${role === 'generic' ? element.localName : role}${name ? ` “${cut(name, 60)}”` : ''}${within ? ` in “${cut(within, 60)}”` : ''}`;
}

/**
 * `own`: the click is the element's; `inner`: a control inside takes it; `around`: an ancestor does, because
 * the element has no surface there; else what is in the way.
 */
function whoTakes(element: Element, x: number, y: number): 'own' | 'inner' | 'around' | Element {
  const hit = deepElementFromPoint(x, y);
  if (!hit) return 'around';
  let inner = false;
  for (const node of composedPath(hit)) {
    if (node === element) return inner ? 'inner' : 'own';
    // A click on a label arrives at its control.
    if (node.localName === 'label' && (node as HTMLLabelElement).control === element) return 'own';
    inner ||= node.matches(SELFISH);
  }
  for (const node of composedPath(element)) if (node === hit) return 'around';
  return hit;
}

/** The pointer meets the element itself, or something in it. */
function arrivesAt(element: Element, x: number, y: number): boolean {
  const hit = deepElementFromPoint(x, y);
  return hit !== null && Array.from(composedPath(hit)).includes(element);
}

function inView(box: DOMRect): { left: number; top: number; right: number; bottom: number } | null {
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, window.innerWidth);
  const bottom = Math.min(box.bottom, window.innerHeight);
  return (right - left) * (bottom - top) > 0.99 && right > left && bottom > top
    ? { left, top, right, bottom }
    : null;
}

type Spot = { x: number; y: number };

const NOWHERE: Hit = {
  point: null,
  central: false,
  others: [],
  coveredBy: '',
  through: '',
  indirect: false,
};
/** So many other points are worth to be tried from outside a frame. */
const MOST_OTHERS = 6;

/** The element lets the pointer through, and this is what becomes of it. */
function hitThrough(element: Element, through: Through, spots: readonly Spot[]): Hit {
  const taker = standInOf(element);
  const [point, ...others] = spots.filter(
    ({ x, y }) => whoTakes(element, x, y) === 'own' || (taker && whoTakes(taker, x, y) === 'own'),
  );
  if (point) return { ...NOWHERE, point, central: point === spots[0], others, indirect: true };
  const hit = deepElementFromPoint(spots[0]!.x, spots[0]!.y);
  return { ...NOWHERE, coveredBy: hit ? describeElement(hit) : 'nothing', through };
}

export function hitOf(element: Element): Hit {
  // A link that breaks over lines has several boxes, and the middle of them all may be none of them.
  const boxes = Array.from(element.getClientRects());
  if (!boxes.length) boxes.push(placeOf(element));
  const seen = boxes.map(inView).find((box) => box !== null);
  if (!seen) return NOWHERE;
  const at = (part: Spot): Spot => ({
    x: seen.left + (seen.right - seen.left) * part.x,
    y: seen.top + (seen.bottom - seen.top) * part.y,
  });
  const spots = ELSEWHERE.map(at);
  const [middle, ...elsewhere] = spots as [Spot, ...Spot[]];
  const through = letsThrough(element);
  const arrives = ({ x, y }: Spot): boolean => arrivesAt(element, x, y);
  if (through && !spots.some(arrives)) return hitThrough(element, through, spots);
  const takes = (spot: Spot): boolean => whoTakes(element, spot.x, spot.y) === 'own';
  const others = (): Spot[] =>
    window.parent === window ? [] : elsewhere.filter(takes).slice(0, MOST_OTHERS);
  const first = whoTakes(element, middle.x, middle.y);
  const point = first === 'own' ? middle : elsewhere.find(takes);
  if (point)
    return { ...NOWHERE, point, central: point === middle, others: others(), indirect: !arrives(point) };
  if (typeof first === 'string') return { ...NOWHERE, point: middle, central: true };
  return { ...NOWHERE, coveredBy: describeElement(first) };
}

/** What the pointer meets at a point of this viewport, where a frame should be. */
export function thingAt(x: number, y: number, holder: string): At {
  const hit = deepElementFromPoint(x, y);
  if (!hit) return { what: 'outside' };
  const frame = elementByUid(holder);
  const met = frame ? hit === frame : /^(iframe|frame|object|embed|fencedframe)$/.test(hit.localName);
  if (met) return { what: 'clear' };
  const by = describeElement(hit);
  return {
    what: 'covered',
    by: frame && letsThrough(frame) ? `${by}, because its frame lets the pointer through` : by,
  };
}

/** Where in this viewport that of the frame lies which an element holds. */
export function insideOf(id: string): WirePlace | null {
  const element = elementByUid(id);
  return element && contentBox(element);
}

/** For each of these elements what covers it in its document, and else where it takes a click. */
export function hitsOf(uids: readonly string[]): [string, Hit][] {
  return uids.flatMap((id): [string, Hit][] => {
    const element = elementByUid(id);
    return element ? [[id, hitOf(element)]] : [];
  });
}
