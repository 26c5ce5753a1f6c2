/** Scrolls the page, a container, or whatever is necessary to bring an element into view. */
import { queryEngine, formatQuery } from '../engine.js';
import type { ScrollResult } from '../injected/scroller.js';
import type { WirePageState } from '../injected/wire.js';
import { ActionFailure } from './action-failure.js';
import type { ActionContext } from './context.js';
import { type HandlerResult, type TargetHandle } from './target-handle.js';
import { convertTargetPoint } from './verify-target.js';
import type { ActionWaiter } from './action-waiter.js';

/** Scrolls the page to absolute offsets. Pages with scripted scrolling receive wheel events instead. */
export async function scrollPage(
  context: ActionContext,
  waiter: ActionWaiter,
  x: number,
  y: number,
): Promise<void> {
  const { page } = context;
  const mainFrame = page.mainFrame();
  const readPageState = (): Promise<WirePageState> =>
    waiter.run(queryEngine<WirePageState>(mainFrame, 'page-state', context.limits.queryMs));
  const stateBefore = await readPageState();
  await waiter.run(
    queryEngine(mainFrame, formatQuery('scroll', Math.round(x), Math.round(y)), context.limits.queryMs),
  );
  const stateAfter = await readPageState();
  if (stateAfter.scrollX !== stateBefore.scrollX || stateAfter.scrollY !== stateBefore.scrollY) return;
  if (Math.round(y) === stateBefore.scrollY && Math.round(x) === stateBefore.scrollX) return;
  await waiter.run(page.mouse.wheel(x - stateBefore.scrollX, y - stateBefore.scrollY));
}

export async function scrollInside(target: TargetHandle, x: number, y: number): Promise<HandlerResult> {
  const scrollResult = await target.queryPage<ScrollResult | null>(
    'scroll-inside',
    target.uid,
    Math.round(x),
    Math.round(y),
  );
  if (!scrollResult) throw new ActionFailure('vanished', `${target.description} is no longer on the page`);
  return {
    mouse: null,
    effects: scrollResult.hasMoved ? [{ type: 'scroll', x: scrollResult.x, y: scrollResult.y }] : [],
  };
}

export async function reveal(target: TargetHandle): Promise<HandlerResult> {
  const readFrameCorner = (): Promise<{ x: number; y: number }> =>
    convertTargetPoint(target, { x: 0, y: 0 }).catch(() => ({ x: 0, y: 0 }));
  const cornerBefore = await readFrameCorner();
  const scrollResult = await target.queryPage<ScrollResult | null>('reveal', target.uid);
  if (!scrollResult) throw new ActionFailure('vanished', `${target.description} is no longer on the page`);
  // The frame itself may be out of view, and only Playwright scrolls its ancestors.
  if (target.frame.parentFrame())
    await target.waiter.run(
      target.locator
        .scrollIntoViewIfNeeded({ timeout: target.limits.scrollIntoViewMs })
        .catch(() => undefined),
    );
  const cornerAfter = await readFrameCorner();
  const hasMoved =
    scrollResult.hasMoved || cornerBefore.x !== cornerAfter.x || cornerBefore.y !== cornerAfter.y;
  if (!scrollResult.isSuccessful)
    throw new ActionFailure('covered', `${target.description} cannot be scrolled into view`);
  if (!hasMoved) return { mouse: null, noActionReason: `${target.description} is in view` };
  return { mouse: null, effects: [{ type: 'scroll', x: scrollResult.x, y: scrollResult.y }] };
}
