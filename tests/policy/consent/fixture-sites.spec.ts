// Follows the links on the fixture sites and classifies every control on the pages.

import { startFixtures } from '../../../fixtures/server.mjs';
import { classifyAction, readPageFacts } from '../../../src/policy/consent/index.js';
import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, test } from '../../support/browser.js';

const MAX_PAGES = 30;

test('on the fixture sites’ first pages, no control is classified as irreversible', async ({ chromium }) => {
  const server = await startFixtures();
  const context = await createUnguardedContext(chromium);
  const surface = await createSurface(context, { limits: FAST_LIMITS });
  const page = context.pages()[0]!;
  const signal = new AbortController().signal;
  const urlQueue = [server.url];
  const queuedPaths = new Set(urlQueue);
  const irreversibleControls = new Set<string>();
  const harmlessControls = new Set<string>();
  try {
    for (let visitedCount = 0; urlQueue.length > 0 && visitedCount < MAX_PAGES; visitedCount++) {
      await page.goto(urlQueue.shift()!, { waitUntil: 'domcontentloaded' });
      const observation = await surface.observe({ text: true }, signal);
      for (const c of observation.candidates) {
        const href = c.attributes['href'];
        const url = href && URL.canParse(href, page.url()) ? new URL(href, page.url()) : null;
        if (url?.origin === new URL(server.url).origin && !/hazards|settling/u.test(url.pathname)) {
          const path = url.pathname.replace(/\d+/gu, '0');
          if (!queuedPaths.has(path)) urlQueue.push(url.href);
          queuedPaths.add(path);
        }
        if (!c.interactive || !c.visible) continue;
        const facts = readPageFacts({ intent: 'click', uid: c.uid }, observation);
        if (!facts) continue;
        const action = classifyAction(facts);
        if (action) irreversibleControls.add(`${action.class}: ${c.name}`);
        else harmlessControls.add(`${c.role} ${c.name} on ${observation.title}`);
      }
    }
  } finally {
    await surface.close();
    await server.close();
  }
  expect(harmlessControls.size).toBeGreaterThanOrEqual(150);
  expect([...irreversibleControls].toSorted()).toEqual([]);
});
