/** Clicks, double-clicks, right-clicks and hovers, at a point where the target receives the pointer. */
import type { PressOutcome } from '../injected/press-guard.js';
import { ActionFailure, isTimeout, MissedPress, TargetMovedAway } from './action-failure.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { needsMouse, pressWithMouse, type MousePress } from './mouse.js';
import { DialogOpened } from './action-waiter.js';
import { relocateTarget, convertTargetPoint, makeReachable } from './verify-target.js';

/** Interval between checks that the target still exists while Playwright waits for it. */
const PRESENCE_POLL_MS = 200;

/** Maximum distance in CSS px by which a target, such as a button with a pressed style, may move during a press. */
const MAX_DRIFT = 20;

interface GestureOptions {
  timeout: number;
  signal: AbortSignal;
  position?: { x: number; y: number };
  noWaitAfter?: boolean;
  force?: boolean;
}

type Gesture = (options: GestureOptions) => Promise<void>;
type GestureFactory = (target: TargetHandle) => Gesture;
/** The press guard's report about a press that reached its target. The guard cancels presses on other elements. */
type PressReport = Pick<PressOutcome, 'scrollOffset' | 'isClickCancelled'>;

/** Resolves when the target has left the page. Never resolves if `signal` aborts first. */
async function waitUntilGone(target: TargetHandle, uid: string, signal: AbortSignal): Promise<void> {
  for (let missCount = 0; missCount < 2;) {
    await target.waiter.pause(PRESENCE_POLL_MS);
    if (signal.aborted) return new Promise(() => undefined);
    missCount = (await target.queryPage<boolean>('connected', uid).catch(() => true)) ? 0 : missCount + 1;
  }
}

/** Tries a gesture and stops if the target leaves the page first. */
async function tryGesture(
  target: TargetHandle,
  uid: string,
  gesture: Gesture,
  options: Partial<GestureOptions>,
): Promise<'done' | 'gone'> {
  const gestureController = new AbortController();
  const signal = AbortSignal.any([target.waiter.signal, gestureController.signal]);
  const timeout = options.timeout ?? target.limits.elementActionMs;
  try {
    return await target.waiter.run(
      Promise.race([
        gesture({ timeout, signal, ...options }).then(() => 'done' as const),
        waitUntilGone(target, uid, signal).then(() => 'gone' as const),
      ]),
      timeout + 4_000,
    );
  } finally {
    gestureController.abort();
  }
}

/** Returns the point inside the target to click on; undefined for its centre. */
function getClickPosition(target: TargetHandle): { x: number; y: number } | undefined {
  const { point, isCentre, box, border } = target.snapshot;
  if (!point || isCentre) return undefined;
  return { x: point.x - box.x - border.x, y: point.y - box.y - border.y };
}

function isUnstableTargetError(error: unknown): boolean {
  return isTimeout(error) && /not stable/.test(String(error)) && !/intercepts pointer/.test(String(error));
}

/** Explains why a press timed out before it reached the target. */
async function createNotReachedFailure(target: TargetHandle, error: unknown): Promise<ActionFailure> {
  const coverDescription = (await target.readSnapshot())?.coveredBy;
  if (coverDescription)
    return new ActionFailure('covered', `${target.description} is covered by ${coverDescription}`);
  const obstacle = /<([a-z][^>]*)>.* intercepts pointer events/.exec(String(error))?.[1];
  return obstacle
    ? new ActionFailure('covered', `another element receives the click: <${obstacle.slice(0, 80)}>`)
    : new ActionFailure('timeout', `${target.description} could not be clicked in time`);
}

/** Whether the target is still where it was pressed. Playwright cancels a press that misses, without an error. */
async function isTargetStillInPlace(target: TargetHandle): Promise<boolean> {
  const pressedPoint = target.snapshot.point;
  const currentPoint = (await target.readSnapshot())?.point;
  return (
    !pressedPoint ||
    (currentPoint != null &&
      Math.hypot(currentPoint.x - pressedPoint.x, currentPoint.y - pressedPoint.y) < MAX_DRIFT)
  );
}

const createRenamedFailure = ({ description }: TargetHandle, { newLabel }: PressOutcome): ActionFailure =>
  new ActionFailure(
    'changed',
    `${description} changed to “${newLabel.slice(0, 60)}” when the pointer reached it`,
  );

async function endPressGuard(target: TargetHandle): Promise<PressOutcome> {
  return target.queryPage<PressOutcome>('end-press-guard').catch(() => ({
    hasReachedTarget: true,
    hasMissedTarget: false,
    newLabel: '',
    wasPressed: false,
    isClickCancelled: false,
    scrollOffset: null,
  }));
}

/**
 * Performs a gesture on the target, and repeats it if the page re-renders the target under the pointer. A target that
 * keeps moving is clicked wherever it is, and the press guard cancels a press that misses.
 */
