/** Takes a PNG screenshot of the viewport through the DevTools protocol. Its cost does not depend on the page length. */
import type { CDPSession } from 'playwright';

import { PAGE_LIMITS } from '../limits.js';

/** The browser may fail once while the page changes its size or renderer. A timeout is not repeated. */
const MAX_ATTEMPTS = 2;

/** @returns null if there is none in time */
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
