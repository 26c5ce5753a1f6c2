/**
 * Moves and presses the mouse directly, without Playwright's actionability checks. Those checks fail in frames with a
 * border, for controls whose label receives the click, and for image maps.
 */
import type { Point } from '../frame-geometry.js';
import type { TargetHandle } from './target-handle.js';
import { convertTargetPoint, findReachablePoint } from './verify-target.js';

/** Interval between checks of whether the target can be reached. */
const POLL_INTERVAL_MS = 40;

export interface MousePress {
  button?: 'left' | 'right';
  /** Number of clicks; 0 only moves the pointer. */
  clickCount: number;
}

interface PointerMoveOptions {
  timeout: number;
  signal: AbortSignal;
  /** Whether to press even while the element is moving. */
  force?: boolean;
}

/**
 * Whether the mouse must be used directly. Playwright treats a label as an obstacle, misplaces the pointer in some
 * frames, and finds no box for an `area`.
 */
export function needsMouse({ frame, snapshot }: TargetHandle): boolean {
  return frame.parentFrame() !== null || snapshot.receivesClickIndirectly || snapshot.tagName === 'AREA';
}

/** Whether the last pointer move reached the guarded element (see injected/press-guard.ts). */
async function isPointerOnTarget(target: TargetHandle): Promise<boolean> {
  const pointerState = await target.waiter.poll(
    async () => {
      const isOnTarget = await target.queryPage<boolean | null>('pointer-on-target').catch(() => null);
      return isOnTarget !== null && { isOnTarget };
    },
    target.limits.pointerMoveMs,
    15,
  );
  return pointerState?.isOnTarget === true;
}

const isNear = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;

/**
 * Moves the pointer until it is on the guarded element and the element no longer moves.
 * @returns null if the pointer does not arrive. @throws a timeout like Playwright's if the element keeps moving
 */
async function movePointerOnto(
  target: TargetHandle,
  uid: string,
  { timeout, signal, force }: PointerMoveOptions,
): Promise<Point | null> {
  const deadline = performance.now() + Math.min(timeout, target.limits.pointerArrivalMs);
  for (let lastPoint: Point | null = null; ;) {
    const snapshot = await target.readSnapshot(uid);
    const reachablePoint = snapshot && (await findReachablePoint(target, snapshot));
    const point =
      reachablePoint && 'point' in reachablePoint
        ? await convertTargetPoint(target, reachablePoint.point)
        : null;
    signal.throwIfAborted();
    if (point) await target.page.mouse.move(point.x, point.y);
    const hasArrived = point !== null && (await isPointerOnTarget(target));
    const isStill = point !== null && lastPoint !== null && isNear(point, lastPoint);
    if (hasArrived && (isStill || force)) return point;
    if (performance.now() > deadline) {
      if (hasArrived) throw new Error(`Timeout ${timeout}ms exceeded: the element is not stable`);
      return null;
    }
    if (!point) await target.waiter.pause(POLL_INTERVAL_MS);
    lastPoint = point;
    signal.throwIfAborted();
  }
}

/** Moves the pointer onto the target to start a drag. @returns null if the pointer does not arrive */
export async function moveToDragStart(target: TargetHandle): Promise<Point | null> {
  const { signal } = target.waiter;
  await target.queryPage('guard-press', target.uid);
  try {
    return await target.waiter.run(
      movePointerOnto(target, target.uid, { timeout: target.limits.pointerArrivalMs, signal, force: true }),
    );
  } finally {
    // The press guard does not apply to the press of a drag.
    await target.queryPage('end-press-guard').catch(() => undefined);
  }
}

/** Presses the guarded element. @returns false if the pointer does not arrive */
export async function pressWithMouse(
  target: TargetHandle,
  uid: string,
  press: MousePress,
  options: PointerMoveOptions,
): Promise<boolean> {
  const point = await movePointerOnto(target, uid, options);
  if (!point) return false;
  target.pointerPosition = point;
  const { button = 'left', clickCount } = press;
  options.signal.throwIfAborted();
  if (clickCount > 0) await target.page.mouse.click(point.x, point.y, { button, clickCount });
  return true;
}
