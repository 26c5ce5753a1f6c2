/** Surfaces for tests: one real Chromium per worker, one context and page per test. */
import { test as base } from '@playwright/test';
import type { Browser } from 'playwright';

import { createSurface, launchBrowser, newContext, type PageSurface } from '../../src/page/index.js';

export interface WorkerFixtures {
  chromium: Browser;
}

export interface TestFixtures {
  surface: PageSurface;
  /** Shows this HTML in the surface; resolves when it has settled. */
  show(html: string): Promise<void>;
}

export const signal = new AbortController().signal;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  chromium: [
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  surface: async ({ chromium }, use) => {
    const surface = await createSurface(await newContext(chromium));
    await use(surface);
    await surface.close();
  },
  show: async ({ surface }, use) => {
    await use(async (html) => {
      await surface.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`, signal);
    });
  },
});

export { expect } from '@playwright/test';