async function performGesture(
  target: TargetHandle,
  createGesture: GestureFactory,
  isPress: boolean,
): Promise<PressReport> {
  let hasPressed = false;
  for (let attempt = 0; ; attempt++) {
    const { isMoving } = await target.queryPage<{ isMoving: boolean }>('guard-press', target.uid);
    const options = {
      position: getClickPosition(target),
      ...(isMoving ? { timeout: target.limits.unstableTargetMs } : {}),
    };
    let result: 'done' | 'gone';
    try {
      result = await tryGesture(target, target.uid, createGesture(target), options);
    } catch (error) {
      if (error instanceof DialogOpened) throw error;
      const { hasReachedTarget } = await endPressGuard(target);
      if (hasReachedTarget || !isTimeout(error)) throw error;
      if (isUnstableTargetError(error)) return pressMovingTarget(target, createGesture);
      throw await createNotReachedFailure(target, error);
    }
    const outcome = await endPressGuard(target);
    const { hasReachedTarget, hasMissedTarget } = outcome;
    if (outcome.newLabel) throw createRenamedFailure(target, outcome);
    hasPressed ||= outcome.wasPressed;
    if (result === 'done' && (hasReachedTarget || !isPress)) return outcome;
    // Playwright reports success for a press on an element that was just replaced.
    if (await target.queryPage<boolean>('connected', target.uid)) {
      if (!hasMissedTarget && isPress && !(await isTargetStillInPlace(target)))
        throw new TargetMovedAway(`${target.description} moved away, and the click did not reach it`);
      // A listener of the page may have hidden the press from the guard.
      if (!hasMissedTarget) return outcome;
      if (attempt >= 2)
        throw new ActionFailure('covered', `another element receives the click on ${target.description}`);
    } else if (attempt >= 2 || !(await relocateTarget(target))) {
      const Failure = hasPressed ? MissedPress : ActionFailure;
      throw new Failure(
        'vanished',
        `${target.description} was removed from the page when the pointer reached it`,
      );
    }
    await makeReachable(target).catch((error: unknown) => {
      throw hasPressed && error instanceof ActionFailure
        ? new MissedPress(error.reason, error.message)
        : error;
    });
  }
}

async function pressMovingTarget(target: TargetHandle, createGesture: GestureFactory): Promise<PressReport> {
  for (let attempt = 0; attempt < 3; attempt++) {
    await makeReachable(target);
    await target.queryPage('guard-press', target.uid);
    let outcome: PressOutcome;
    try {
      await tryGesture(target, target.uid, createGesture(target), {
        force: true,
        position: getClickPosition(target),
      });
    } finally {
      outcome = await endPressGuard(target);
    }
    if (outcome.newLabel) throw createRenamedFailure(target, outcome);
    if (!outcome.hasMissedTarget || outcome.hasReachedTarget) return outcome;
  }
  throw new MissedPress('timeout', `${target.description} moves too fast to click`);
}

/** Returns the pointer's position in page coordinates. */
export async function getPointerPosition(target: TargetHandle): Promise<HandlerResult> {
  const point = target.snapshot.point;
  if (!point && !target.pointerPosition) return {};
  const { x, y } = target.pointerPosition ?? (await convertTargetPoint(target, point!).catch(() => point!));
  return { mouse: { x: Math.round(x), y: Math.round(y) } };
}

/** Uses Playwright's gesture, or the mouse directly for targets that Playwright would miss. */
function addMouseFallback(playwrightGesture: GestureFactory, press: MousePress): GestureFactory {
  return (target) =>
    needsMouse(target)
      ? async (options) => {
          if (await pressWithMouse(target, target.uid, press, options)) return;
          // Only Playwright handles rotated and skewed frames.
          await playwrightGesture(target)({
            ...options,
            timeout: Math.min(options.timeout, target.limits.partClickMs),
          });
        }
      : playwrightGesture(target);
}

const createClick =
  (button: 'left' | 'right', clickCount: number) =>
  async (target: TargetHandle): Promise<HandlerResult> => {
    const pointer = await getPointerPosition(target);
    const playwrightGesture: GestureFactory =
      ({ locator }) =>
      (options) =>
        clickCount === 2
          ? locator.dblclick({ noWaitAfter: true, ...options })
          : locator.click({ button, noWaitAfter: true, ...options });
    const { scrollOffset, isClickCancelled } = await performGesture(
      target,
      addMouseFallback(playwrightGesture, { button, clickCount }),
      true,
    );
    return {
      ...pointer,
      ...(target.pointerPosition ? await getPointerPosition(target) : {}),
      ...(scrollOffset ? { scrollAtPress: scrollOffset } : {}),
      isClickCancelled,
    };
  };

export const leftClick = createClick('left', 1);
export const rightClick = createClick('right', 1);
export const doubleClick = createClick('left', 2);

export async function hover(target: TargetHandle): Promise<HandlerResult> {
  const pointer = await getPointerPosition(target);
  const playwrightGesture: GestureFactory =
    ({ locator }) =>
    (options) =>
      locator.hover({ noWaitAfter: true, ...options });
  await performGesture(target, addMouseFallback(playwrightGesture, { clickCount: 0 }), false);
  return { ...pointer, ...(target.pointerPosition ? await getPointerPosition(target) : {}) };
}

/**
 * Clicks another element in the target's frame, such as an option or a day. @returns false if the page re-rendered the
 * element before the press arrived, as virtual lists do. @throws if the element cannot be clicked
 */
export async function clickElement(target: TargetHandle, uid: string): Promise<boolean> {
  await target.queryPage('guard-press', uid);
  const playwrightGesture: Gesture = (options) => target.locate(uid).click({ noWaitAfter: true, ...options });
  const gestureInFrame: Gesture = async (options) => {
    await target.locate(uid).scrollIntoViewIfNeeded({ timeout: options.timeout, signal: options.signal });
    if (!(await pressWithMouse(target, uid, { clickCount: 1 }, options))) await playwrightGesture(options);
  };
  const result = await tryGesture(
    target,
    uid,
    target.frame.parentFrame() ? gestureInFrame : playwrightGesture,
    {
      timeout: target.limits.partClickMs,
    },
  );
  const { hasReachedTarget, hasMissedTarget } = await endPressGuard(target);
  return (
    result === 'done' &&
    (hasReachedTarget || (!hasMissedTarget && (await target.queryPage<boolean>('connected', uid))))
  );
}
