/**
 * Handles pages that create hundreds of frames. The browser may be busy with the frames for longer than an observation
 * may take. Once the page can no longer load frames, it answers immediately.
 */
import type { CDPSession, Page } from 'playwright';

import { PAGE_LIMITS } from '../limits.js';

/** With fewer frames, something else must keep the page busy. */
const MIN_FLOOD_FRAMES = 100;

/**
 * Waits for an observation. If the page has very many frames and takes too long, stops it from loading more.
 * `stoppedAtFrames` is the number of frames when the page was stopped; 0 if it was not stopped.
 */
export async function stopFrameFlood<T>(
  page: Page,
  cdp: CDPSession,
  observation: Promise<T>,
  intervalMs = PAGE_LIMITS.frameFloodMs,
): Promise<{ value: T; stoppedAtFrames: number }> {
  let stoppedAtFrames = 0;
  // The page is stopped repeatedly, because a script may continue to create frames.
  const timer = setInterval(() => {
    const frameCount = page.frames().length;
    if (frameCount < MIN_FLOOD_FRAMES) return;
    stoppedAtFrames = frameCount;
    void cdp.send('Page.stopLoading', undefined, { timeout: intervalMs }).catch(() => undefined);
  }, intervalMs);
  try {
    return { value: await observation, stoppedAtFrames };
  } finally {
    clearInterval(timer);
  }
}
