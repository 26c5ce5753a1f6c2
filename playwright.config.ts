import { defineConfig } from '@playwright/test';

import { DISABLED_FEATURES } from './src/page/browser/switches.js';

export default defineConfig({
  testDir: './tests',
  fullyParallel: true,
  // Tests wait for pages to come to rest nearly as long as they work, so two cores do for three of them.
  workers: '150%',
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // Of some 4,000 tests in real browsers one may meet a machine that has stopped for breath; the report says which.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [['dot'], ['html', { open: 'never' }]] : [['list']],
  use: {
    launchOptions: {
      args: [DISABLED_FEATURES],
      ...(process.env.PARLEY_BROWSER && { executablePath: process.env.PARLEY_BROWSER }),
    },
  },
});
