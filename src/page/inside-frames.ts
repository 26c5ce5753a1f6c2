/** Where a frame's viewport lies in its parent's and the page's, and what lies over the frames around a point. */
import type { Frame } from 'playwright';

import { ask, question } from './engine.js';
import type { At, WirePlace } from './injected/wire.js';

const MS = 3_000;

export interface Point {
  x: number;
  y: number;
}

/** Elements that hold frames, by frame: found once, when a frame is first looked at, because the way is long. */
const holders = new WeakMap<Frame, string>();

/** Uid of the element that holds a frame, in the frame around it. */
export function holderOf(frame: Frame): string | undefined {
  return holders.get(frame);
}

export function noteHolder(frame: Frame, uid: string): void {
  holders.set(frame, uid);
}

/** A place for what was found out about frames in one go. */
export type Places = Map<Frame, Promise<WirePlace>>;

async function read(frame: Frame, parent: Frame): Promise<WirePlace> {
  const place = await ask<WirePlace | null>(parent, question('inside', holderOf(frame) ?? ''), MS);
  if (!place) throw new Error('the frame has left the page');
  return place;
}

function placeIn(frame: Frame, parent: Frame, known: Places): Promise<WirePlace> {
  const place = known.get(frame) ?? read(frame, parent);
  known.set(frame, place);
  return place;
}

const outwards = (point: Point, { x, y, scaleX, scaleY }: WirePlace): Point => ({
  x: x + point.x * scaleX,
  y: y + point.y * scaleY,
});

/** A point of a frame's viewport, in the page's. @throws when a frame has gone */
export async function inPage(frame: Frame, point: Point): Promise<Point> {
  const known: Places = new Map();
  let at = point;
  for (let inner = frame, outer; (outer = inner.parentFrame()); inner = outer)
    at = outwards(at, await placeIn(inner, outer, known));
  return at;
}

async function seenFromOutside(frame: Frame, point: Point, known: Places): Promise<At> {
  let at = point;
  for (let inner = frame, outer; (outer = inner.parentFrame()); inner = outer) {
    at = outwards(at, await placeIn(inner, outer, known));
    const there = await ask<At>(outer, question('at', at.x, at.y, holderOf(inner) ?? ''), MS);
    if (there.what !== 'clear') return there;
  }
  return { what: 'clear' };
}

/** A point that can be pointed at from outside, or what lies over the first: '' where no window shows it. */
export type Clear = { point: Point } | { over: string };

/** Of points in a frame's viewport the first that nothing around the frame lies over. @throws when a frame has gone */
export async function clearPoint(
  frame: Frame,
  points: readonly Point[],
  known: Places = new Map(),
): Promise<Clear> {
  let over: string | null = null;
  for (const point of points) {
    const seen = await seenFromOutside(frame, point, known);
    if (seen.what === 'clear') return { point };
    over ??= seen.what === 'covered' ? seen.by : '';
  }
  return { over: over ?? '' };
}
