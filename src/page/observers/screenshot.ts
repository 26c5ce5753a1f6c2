/** Takes a PNG screenshot of the viewport through the DevTools protocol; its cost does not grow with the page. */
import type { CDPSession } from 'playwright';

import { PAGE_LIMITS } from '../limits.js';

/** @returns null if the page provides none in time */
export async function captureScreenshot(
  cdp: CDPSession,
  timeout = PAGE_LIMITS.screenshotMs,
): Promise<Uint8Array | null> {
  try {
    const { data } = await cdp.send(
      'Page.captureScreenshot',
      { format: 'png', optimizeForSpeed: true },
      { timeout },
    );
    return new Uint8Array(Buffer.from(data, 'base64'));
  } catch {
    return null;
  }
}
