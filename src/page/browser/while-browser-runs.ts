/**
 * Aborts work when the browser ends, because Playwright's `newPage` never returns if the browser process dies during
 * the call.
 */
import type { Browser } from 'playwright';

import { ParleyError } from '../../contract/index.js';

const BROWSER_GONE = /has been closed|has disconnected|target closed/i;

/** Returns the result of `work`. @throws ParleyError `infra` as soon as the browser ends */
export async function rejectIfBrowserEnds<T>(browser: Browser | null, work: () => Promise<T>): Promise<T> {
  let onGone = (): void => undefined;
  const browserEnd = new Promise<never>((_, reject) => {
    onGone = () => reject(createBrowserEndedError());
    browser?.once('disconnected', onGone);
  });
  try {
    return await Promise.race([work(), browserEnd]);
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    if (browser?.isConnected() === false || BROWSER_GONE.test(String(error)))
      throw createBrowserEndedError(error);
    throw error;
  } finally {
    browser?.off('disconnected', onGone);
  }
}

function createBrowserEndedError(cause?: unknown): ParleyError {
  return new ParleyError(
    'infra',
    'The browser exited before it opened a page.',
    'Try again. If it happens every time, the machine or container may be short of memory, or something kills its processes.',
    cause === undefined ? {} : { cause },
  );
}
