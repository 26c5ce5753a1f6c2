/**
 * Drag and drop with the real pointer: pressed, moved in steps, a little past the goal and back, let go. That drives
 * pages that listen to pointer or mouse events and, in Chromium, the platform's own drag and drop.
 */
import type { DropTarget } from '../../contract/index.js';
import { ask, locate, question } from '../engine.js';
import type { WireProbe } from '../injected/wire.js';
import { inPage, type Point } from '../inside-frames.js';
import { ActFailure } from './act-failure.js';
import { titleOf, type Deed, type Hand } from './hand.js';
import { needsMouse, takeHold } from './mouse.js';
import { pointInPage, uncover } from './recheck.js';

const STEPS = 8;
const OVERSHOOT = 6;
const REVEAL_MS = 2_000;

/** Middle of the drop place in the page's viewport, brought into view. */
async function goalOf(hand: Hand, to: { uid: string }): Promise<() => Promise<Point>> {
  const drop = hand.context.find?.(to.uid);
  if (!drop)
    throw new ActFailure('vanished', 'the place to drop it on was not on the page when it was last read');
  const locator = locate(drop.frame, to.uid);
  const title = titleOf(drop.candidate);
  return async () => {
    await hand.patience.run(
      locator.scrollIntoViewIfNeeded({ timeout: REVEAL_MS }).catch(() => undefined),
      REVEAL_MS + 500,
    );
    const asked = ask<WireProbe | null>(drop.frame, question('probe', to.uid), REVEAL_MS);
    const box = (await hand.patience.run(asked.catch(() => null)))?.box;
    if (!box?.width || !box.height)
      throw new ActFailure('vanished', `${title}, where it should be dropped, is no longer shown`);
    return hand.patience.run(inPage(drop.frame, { x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  };
}

/** Brings both ends into view together where the window is large enough for them. */
async function bothInView(hand: Hand, goal: () => Promise<Point>): Promise<void> {
  await goal();
  await uncover(hand);
}

const beside = (from: Point, { dx, dy }: { dx: number; dy: number }): Point => ({
  x: from.x + dx,
  y: from.y + dy,
});

export async function drag(hand: Hand, to: DropTarget): Promise<Deed> {
  const { mouse } = hand.page;
  const goal = 'uid' in to ? await goalOf(hand, to) : null;
  if (goal) await bothInView(hand, goal);
  const point = hand.probe.point;
  if (!point) throw new ActFailure('covered', `${hand.title} cannot be taken hold of`);
  const held = needsMouse(hand) ? await takeHold(hand) : null;
  const from = held ?? (await pointInPage(hand, point));
  const move = (at: Point, steps = 1): Promise<void> =>
    hand.patience.run(mouse.move(at.x, at.y, { steps }), 10_000);

  await move(from);
  await hand.patience.run(mouse.down());
  try {
    // A first small move: what is dragged is taken hold of only then, and lists make room for it.
    await move({ x: from.x + 4, y: from.y + 4 }, 2);
    const end = goal ? await goal() : beside(from, to as { dx: number; dy: number });
    const sign = (d: number): number => (d === 0 ? 0 : Math.sign(d) * OVERSHOOT);
    await move({ x: end.x + sign(end.x - from.x), y: end.y + sign(end.y - from.y) }, STEPS);
    // Lists move out of the way of what hangs over them: it is let go where the goal was, not where it went.
    await move(end, 3);
  } finally {
    // Never leave a button pressed: the next act would drag on.
    await hand.patience.run(mouse.up());
  }
  return { mouse: { x: Math.round(from.x), y: Math.round(from.y) } };
}
