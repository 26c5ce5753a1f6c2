import { writeFileSync } from 'node:fs';

import { expect, test } from '../../support/browser.js';
import { createSurface, openBrowser, type ContextOptions } from '../../../src/page/index.js';
import { createEgressPolicy } from '../../../src/policy/index.js';
import { signal } from '../../support/browser.js';
import { createHarEntry, createHar } from '../../support/har.js';
import { createPageListener, startServer } from '../../support/server.js';

const SHOP = `<!doctype html><title>Shop</title><h1>Shop</h1><p id=day></p><p id=who></p><p id=more></p><p id=tick></p><button>Buy</button>
<script>
  const at = (id) => document.getElementById(id);
  at('day').textContent = 'It is ' + new Date().toISOString().slice(0, 16);
  at('who').textContent = 'Hello ' + localStorage.getItem('name');
  setTimeout(() => { at('tick').textContent = 'The clock goes on'; }, 300);
  document.querySelector('button').onclick = () => setTimeout(() => { document.body.append('Bought'); }, 100);
  fetch('/missing').then((r) => r.text()).then((text) => { at('more').textContent = 'Got ' + text; },
    () => { at('more').textContent = 'Nothing got through'; });
</script><script src="/late.js"></script>`;

test('a session can start with a HAR recording, a clock and a storage state; the egress guard still applies', async ({}, info) => {
  const server = await startServer(createPageListener({ '/missing': 'the server' }));
  const harFile = info.outputPath('shop.har');
  const stateFile = info.outputPath('state.json');
  const entries = ['http://shop.invalid', server.url].flatMap((base) => [
    createHarEntry(`${base}/`, 'text/html', SHOP),
    createHarEntry(`${base}/late.js`, 'text/javascript', 'document.title = "Shop, recorded"'),
  ]);
  writeFileSync(harFile, createHar(entries));
  const origins = ['http://shop.invalid', server.url].map((origin) => ({
    origin,
    localStorage: [{ name: 'name', value: 'Ada' }],
  }));
  writeFileSync(stateFile, JSON.stringify({ cookies: [], origins }));
  const browser = await openBrowser();
  const openAndRead = async (
    url: string,
    options: ContextOptions,
  ): Promise<{ text: string; title: string }> => {
    const egress = { policy: createEgressPolicy({ allowedHosts: [], allowPrivate: false }) };
    const openContext = await browser.openContext({ storageState: stateFile, egress, ...options });
    const surface = await createSurface(openContext.context, {
      page: openContext.page,
      ownsTab: openContext.ownsTab,
    });
    try {
      await surface.open(url, signal);
      const clockText = { text: /clock goes on/, state: 'visible' as const };
      expect(await surface.probe.waitForElement(clockText, 5_000, signal)).toMatchObject({ ok: true });
      // Actions and settling use real time.
      const { candidates } = await surface.observe({}, signal);
      const { uid } = candidates.find(({ name }) => name === 'Buy')!;
      const { outcome } = await surface.perform({ intent: 'click', uid }, signal);
      expect(outcome).toMatchObject({ status: 'done' });
      return { text: await surface.probe.text(), title: await surface.probe.title() };
    } finally {
      await surface.close();
      await openContext.close();
    }
  };
  try {
    // The host does not exist, so all content must come from the recording.
    const recordingResult = await openAndRead('http://shop.invalid/', {
      clock: new Date('2026-03-02T09:00:00Z'),
      har: { file: harFile, notFound: 'abort' },
    });
    expect(recordingResult.title).toBe('Shop, recorded');
    expect(recordingResult.text).toContain('It is 2026-03-02T09:00');
    expect(recordingResult.text).toContain('Hello Ada');
    expect(recordingResult.text).toContain('Nothing got through');
    // Requests that are missing from the recording go through the guard.
    const recordingAndServerResult = await openAndRead(`${server.url}/`, {
      har: { file: harFile, notFound: 'fallback' },
    });
    expect(recordingAndServerResult.text).toContain('Got the server');
    expect(recordingAndServerResult.text).not.toContain('2026-03-02');

    writeFileSync(harFile, 'no recording');
    await expect(
      openAndRead('http://shop.invalid/', { har: { file: harFile, notFound: 'abort' } }),
    ).rejects.toThrow(/shop\.har cannot be replayed/);
  } finally {
    await browser.close();
    await server.close();
  }
});
