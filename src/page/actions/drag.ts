/**
 * Drag and drop with real pointer events: press, move in steps, overshoot slightly, move back, release. This works on
 * pages that listen to pointer or mouse events and with native drag and drop.
 */
import type { DropTarget } from '../../contract/index.js';
import { ask, locate, question } from '../engine.js';
import type { WireProbe } from '../injected/wire.js';
import { toPagePoint, type Point } from '../frame-geometry.js';
import { ActionFailure } from './action-failure.js';
import { describeElement, type HandlerResult, type TargetHandle } from './target-handle.js';
import { needsMouse, moveToDragStart } from './mouse.js';
import { pointInPage, makeReachable } from './verify-target.js';

const MOVE_STEPS = 8;
const OVERSHOOT_PX = 6;

/** Returns a function that scrolls the drop target into view and returns its centre in page coordinates. */
async function createDropPointReader(
  target: TargetHandle,
  to: { uid: string },
): Promise<() => Promise<Point>> {
  const drop = target.context.findElement?.(to.uid);
  if (!drop)
    throw new ActionFailure('vanished', 'the drop target is not in the last observation of the page');
  const locator = locate(drop.frame, to.uid);
  const title = describeElement(drop.candidate);
  return async () => {
    await target.waiter.run(
      locator.scrollIntoViewIfNeeded({ timeout: target.limits.scrollIntoViewMs }).catch(() => undefined),
      target.limits.scrollIntoViewMs + 500,
    );
    const probing = ask<WireProbe | null>(
      drop.frame,
      question('probe', to.uid),
      target.limits.scrollIntoViewMs,
    );
    const box = (await target.waiter.run(probing.catch(() => null)))?.box;
    if (!box?.width || !box.height)
      throw new ActionFailure('vanished', `the drop target, ${title}, is no longer visible`);
    return target.waiter.run(
      toPagePoint(drop.frame, { x: box.x + box.width / 2, y: box.y + box.height / 2 }),
    );
  };
}

/** Scrolls both elements into view if the viewport is large enough for both. */
async function scrollBothIntoView(target: TargetHandle, dropPoint: () => Promise<Point>): Promise<void> {
  await dropPoint();
  await makeReachable(target);
}

const offsetPoint = (from: Point, { dx, dy }: { dx: number; dy: number }): Point => ({
  x: from.x + dx,
  y: from.y + dy,
});

export async function drag(target: TargetHandle, to: DropTarget): Promise<HandlerResult> {
  const { mouse } = target.page;
  const dropPoint = 'uid' in to ? await createDropPointReader(target, to) : null;
  if (dropPoint) await scrollBothIntoView(target, dropPoint);
  const point = target.probe.point;
  if (!point)
    throw new ActionFailure('covered', `${target.title} cannot be dragged: another element covers it`);
  const dragStart = needsMouse(target) ? await moveToDragStart(target) : null;
  const from = dragStart ?? (await pointInPage(target, point));
  const move = (point: Point, steps = 1): Promise<void> =>
    target.waiter.run(mouse.move(point.x, point.y, { steps }), 10_000);

  await move(from);
  await target.waiter.run(mouse.down());
  try {
    // A small first move starts the drag. Sortable lists then rearrange their items.
    await move({ x: from.x + 4, y: from.y + 4 }, 2);
    const end = dropPoint ? await dropPoint() : offsetPoint(from, to as { dx: number; dy: number });
    const overshoot = (d: number): number => (d === 0 ? 0 : Math.sign(d) * OVERSHOOT_PX);
    await move({ x: end.x + overshoot(end.x - from.x), y: end.y + overshoot(end.y - from.y) }, MOVE_STEPS);
    // Sortable lists move their items away, so this returns to the drop target's original position.
    await move(end, 3);
  } finally {
    // If the button stayed pressed, the next action would continue the drag.
    await target.waiter.run(mouse.up());
  }
  return { mouse: { x: Math.round(from.x), y: Math.round(from.y) } };
}
