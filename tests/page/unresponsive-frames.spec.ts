/**
 * Frames that do not answer in time. These tests need the full browser, which runs cross-site frames in a separate
 * process, so that the page answers while the frame does not.
 */
import { expect, FAST_LIMITS, FULL_BROWSER, signal, test } from '../support/browser.js';
import { createPageListener, startServer } from '../support/server.js';

// One worker runs all tests in this file, because each worker would launch a full browser.
test.describe.configure({ mode: 'default' });
test.use({
  browserPath: FULL_BROWSER,
  limits: { ...FAST_LIMITS, childFrameMs: 1_200, allChildFramesMs: 1_800 },
});

/** Poll options for pages that answer late on a busy machine. */
const LONG_POLL = { timeout: 30_000 };

test('an unresponsive frame does not affect the page or other frames', async ({ surface }) => {
  const stuckPageListener = createPageListener({ '/': '<script>for (;;);</script>' });
  let requestCount = 0;
  const otherServer = await startServer((...exchange) => {
    requestCount++;
    return stuckPageListener(...exchange);
  });
  const stuckUrl = otherServer.url.replace('127.0.0.1', 'localhost');
  const server = await startServer(
    createPageListener({
      '/': `<button>Main</button><iframe id=f></iframe><iframe srcdoc="<button>Beside</button>"></iframe>
      <script>setTimeout(() => { f.src = '${stuckUrl}/'; }, 800)</script>`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    await expect.poll(() => requestCount).toBeGreaterThan(0);
    // On a busy machine, the first observation may lack the other frame.
    let observation = await surface.observe({}, signal);
    const listVisibleNames = async (): Promise<string[]> => {
      observation = await surface.observe({}, signal);
      return observation.candidates.flatMap(({ name, inViewport }) => (inViewport ? [name] : []));
    };
    await expect.poll(listVisibleNames, LONG_POLL).toEqual(expect.arrayContaining(['Main', 'Beside']));
    // Every observation that lacks the frame reports it.
    for (const { pageEvents } of [observation, await surface.observe({}, signal)])
      expect(pageEvents).toEqual([
        { type: 'frames-skipped', url: `${server.url}/`, overLimit: 0, timedOut: 1 },
      ]);
  } finally {
    await server.close();
    await otherServer.close();
  }
});

test('a frame is read again once it responds', async ({ surface }) => {
  const listener = createPageListener({
    '/': `<button>Back</button><script>
  addEventListener('message', () => { const end = Date.now() + 3000; while (Date.now() < end); parent.postMessage('over', '*'); })</script>`,
  });
  const otherServer = await startServer(listener);
  const server = await startServer(
    createPageListener({
      '/': `<button id=b>Busy</button><iframe id=f src="${otherServer.url.replace('127.0.0.1', 'localhost')}/"></iframe>
      <script>b.onclick = () => { f.contentWindow.postMessage('', '*'); b.textContent = 'Asked' };
      addEventListener('message', () => { b.textContent = 'Over' })</script>`,
    }),
  );
  const listNames = async (): Promise<string[]> =>
    (await surface.observe({}, signal)).candidates.map(({ name }) => name);
  try {
    await surface.open(`${server.url}/`, signal);
    await expect.poll(listNames).toContain('Back');
    const { candidates } = await surface.observe({}, signal);
    await surface.perform(
      { intent: 'click', uid: candidates.find(({ name }) => name === 'Busy')!.uid },
      signal,
    );
    await expect.poll(listNames, { timeout: 30_000 }).toEqual(expect.arrayContaining(['Over', 'Back']));
  } finally {
    await server.close();
    await otherServer.close();
  }
});
