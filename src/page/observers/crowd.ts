/**
 * Pages that bring up frames by the hundred. While the browser is busy with those, which can take longer than any
 * look, the page answers nothing; kept from loading more, it answers at once with all that it has by then.
 */
import type { CDPSession, Page } from 'playwright';

/** A page gets this long to answer by itself. */
const PATIENCE_MS = 2_500;
/** With fewer frames something else keeps the page busy. */
const CROWD = 100;

/** What came of `looking`, and with how many frames the page was stopped from loading more; 0 where it was not. */
export async function pastTheCrowd<T>(
  page: Page,
  cdp: CDPSession,
  looking: Promise<T>,
): Promise<{ value: T; stoppedAt: number }> {
  let stoppedAt = 0;
  // A script may go on making frames, so that once is not always enough.
  const timer = setInterval(() => {
    const frames = page.frames().length;
    if (frames < CROWD) return;
    stoppedAt = frames;
    void cdp.send('Page.stopLoading', undefined, { timeout: PATIENCE_MS }).catch(() => undefined);
  }, PATIENCE_MS);
  try {
    return { value: await looking, stoppedAt };
  } finally {
    clearInterval(timer);
  }
}
