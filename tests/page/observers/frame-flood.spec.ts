import { createUnguardedContext } from '../../../src/page/index.js';
import { stopFrameFlood } from '../../../src/page/observers/frame-flood.js';
import { expect, test } from '../../support/browser.js';

const INTERVAL_MS = 100;

test('if a page keeps replacing its frames, its scripts are paused until the observation is complete', async ({
  chromium,
}) => {
  const context = await createUnguardedContext(chromium);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.setContent(
      `<div id=d></div><script>
        window.count = 0;
        setInterval(() => { count += 1; d.replaceChildren(document.createElement('iframe')); }, 5);
      </script>`,
    );
    const readCount = (): Promise<number> => page.evaluate('window.count');
    /** Stands in for an observation that does not end while the page keeps changing. */
    const waitUntilStill = async (): Promise<number> => {
      let count = -1;
      await expect
        .poll(
          async () => {
            const lastCount = count;
            count = await readCount();
            return count === lastCount;
          },
          { intervals: [2 * INTERVAL_MS], timeout: 30_000 },
        )
        .toBe(true);
      return count;
    };
    const { value: pausedCount, stoppedAtFrameCount } = await stopFrameFlood(
      page,
      cdp,
      waitUntilStill(),
      INTERVAL_MS,
    );
    expect(stoppedAtFrameCount).toBe(0);
    await expect.poll(readCount).toBeGreaterThan(pausedCount);
  } finally {
    await context.close();
  }
});
