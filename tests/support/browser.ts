/** Test fixtures for specs that need a browser: one real Chromium per worker, and a blank page per test. */
import { test as base } from '@playwright/test';
import type { Browser } from 'playwright';

import type { Observation, ObservationSpec } from '../../src/contract/index.js';
import { startFixtures, type Fixtures } from '../../fixtures/server.mjs';
import {
  createSurface,
  launchBrowser,
  createUnguardedContext,
  openBrowser,
  type OpenBrowser,
  type PageSurface,
} from '../../src/page/index.js';
import type { PageLimits } from '../../src/page/limits.js';
import { ReusedPage } from './reused-page.js';
import { cacheStackFrames } from './stack-traces.js';

cacheStackFrames();

export interface LimitsOption {
  /** Overrides of the page's limits. Specs about settling and hazards use the shipped limits: `{}`. */
  limits: Partial<PageLimits>;
}

/** Path of the full browser, for tests of features that the headless shell lacks. `npm test` sets the variable. */
export const FULL_BROWSER = process.env.PARLEY_FULL_BROWSER;

export interface WorkerOptions {
  /** Path of the browser. If undefined, Parley finds one. */
  browserPath: string | undefined;
}

/**
 * All worker fixtures of browser tests are declared here, even those that only a few specs use. Playwright starts
 * them on first use, but each set of declared worker fixtures gets its own worker and its own browser.
 */
export interface WorkerFixtures {
  chromium: Browser;
  /** A browser whose contexts can have an egress guard. */
  guardedBrowser: OpenBrowser;
  /** The fixture sites. */
  fixtureSites: Fixtures;
  reusedPage: ReusedPage;
}

export interface TestFixtures {
  surface: PageSurface;
  /** Shows this HTML in the surface. Resolves once the page has settled. */
  show(html: string): Promise<void>;
}

export const signal = new AbortController().signal;

/** Observes until no frame is skipped. On a busy machine, a frame may answer too late for a single observation. */
export async function observeAllFrames(surface: PageSurface, spec: ObservationSpec): Promise<Observation> {
  for (;;) {
    const observation = await surface.observe(spec, signal);
    if (!observation.pageEvents.some(({ type }) => type === 'frames-skipped')) return observation;
  }
}

/** Short waits for pages whose effects appear at once. */
export const FAST_LIMITS: Partial<PageLimits> = {
  idleWindowMs: 60,
  shortIdleWindowMs: 30,
  shortWindowAfterMs: 120,
  minSettleMs: 100,
  stillChangingMs: 400,
  backgroundChangingMs: 200,
  appearMs: 200,
  uncoverMs: 200,
  unstableTargetMs: 500,
  toggleMs: 400,
  sliderReactionMs: 150,
  fileChooserMs: 800,
  popupOpenMs: 500,
  editablePopupOpenMs: 150,
  suggestionsMs: 1_500,
  stableSuggestionsMs: 350,
  valueShownMs: 500,
  typedDateMs: 200,
  listLoadMs: 200,
  calendarOpenMs: 500,
  calendarMonthChangeMs: 800,
};

/** The shipped limits, for `test.use(SHIPPED_LIMITS)`. */
export const SHIPPED_LIMITS: LimitsOption = { limits: {} };

/**
 * Playwright Test records every Playwright call as a test step, with its parameters and stack trace. Nearly all of
 * these calls come from the product, not from the tests, and recording them takes an eighth of the CPU time. This
 * overrides the fixture that records them. Failures still show the line of the test.
 */
const testWithoutSteps = base.extend<{ _setupArtifacts: void }>({
  _setupArtifacts: [async ({}, use) => use(), { auto: 'all-hooks-included' as never, box: true }],
});

export const test = testWithoutSteps.extend<TestFixtures & LimitsOption, WorkerFixtures & WorkerOptions>({
  limits: [FAST_LIMITS, { option: true }],
  browserPath: [undefined, { option: true, scope: 'worker' }],
  chromium: [
    async ({ browserPath }, use) => {
      const browser = await launchBrowser({ browserPath });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  guardedBrowser: [
    async ({}, use) => {
      const browser = await openBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  fixtureSites: [
    async ({}, use) => {
      const sites = await startFixtures();
      await use(sites);
      await sites.close();
    },
    { scope: 'worker' },
  ],
  reusedPage: [
    async ({ chromium }, use) => {
      const reusedPage = new ReusedPage(() => createUnguardedContext(chromium));
      await use(reusedPage);
      await reusedPage.close();
    },
    { scope: 'worker' },
  ],
  surface: async ({ reusedPage, limits }, use) => {
    const { context, page } = await reusedPage.open();
    const surface = await createSurface(context, { page, keepContextOpen: true, limits });
    await use(surface);
    await surface.close();
    await reusedPage.reset();
  },
  show: async ({ surface }, use) => {
    await use(async (html) => {
      await surface.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`, signal);
    });
  },
});

export { expect } from '@playwright/test';
