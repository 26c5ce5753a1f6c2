/** Where a click on an element would arrive, and what lies on top of it. */
import { placeOf } from './areas.js';
import { composedPath, deepElementFromPoint } from './deep.js';
import { nameOf, roleOf } from './names.js';
import { cut, renderedText } from './text.js';
import { elementByUid } from './uids.js';

export interface Hit {
  /** Viewport point (of this frame) at which the element takes a click; null when there is none. */
  point: { x: number; y: number } | null;
  /** The point is the middle of the element, where pointers go by themselves. */
  central: boolean;
  /** What lies on top of its middle; '' when nothing does. */
  coveredBy: string;
}

/** Places to try beside the middle, as parts of the box. */
const ELSEWHERE = [0.5, 0.2, 0.8].flatMap((y) => [0.5, 0.15, 0.85, 0.3, 0.7].map((x) => ({ x, y })));

/** Things that take a click for themselves, so that what contains them does not get it. */
const SELFISH =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="menuitem"], [role="option"], [role="tab"], [onclick]';

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

function inView(box: DOMRect): { left: number; top: number; right: number; bottom: number } | null {
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, window.innerWidth);
  const bottom = Math.min(box.bottom, window.innerHeight);
  return (right - left) * (bottom - top) > 0.99 && right > left && bottom > top
    ? { left, top, right, bottom }
    : null;
}

export function hitOf(element: Element): Hit {
  // A link that breaks over lines has several boxes, and the middle of them all may be none of them.
  const boxes = Array.from(element.getClientRects());
  if (!boxes.length) boxes.push(placeOf(element));
  const seen = boxes.map(inView).find((box) => box !== null);
  if (!seen) return { point: null, central: false, coveredBy: '' };
  const at = (part: { x: number; y: number }): { x: number; y: number } => ({
    x: seen.left + (seen.right - seen.left) * part.x,
    y: seen.top + (seen.bottom - seen.top) * part.y,
  });
  const middle = at({ x: 0.5, y: 0.5 });
  const first = whoTakes(element, middle.x, middle.y);
  if (first === 'own') return { point: middle, central: true, coveredBy: '' };
  for (const part of ELSEWHERE) {
    const point = at(part);
    if (whoTakes(element, point.x, point.y) === 'own') return { point, central: false, coveredBy: '' };
  }
  if (typeof first === 'string') return { point: middle, central: true, coveredBy: '' };
  return { point: null, central: false, coveredBy: describeElement(first) };
}

/** What lies at a point of this frame's viewport, and whether it is a frame. */
export function thingAt(x: number, y: number): { frame: boolean; what: string } {
  const hit = deepElementFromPoint(x, y);
  if (!hit) return { frame: true, what: '' };
  const frame = /^(iframe|frame|object|embed|fencedframe)$/.test(hit.localName);
  return { frame, what: frame ? '' : describeElement(hit) };
}

/** Of these elements those that something else covers, with what that is. */
export function coveredAmong(uids: readonly string[]): [string, string][] {
  return uids.flatMap((id): [string, string][] => {
    const element = elementByUid(id);
    const coveredBy = element ? hitOf(element).coveredBy : '';
    return coveredBy ? [[id, coveredBy]] : [];
  });
}
