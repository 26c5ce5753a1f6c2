/** Hit tests: whether a click on an element would reach it, and if not, which element covers it. */
import type { WireFrameHit, WireHit, PointerPassThrough, WireFrameBox } from './wire.js';
import { computeContentBox } from './content-box.js';
import { boxOf } from './image-maps.js';
import { walkComposedPath, findDeepElementAt } from './composed-tree.js';
import { nameOf, roleOf } from './names.js';
import { truncate, readRenderedText } from './text.js';
import { findPointerPassThrough, CLICK_TARGET_SELECTOR, clickReceiverOf } from './pointer-events.js';
import { findElementByUid } from './uids.js';

/** Positions to test as fractions of the box, with the centre first. */
const SAMPLE_POSITIONS = [0.5, 0.2, 0.8].flatMap((y) => [0.5, 0.15, 0.85, 0.3, 0.7].map((x) => ({ x, y })));

export function describeElement(element: Element): string {
  const role = roleOf(element);
  const name = nameOf(element, role) || readRenderedText(element, 60);
  const container = element.closest('[role="dialog"], [role="alertdialog"], dialog, [aria-label]');
  const containerName = container && container !== element ? nameOf(container, roleOf(container)) : '';
  return `${role === 'generic' ? element.localName : role}${name ? ` “${truncate(name, 60)}”` : ''}${containerName ? ` in “${truncate(containerName, 60)}”` : ''}`;
}

/**
 * What receives a click at a point: the element itself, a control inside it, an ancestor (if the element does not
 * extend to the point), or another element that covers it.
 */
function findClickTargetAt(
  element: Element,
  x: number,
  y: number,
): 'self' | 'inner-control' | 'ancestor' | Element {
  const hitElement = findDeepElementAt(x, y);
  if (!hitElement) return 'ancestor';
  let isInsideControl = false;
  for (const node of walkComposedPath(hitElement)) {
    if (node === element) return isInsideControl ? 'inner-control' : 'self';
    // A click on a label activates its control.
    if (node.localName === 'label' && (node as HTMLLabelElement).control === element) return 'self';
    isInsideControl ||= node.matches(CLICK_TARGET_SELECTOR);
  }
  for (const node of walkComposedPath(element)) if (node === hitElement) return 'ancestor';
  return hitElement;
}

/** Whether the topmost element at the point is the element or its descendant. */
function doesPointerReach(element: Element, x: number, y: number): boolean {
  const hitElement = findDeepElementAt(x, y);
  return hitElement !== null && Array.from(walkComposedPath(hitElement)).includes(element);
}

function clipToViewport(box: DOMRect): { left: number; top: number; right: number; bottom: number } | null {
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
  receivesClickIndirectly: false,
  receiver: '',
  hitsOtherElement: false,
};
/** Maximum number of alternative points that a parent frame tests. */
const MAX_OTHER_POINTS = 6;

/** Hit test for an element that receives no pointer events itself. */
function hitTestPassThrough(
  element: Element,
  passThrough: PointerPassThrough,
  points: readonly Point[],
): WireHit {
  const clickReceiver = clickReceiverOf(element);
  const [point, ...otherPoints] = points.filter(
    ({ x, y }) =>
      findClickTargetAt(element, x, y) === 'self' ||
      (clickReceiver && findClickTargetAt(clickReceiver, x, y) === 'self'),
  );
  if (point)
    return {
      ...NO_HIT,
      point,
      isCentre: point === points[0],
      otherPoints,
      receivesClickIndirectly: true,
      ...describeReceiver(element, clickReceiver?.localName === 'label' ? null : clickReceiver),
    };
  const hitElement = findDeepElementAt(points[0]!.x, points[0]!.y);
  return { ...NO_HIT, coveredBy: hitElement ? describeElement(hitElement) : 'nothing', passThrough };
}

type Receiver = Pick<WireHit, 'receiver' | 'hitsOtherElement'>;

const labelOf = (element: Element): string =>
  (nameOf(element, roleOf(element)) || readRenderedText(element, 200)).toLowerCase();

