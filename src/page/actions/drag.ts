/**
 * Drags and drops with real pointer events: presses, moves in steps, overshoots slightly, moves back, releases. This
 * works on pages that listen to pointer or mouse events, and with native drag and drop.
 */
import type { DropTarget } from '../../contract/index.js';
import { queryEngine, locate, formatQuery } from '../engine.js';
import type { WireElementSnapshot } from '../injected/wire.js';
import { toPagePoint, type Point } from '../frame-geometry.js';
import { ActionFailure } from './action-failure.js';
import { describeElement, type HandlerResult, type TargetHandle } from './target-handle.js';
import { needsMouse, moveToDragStart } from './mouse.js';
import { convertTargetPoint, makeReachable } from './verify-target.js';

const MOVE_STEPS = 8;
const OVERSHOOT_PX = 6;

/** Returns a function that scrolls the drop target into view and returns its centre in page coordinates. */
async function createDropPointReader(
  target: TargetHandle,
  to: { uid: string },
): Promise<() => Promise<Point>> {
  const dropTarget = target.context.findElement?.(to.uid);
  if (!dropTarget)
    throw new ActionFailure('vanished', 'the drop target is not in the last observation of the page');
  const locator = locate(dropTarget.frame, to.uid);
  const description = describeElement(dropTarget.candidate);
  return async () => {
    await target.waiter.run(
      locator.scrollIntoViewIfNeeded({ timeout: target.limits.scrollIntoViewMs }).catch(() => undefined),
      target.limits.scrollIntoViewMs + 500,
    );
    const snapshotPromise = queryEngine<WireElementSnapshot | null>(
      dropTarget.frame,
      formatQuery('probe', to.uid),
      target.limits.scrollIntoViewMs,
    );
    const box = (await target.waiter.run(snapshotPromise.catch(() => null)))?.box;
    if (!box?.width || !box.height)
      throw new ActionFailure('vanished', `the drop target, ${description}, is no longer visible`);
    return target.waiter.run(
      toPagePoint(dropTarget.frame, { x: box.x + box.width / 2, y: box.y + box.height / 2 }),
    );
  };
}

/** Scrolls both elements into view if the viewport is large enough for both. */
async function scrollBothIntoView(target: TargetHandle, readDropPoint: () => Promise<Point>): Promise<void> {
  await readDropPoint();
  await makeReachable(target);
}

const offsetPoint = (from: Point, { dx, dy }: { dx: number; dy: number }): Point => ({
  x: from.x + dx,
  y: from.y + dy,
});

export async function drag(target: TargetHandle, dropTarget: DropTarget): Promise<HandlerResult> {
  const { mouse } = target.page;
  const readDropPoint = 'uid' in dropTarget ? await createDropPointReader(target, dropTarget) : null;
  if (readDropPoint) await scrollBothIntoView(target, readDropPoint);
  const point = target.snapshot.point;
  if (!point)
    throw new ActionFailure('covered', `${target.description} cannot be dragged: another element covers it`);
  const dragStart = needsMouse(target) ? await moveToDragStart(target) : null;
  const startPoint = dragStart ?? (await convertTargetPoint(target, point));
  const move = (point: Point, steps = 1): Promise<void> =>
    target.waiter.run(mouse.move(point.x, point.y, { steps }), 10_000);

  await move(startPoint);
  await target.waiter.run(mouse.down());
  try {
    // A small first move starts the drag, after which sortable lists rearrange their items.
    await move({ x: startPoint.x + 4, y: startPoint.y + 4 }, 2);
    const endPoint = readDropPoint
      ? await readDropPoint()
      : offsetPoint(startPoint, dropTarget as { dx: number; dy: number });
    const getOvershoot = (distance: number): number =>
      distance === 0 ? 0 : Math.sign(distance) * OVERSHOOT_PX;
    await move(
      {
        x: endPoint.x + getOvershoot(endPoint.x - startPoint.x),
        y: endPoint.y + getOvershoot(endPoint.y - startPoint.y),
      },
      MOVE_STEPS,
    );
    // Moves back to the drop target's original position. A sortable list may have moved the drop target away.
    await move(endPoint, 3);
  } finally {
    // If the button stayed pressed, the next action would continue the drag.
    await target.waiter.run(mouse.up());
  }
  return { mouse: { x: Math.round(startPoint.x), y: Math.round(startPoint.y) } };
}
