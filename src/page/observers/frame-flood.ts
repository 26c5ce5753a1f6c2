/**
 * Handles pages that create hundreds of frames, which may keep the browser busy for longer than an observation may
 * take. Once such a page can no longer load or create frames, it answers immediately.
 */
import type { CDPSession, Page } from 'playwright';

import { PAGE_LIMITS } from '../limits.js';

/** If there are fewer frames, something else must be keeping the page busy. */
const MIN_FLOOD_FRAMES = 100;

/**
 * Waits for an observation. If it takes too long and the page has very many frames, stops the page from loading more.
 * If the page keeps replacing its frames, pauses its scripts until the observation is complete. Timers that are due in
 * the meantime are lost. `stoppedAtFrameCount` is the number of frames when loading was stopped; 0 if it was not.
 */
export async function stopFrameFlood<T>(
  page: Page,
  cdp: CDPSession,
  observation: Promise<T>,
  intervalMs = PAGE_LIMITS.frameFloodMs,
): Promise<{ value: T; stoppedAtFrameCount: number }> {
  let stoppedAtFrameCount = 0;
  let addedFrameCount = 0;
  let areScriptsPaused = false;
  const setScriptsPaused = (value: boolean): Promise<unknown> => {
    areScriptsPaused = value;
    return cdp
      .send('Emulation.setScriptExecutionDisabled', { value }, { timeout: intervalMs })
      .catch(() => undefined);
  };
  const onFrameAttached = (): void => void addedFrameCount++;
  page.on('frameattached', onFrameAttached);
  // The page is stopped repeatedly, because a script may continue to create frames.
  const timer = setInterval(() => {
    const frameCount = page.frames().length;
    if (frameCount >= MIN_FLOOD_FRAMES) {
      stoppedAtFrameCount = frameCount;
      void cdp.send('Page.stopLoading', undefined, { timeout: intervalMs }).catch(() => undefined);
    } else if (addedFrameCount >= MIN_FLOOD_FRAMES && !areScriptsPaused) void setScriptsPaused(true);
  }, intervalMs);
  try {
    return { value: await observation, stoppedAtFrameCount };
  } finally {
    clearInterval(timer);
    page.off('frameattached', onFrameAttached);
    if (areScriptsPaused) await setScriptsPaused(false);
  }
}
