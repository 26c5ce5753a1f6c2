import { defineConfig } from '@playwright/test';

import { DISABLED_FEATURES } from './src/page/browser/switches.js';
import type { LimitsOption } from './tests/support/browser.js';
import { partPatterns } from './tests/support/parts.js';

// Neither a configuration above this folder nor a model server of this machine may influence the tests.
process.env.PARLEY_CONFIG ??= 'none';
process.env.PARLEY_DISCOVERY ??= 'false';

/** The browser of Playwright's own fixtures, which the tests of the fixture sites use. */
const browserPath = process.env.PARLEY_FAST_BROWSER ?? process.env.PARLEY_BROWSER;

export default defineConfig<LimitsOption>({
  testDir: './tests',
  fullyParallel: true,
  // Browser tests wait for pages for about half of their time, so four workers keep two cores busy.
  workers: '200%',
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  reporter: process.env.CI ? [['dot'], ['html', { open: 'never' }]] : [['list']],
  use: {
    launchOptions: {
      args: [DISABLED_FEATURES],
      ...(browserPath && { executablePath: browserPath }),
    },
  },
  projects: [
    // Loading modules costs more than the tests, so one worker runs all tests of a file, and each core gets one worker.
    { name: 'unit', testMatch: partPatterns.unit, fullyParallel: false, workers: '100%' },
    { name: 'browser', testMatch: partPatterns.browser, grepInvert: /@long/ },
    { name: 'soak', testMatch: partPatterns.soak, grep: /@long/ },
    { name: 'long', testMatch: partPatterns.long, use: { limits: {} } },
  ],
});
