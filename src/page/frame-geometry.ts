/** Converts points of child frames to page coordinates and finds points that no ancestor frame covers. */
import type { Frame } from 'playwright';

import { queryEngine, formatQuery } from './engine.js';
import type { WireFrameHit, WireFrameBox } from './injected/wire.js';

const READ_TIMEOUT_MS = 3_000;

export interface Point {
  x: number;
  y: number;
}

/** Uids of frame elements, by frame. Cached, because finding them is slow. */
const frameElementUids = new WeakMap<Frame, string>();

/** The uid of a frame's element in the parent frame. */
export function getFrameElementUid(frame: Frame): string | undefined {
  return frameElementUids.get(frame);
}

export function setFrameElementUid(frame: Frame, uid: string): void {
  frameElementUids.set(frame, uid);
}

/** Caches frame positions during one calculation. */
export type FrameBoxes = Map<Frame, Promise<WireFrameBox>>;

async function readFrameBox(frame: Frame, parent: Frame): Promise<WireFrameBox> {
  const box = await queryEngine<WireFrameBox | null>(
    parent,
    formatQuery('frame-box', getFrameElementUid(frame) ?? ''),
    READ_TIMEOUT_MS,
  );
  if (!box) throw new Error('the frame has left the page');
  return box;
}

function getFrameBox(frame: Frame, parent: Frame, cache: FrameBoxes): Promise<WireFrameBox> {
  const box = cache.get(frame) ?? readFrameBox(frame, parent);
  cache.set(frame, box);
  return box;
}

const toParentPoint = (point: Point, { x, y, scaleX, scaleY }: WireFrameBox): Point => ({
  x: x + point.x * scaleX,
  y: y + point.y * scaleY,
});

/** Converts a point in a frame's viewport to page coordinates. @throws if a frame was removed */
export async function toPagePoint(frame: Frame, point: Point): Promise<Point> {
  const cache: FrameBoxes = new Map();
  let convertedPoint = point;
  for (let inner = frame, outer; (outer = inner.parentFrame()); inner = outer)
    convertedPoint = toParentPoint(convertedPoint, await getFrameBox(inner, outer, cache));
  return convertedPoint;
}

/** Determines whether a point is visible in all ancestor frames, covered by an element, or scrolled out of view. */
async function hitTestAncestors(frame: Frame, point: Point, cache: FrameBoxes): Promise<WireFrameHit> {
  let convertedPoint = point;
  for (let inner = frame, outer; (outer = inner.parentFrame()); inner = outer) {
    convertedPoint = toParentPoint(convertedPoint, await getFrameBox(inner, outer, cache));
    const hit = await queryEngine<WireFrameHit>(
      outer,
      formatQuery('hit-test-frame', convertedPoint.x, convertedPoint.y, getFrameElementUid(inner) ?? ''),
      READ_TIMEOUT_MS,
    );
    if (hit.result !== 'topmost') return hit;
  }
  return { result: 'topmost' };
}

/** An uncovered point, or what covers the first point; '' if that point is out of view. */
export type HitTestResult = { point: Point } | { coveredBy: string };

/** The first point in a frame's viewport that no ancestor frame covers. @throws if a frame was removed */
export async function findUncoveredPoint(
  frame: Frame,
  points: readonly Point[],
  cache: FrameBoxes = new Map(),
): Promise<HitTestResult> {
  let coveredBy: string | null = null;
  for (const point of points) {
    const hit = await hitTestAncestors(frame, point, cache);
    if (hit.result === 'topmost') return { point };
    coveredBy ??= hit.result === 'covered' ? hit.by : '';
  }
  return { coveredBy: coveredBy ?? '' };
}
