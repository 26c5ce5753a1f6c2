/**
 * The mouse itself, led to a point that was asked for beforehand. Where Playwright would press beside the target, as in
 * frames of other sites with a border, or take a label that stands in for it to be in the way, this is how it is reached.
 */
import type { Point } from '../inside-frames.js';
import type { Hand } from './hand.js';
import { pointInPage, reach } from './recheck.js';

/** Where a frame is drawn anew, as after scrolling, moves are led to the right place only some pictures later. */
const ARRIVE_MS = 1_500;
/** A move is told to the page with its next picture. */
const TOLD_MS = 60;

/** Between two looks at what cannot be pointed at yet. */
const BETWEEN_MS = 40;

export interface Press {
  button?: 'left' | 'right';
  /** None: the pointer only goes there. */
  clickCount: number;
}

interface Way {
  timeout: number;
  signal: AbortSignal;
  /** It never stands still: where it is now will do. */
  force?: boolean;
}

/**
 * Playwright's pointer takes a label for something in the way, knows of frames not all, and finds no box of an
 * image map's area.
 */
export function needsMouse({ frame, probe }: Hand): boolean {
  return frame.parentFrame() !== null || probe.indirect || probe.tagName === 'AREA';
}

/** Whether the pointer was last seen on what is aimed at. */
async function isPointedAt(hand: Hand): Promise<boolean> {
  const seen = await hand.patience.until(
    async () => {
      const on = await hand.ask<boolean | null>('pointed').catch(() => null);
      return on !== null && { on };
    },
    TOLD_MS,
    15,
  );
  return seen?.on === true;
}

const near = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;

/**
 * Moves the pointer onto an element that is aimed at until it is seen to arrive there and the element to stand still.
 * Null when it does not arrive. @throws like Playwright when the element moves on and on
 */
async function arrive(hand: Hand, uid: string, { timeout, signal, force }: Way): Promise<Point | null> {
  const until = performance.now() + Math.min(timeout, ARRIVE_MS);
  for (let last: Point | null = null; ;) {
    const probe = await hand.look(uid);
    const clear = probe && (await reach(hand, probe));
    const at = clear && 'point' in clear ? await pointInPage(hand, clear.point) : null;
    signal.throwIfAborted();
    if (at) await hand.page.mouse.move(at.x, at.y);
    const there = at !== null && (await isPointedAt(hand));
    const still = at !== null && last !== null && near(at, last);
    if (there && (still || force)) return at;
    if (performance.now() > until) {
      if (there) throw new Error(`Timeout ${timeout}ms exceeded: the element is not stable`);
      return null;
    }
    if (!at) await hand.patience.pause(BETWEEN_MS);
    last = at;
    signal.throwIfAborted();
  }
}

/** Moves the pointer onto the target to take hold of it; null when it is not seen to arrive. */
export async function takeHold(hand: Hand): Promise<Point | null> {
  const { signal } = hand.patience;
  await hand.ask('aim', hand.uid);
  try {
    return await hand.patience.run(arrive(hand, hand.uid, { timeout: ARRIVE_MS, signal, force: true }));
  } finally {
    // From now on presses are nobody's business but the page's.
    await hand.ask('aimed').catch(() => undefined);
  }
}

/** Presses on an element that is aimed at; false when the pointer does not get there. */
export async function pressOn(hand: Hand, uid: string, press: Press, way: Way): Promise<boolean> {
  const at = await arrive(hand, uid, way);
  if (!at) return false;
  hand.pointed = at;
  const { button = 'left', clickCount } = press;
  way.signal.throwIfAborted();
  if (clickCount > 0) await hand.page.mouse.click(at.x, at.y, { button, clickCount });
  return true;
}
