/** Scrolls the page, a container, or whatever is necessary to bring an element into view. */
import { ask, question } from '../engine.js';
import type { ScrollResult } from '../injected/scroller.js';
import type { WirePageState } from '../injected/wire.js';
import { ActionFailure } from './action-failure.js';
import type { ActionContext } from './context.js';
import { type HandlerResult, type TargetHandle } from './target-handle.js';
import { pointInPage } from './verify-target.js';
import type { ActionWaiter } from './action-waiter.js';

/** Scrolls the page to absolute offsets. Pages with scripted scrolling receive wheel events instead. */
export async function scrollPage(
  context: ActionContext,
  waiter: ActionWaiter,
  x: number,
  y: number,
): Promise<void> {
  const { page } = context;
  const main = page.mainFrame();
  const read = (): Promise<WirePageState> =>
    waiter.run(ask<WirePageState>(main, 'page-state', context.limits.queryMs));
  const before = await read();
  await waiter.run(ask(main, question('scroll', Math.round(x), Math.round(y)), context.limits.queryMs));
  const after = await read();
  if (after.scrollX !== before.scrollX || after.scrollY !== before.scrollY) return;
  if (Math.round(y) === before.scrollY && Math.round(x) === before.scrollX) return;
  await waiter.run(page.mouse.wheel(x - before.scrollX, y - before.scrollY));
}

export async function scrollInside(target: TargetHandle, x: number, y: number): Promise<HandlerResult> {
  const answer = await target.ask<ScrollResult | null>(
    'scroll-inside',
    target.uid,
    Math.round(x),
    Math.round(y),
  );
  if (!answer) throw new ActionFailure('vanished', `${target.title} is no longer on the page`);
  return {
    mouse: null,
    effects: answer.moved ? [{ type: 'scroll', x: answer.x, y: answer.y }] : [],
  };
}

export async function reveal(target: TargetHandle): Promise<HandlerResult> {
  const corner = (): Promise<{ x: number; y: number }> =>
    pointInPage(target, { x: 0, y: 0 }).catch(() => ({ x: 0, y: 0 }));
  const from = await corner();
  const answer = await target.ask<ScrollResult | null>('reveal', target.uid);
  if (!answer) throw new ActionFailure('vanished', `${target.title} is no longer on the page`);
  // The frame itself may be out of view, and only Playwright scrolls its ancestors.
  if (target.frame.parentFrame())
    await target.waiter.run(
      target.locator
        .scrollIntoViewIfNeeded({ timeout: target.limits.scrollIntoViewMs })
        .catch(() => undefined),
    );
  const to = await corner();
  const moved = answer.moved || from.x !== to.x || from.y !== to.y;
  if (!answer.succeeded) throw new ActionFailure('covered', `${target.title} cannot be scrolled into view`);
  if (!moved) return { mouse: null, already: `${target.title} is in view` };
  return { mouse: null, effects: [{ type: 'scroll', x: answer.x, y: answer.y }] };
}
