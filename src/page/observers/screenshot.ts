/**
 * Takes a PNG screenshot of the viewport through the DevTools protocol. On a long page, it takes no more time than on a
 * short one.
 */
import type { CDPSession } from 'playwright';

import { PAGE_LIMITS } from '../limits.js';

/**
 * The browser may fail while the page changes its size or renderer, so a failed screenshot is tried again, except after
 * a timeout.
 */
const MAX_ATTEMPTS = 2;

/** @returns null if the screenshot could not be taken in time */
export async function captureScreenshot(
  cdp: Pick<CDPSession, 'send'>,
  timeout = PAGE_LIMITS.screenshotMs,
): Promise<Uint8Array | null> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      const { data } = await cdp.send(
        'Page.captureScreenshot',
        { format: 'png', optimizeForSpeed: true },
        { timeout },
      );
      return new Uint8Array(Buffer.from(data, 'base64'));
    } catch (error) {
      if (/timeout/i.test(String(error))) return null;
    }
  }
  return null;
}
