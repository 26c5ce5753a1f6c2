/**
 * Handles pages that create hundreds of frames. The browser may be busy with them for longer than any observation
 * takes. Stopped from loading more, the page answers at once.
 */
import type { CDPSession, Page } from 'playwright';

import { PAGE_LIMITS } from '../limits.js';

/** With fewer frames, something else keeps the page busy. */
const MIN_FLOOD_FRAMES = 100;

/**
 * Waits for an observation; stops a page with a flood of frames from loading more.
 * `stoppedAt` is the number of frames at that time; 0 if the page was not stopped.
 */
export async function stopFrameFlood<T>(
  page: Page,
  cdp: CDPSession,
  observing: Promise<T>,
  ms = PAGE_LIMITS.frameFloodMs,
): Promise<{ value: T; stoppedAt: number }> {
  let stoppedAt = 0;
  // A script may continue to create frames, so repeat this.
  const timer = setInterval(() => {
    const frames = page.frames().length;
    if (frames < MIN_FLOOD_FRAMES) return;
    stoppedAt = frames;
    void cdp.send('Page.stopLoading', undefined, { timeout: ms }).catch(() => undefined);
  }, ms);
  try {
    return { value: await observing, stoppedAt };
  } finally {
    clearInterval(timer);
  }
}
