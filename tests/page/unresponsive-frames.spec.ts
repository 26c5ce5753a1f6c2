/**
 * Frames that do not answer in time. They need the full browser: only there does a frame of another site have a process
 * of its own, so that the page answers while the frame does not.
 */
import { expect, FAST_LIMITS, FULL_BROWSER, signal, test } from '../support/browser.js';
import { answerWithPages, serve } from '../support/server.js';

test.use({
  browserPath: FULL_BROWSER,
  limits: { ...FAST_LIMITS, childFrameMs: 1_200, allChildFramesMs: 1_800 },
});

/** For pages that answer late on a busy machine. */
const SLOW = { timeout: 30_000 };

test('an unresponsive frame does not affect the page or other frames', async ({ surface }) => {
  const endless = answerWithPages({ '/': '<script>for (;;);</script>' });
  let requests = 0;
  const other = await serve((...exchange) => {
    requests++;
    return endless(...exchange);
  });
  const stuck = other.url.replace('127.0.0.1', 'localhost');
  const server = await serve(
    answerWithPages({
      '/': `<button>Main</button><iframe id=f></iframe><iframe srcdoc="<button>Beside</button>"></iframe>
      <script>setTimeout(() => { f.src = '${stuck}/'; }, 800)</script>`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    await expect.poll(() => requests).toBeGreaterThan(0);
    // On a busy machine, the other frame may miss the first observation.
    let first = await surface.observe({}, signal);
    const visibleNames = async (): Promise<string[]> => {
      first = await surface.observe({}, signal);
      return first.candidates.flatMap(({ name, inViewport }) => (inViewport ? [name] : []));
    };
    await expect.poll(visibleNames, SLOW).toEqual(expect.arrayContaining(['Main', 'Beside']));
    // Reported again, because this observation lacks the frame too.
    for (const { pageEvents } of [first, await surface.observe({}, signal)])
      expect(pageEvents).toEqual([
        { type: 'frames-skipped', url: `${server.url}/`, overLimit: 0, timedOut: 1 },
      ]);
  } finally {
    await server.close();
    await other.close();
  }
});

test('a frame that becomes responsive is read again', async ({ surface }) => {
  const answer = answerWithPages({
    '/': `<button>Back</button><script>
  addEventListener('message', () => { const end = Date.now() + 3000; while (Date.now() < end); parent.postMessage('over', '*'); })</script>`,
  });
  const other = await serve(answer);
  const server = await serve(
    answerWithPages({
      '/': `<button id=b>Busy</button><iframe id=f src="${other.url.replace('127.0.0.1', 'localhost')}/"></iframe>
      <script>b.onclick = () => { f.contentWindow.postMessage('', '*'); b.textContent = 'Asked' };
      addEventListener('message', () => { b.textContent = 'Over' })</script>`,
    }),
  );
  const names = async (): Promise<string[]> =>
    (await surface.observe({}, signal)).candidates.map(({ name }) => name);
  try {
    await surface.open(`${server.url}/`, signal);
    await expect.poll(names).toContain('Back');
    const { candidates } = await surface.observe({}, signal);
    await surface.perform(
      { intent: 'click', uid: candidates.find(({ name }) => name === 'Busy')!.uid },
      signal,
    );
    await expect.poll(names, { timeout: 30_000 }).toEqual(expect.arrayContaining(['Over', 'Back']));
  } finally {
    await server.close();
    await other.close();
  }
});
