// Follows the links of the practice sites and judges every control on the way.

import { startFixtures } from '../../../fixtures/server.mjs';
import { classify, readPageFacts } from '../../../src/policy/consent/index.js';
import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, test } from '../../support/browser.js';

const MAX_PAGES = 30;

test('on the practice sites, only controls with irreversible effects are classified as irreversible', async ({
  chromium,
}) => {
  const site = await startFixtures();
  const context = await createUnguardedContext(chromium);
  const surface = await createSurface(context, { limits: FAST_LIMITS });
  const page = context.pages()[0]!;
  const signal = new AbortController().signal;
  const queue = [site.url];
  const seen = new Set(queue);
  const judged = new Set<string>();
  const harmless = new Set<string>();
  try {
    for (let visited = 0; queue.length > 0 && visited < MAX_PAGES; visited++) {
      await page.goto(queue.shift()!, { waitUntil: 'domcontentloaded' });
      const observation = await surface.observe({ text: true }, signal);
      for (const c of observation.candidates) {
        const href = c.attributes['href'];
        const url = href && URL.canParse(href, page.url()) ? new URL(href, page.url()) : null;
        if (url?.origin === new URL(site.url).origin && !/hazards|settling/u.test(url.pathname)) {
          const key = url.pathname.replace(/\d+/gu, '0');
          if (!seen.has(key)) queue.push(url.href);
          seen.add(key);
        }
        if (!c.interactive || !c.visible) continue;
        const facts = readPageFacts({ intent: 'click', uid: c.uid }, observation);
        if (!facts) continue;
        const action = classify(facts);
        if (action) judged.add(`${action.class}: ${c.name}`);
        else harmless.add(`${c.role} ${c.name} on ${observation.title}`);
      }
    }
  } finally {
    await surface.close();
    await site.close();
  }
  expect(harmless.size).toBeGreaterThanOrEqual(150);
  expect([...judged].toSorted()).toEqual([]);
});
