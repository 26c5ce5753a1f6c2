/** Converts points of child frames to page coordinates and finds points that nothing covers. */
import type { Frame } from 'playwright';

import { ask, question } from './engine.js';
import type { WireFrameHit, WireFrameBox } from './injected/wire.js';

const READ_TIMEOUT_MS = 3_000;

export interface Point {
  x: number;
  y: number;
}

/** Uids of frame elements, by frame. Found once per frame, because the search is slow. */
const frameElementUids = new WeakMap<Frame, string>();

/** The uid of a frame's element in the parent frame. */
export function frameElementUid(frame: Frame): string | undefined {
  return frameElementUids.get(frame);
}

export function setFrameElementUid(frame: Frame, uid: string): void {
  frameElementUids.set(frame, uid);
}

/** Caches the positions of frames during one calculation. */
export type FramePlaces = Map<Frame, Promise<WireFrameBox>>;

async function read(frame: Frame, parent: Frame): Promise<WireFrameBox> {
  const place = await ask<WireFrameBox | null>(
    parent,
    question('frame-box', frameElementUid(frame) ?? ''),
    READ_TIMEOUT_MS,
  );
  if (!place) throw new Error('the frame has left the page');
  return place;
}

function placeIn(frame: Frame, parent: Frame, known: FramePlaces): Promise<WireFrameBox> {
  const place = known.get(frame) ?? read(frame, parent);
  known.set(frame, place);
  return place;
}

const toParentPoint = (point: Point, { x, y, scaleX, scaleY }: WireFrameBox): Point => ({
  x: x + point.x * scaleX,
  y: y + point.y * scaleY,
});

/** Converts a point of a frame's viewport to page coordinates. @throws if a frame was removed */
export async function toPagePoint(frame: Frame, point: Point): Promise<Point> {
  const known: FramePlaces = new Map();
  let at = point;
  for (let inner = frame, outer; (outer = inner.parentFrame()); inner = outer)
    at = toParentPoint(at, await placeIn(inner, outer, known));
  return at;
}

/** What the ancestor frames show at this point: nothing, another element over it, or a point outside the view. */
async function hitTestAncestors(frame: Frame, point: Point, known: FramePlaces): Promise<WireFrameHit> {
  let at = point;
  for (let inner = frame, outer; (outer = inner.parentFrame()); inner = outer) {
    at = toParentPoint(at, await placeIn(inner, outer, known));
    const hit = await ask<WireFrameHit>(
      outer,
      question('hit-test-frame', at.x, at.y, frameElementUid(inner) ?? ''),
      READ_TIMEOUT_MS,
    );
    if (hit.what !== 'clear') return hit;
  }
  return { what: 'clear' };
}

/** An uncovered point, or what covers the first point; '' if that point is outside the view. */
export type UncoveredPoint = { point: Point } | { coveredBy: string };

/** The first point of a frame's viewport that no ancestor frame covers. @throws if a frame was removed */
export async function findUncoveredPoint(
  frame: Frame,
  points: readonly Point[],
  known: FramePlaces = new Map(),
): Promise<UncoveredPoint> {
  let coveredBy: string | null = null;
  for (const point of points) {
    const hit = await hitTestAncestors(frame, point, known);
    if (hit.what === 'clear') return { point };
    coveredBy ??= hit.what === 'covered' ? hit.by : '';
  }
  return { coveredBy: coveredBy ?? '' };
}
