/** Scrolling: the page, a container in it, or whatever must move until an element is in view. */
import { ask, question } from '../engine.js';
import type { ScrollAnswer } from '../injected/scroller.js';
import type { WirePulse } from '../injected/wire.js';
import { ActFailure } from './act-failure.js';
import type { ActContext } from './context.js';
import { ASK_MS, type Deed, type Hand } from './hand.js';
import { pointInPage } from './recheck.js';
import type { Patience } from './patience.js';

/** The page itself, to absolute offsets; pages that scroll by hand-made means get the wheel. */
export async function scrollPage(
  context: ActContext,
  patience: Patience,
  x: number,
  y: number,
): Promise<void> {
  const { page } = context;
  const main = page.mainFrame();
  const read = (): Promise<WirePulse> => patience.run(ask<WirePulse>(main, 'pulse', ASK_MS));
  const before = await read();
  await patience.run(ask(main, question('scroll', Math.round(x), Math.round(y)), ASK_MS));
  const after = await read();
  if (after.scrollX !== before.scrollX || after.scrollY !== before.scrollY) return;
  if (Math.round(y) === before.scrollY && Math.round(x) === before.scrollX) return;
  await patience.run(page.mouse.wheel(x - before.scrollX, y - before.scrollY));
}

export async function scrollInside(hand: Hand, x: number, y: number): Promise<Deed> {
  const answer = await hand.ask<ScrollAnswer | null>('scroll-inside', hand.uid, Math.round(x), Math.round(y));
  if (!answer) throw new ActFailure('vanished', `${hand.title} is no longer on the page`);
  return {
    mouse: null,
    effects: answer.moved ? [{ type: 'scroll', x: answer.x, y: answer.y }] : [],
  };
}

export async function reveal(hand: Hand): Promise<Deed> {
  const corner = (): Promise<{ x: number; y: number }> =>
    pointInPage(hand, { x: 0, y: 0 }).catch(() => ({ x: 0, y: 0 }));
  const from = await corner();
  const answer = await hand.ask<ScrollAnswer | null>('reveal', hand.uid);
  if (!answer) throw new ActFailure('vanished', `${hand.title} is no longer on the page`);
  // A frame may itself have to be brought into view; only Playwright reaches beyond it.
  if (hand.frame.parentFrame())
    await hand.patience.run(hand.locator.scrollIntoViewIfNeeded({ timeout: 2_000 }).catch(() => undefined));
  const to = await corner();
  const moved = answer.moved || from.x !== to.x || from.y !== to.y;
  if (!answer.scrolls) throw new ActFailure('covered', `${hand.title} lies where no scrolling leads`);
  if (!moved) return { mouse: null, already: `${hand.title} is in view` };
  return { mouse: null, effects: [{ type: 'scroll', x: answer.x, y: answer.y }] };
}
