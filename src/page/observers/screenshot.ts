/** PNG of the viewport through the browser's debugger, whose cost does not grow with the page. */
import type { CDPSession } from 'playwright';

const SCREENSHOT_MS = 5_000;

/** @returns null when the page gives none in time */
export async function capture(cdp: CDPSession): Promise<Uint8Array | null> {
  try {
    const { data } = await cdp.send(
      'Page.captureScreenshot',
      { format: 'png', optimizeForSpeed: true },
      { timeout: SCREENSHOT_MS },
    );
    return new Uint8Array(Buffer.from(data, 'base64'));
  } catch {
    return null;
  }
}