/**
 * Describes the control that receives a click on the element, unless it has the same label: users see it as the same.
 */
function describeReceiver(element: Element, receiver: Element | null): Receiver {
  const [label, receiverLabel] = [labelOf(element), receiver ? labelOf(receiver) : ''];
  if (!receiver || label === '' || label === receiverLabel) return { receiver: '', hitsOtherElement: false };
  const hitsOtherElement =
    element.contains(receiver) && receiverLabel !== '' && !label.includes(receiverLabel);
  return { receiver: describeElement(receiver), hitsOtherElement };
}

/** The control inside the element at the point, or null. */
function findInnerControlAt(element: Element, { x, y }: Point): Element | null {
  const hitElement = findDeepElementAt(x, y);
  const path = hitElement ? Array.from(walkComposedPath(hitElement)) : [];
  return (
    path.slice(0, Math.max(0, path.indexOf(element))).find((node) => node.matches(CLICK_TARGET_SELECTOR)) ??
    null
  );
}

export function hitTest(element: Element): WireHit {
  // A link that wraps has several boxes, and the centre of their union may be outside all of them.
  const boxes = Array.from(element.getClientRects());
  if (!boxes.length) boxes.push(boxOf(element));
  const area = boxes.map(clipToViewport).find((box) => box !== null);
  if (!area) return NO_HIT;
  const toPoint = (position: Point): Point => ({
    x: area.left + (area.right - area.left) * position.x,
    y: area.top + (area.bottom - area.top) * position.y,
  });
  const points = SAMPLE_POSITIONS.map(toPoint);
  const [centre, ...otherPoints] = points as [Point, ...Point[]];
  const passThrough = findPointerPassThrough(element);
  const isReached = ({ x, y }: Point): boolean => doesPointerReach(element, x, y);
  if (passThrough && !points.some(isReached)) return hitTestPassThrough(element, passThrough, points);
  const receivesClick = (point: Point): boolean => findClickTargetAt(element, point.x, point.y) === 'self';
  const findOtherPoints = (): Point[] =>
    window.parent === window ? [] : otherPoints.filter(receivesClick).slice(0, MAX_OTHER_POINTS);
  const centreTarget = findClickTargetAt(element, centre.x, centre.y);
  const point = centreTarget === 'self' ? centre : otherPoints.find(receivesClick);
  if (point)
    return {
      ...NO_HIT,
      point,
      isCentre: point === centre,
      otherPoints: findOtherPoints(),
      receivesClickIndirectly: !isReached(point),
    };
  if (typeof centreTarget === 'string')
    return {
      ...NO_HIT,
      point: centre,
      isCentre: true,
      ...describeReceiver(element, findInnerControlAt(element, centre)),
    };
  return { ...NO_HIT, coveredBy: describeElement(centreTarget) };
}

/** Whether a frame element is the topmost element at a point of this viewport. */
export function hitTestFrame(x: number, y: number, frameUid: string): WireFrameHit {
  const hitElement = findDeepElementAt(x, y);
  if (!hitElement) return { result: 'outside' };
  const frame = findElementByUid(frameUid);
  const isFrame = frame
    ? hitElement === frame
    : /^(iframe|frame|object|embed|fencedframe)$/.test(hitElement.localName);
  if (isFrame) return { result: 'topmost' };
  const description = describeElement(hitElement);
  return {
    result: 'covered',
    by:
      frame && findPointerPassThrough(frame)
        ? `${description}, because its frame lets the pointer through`
        : description,
  };
}

/** Content box of a frame element in this viewport. */
export function computeFrameContentBox(id: string): WireFrameBox | null {
  const element = findElementByUid(id);
  return element && computeContentBox(element);
}

/** Runs hit tests on several elements within their document. */
export function hitTestAll(uids: readonly string[]): [string, WireHit][] {
  return uids.flatMap((id): [string, WireHit][] => {
    const element = findElementByUid(id);
    return element ? [[id, hitTest(element)]] : [];
  });
}
