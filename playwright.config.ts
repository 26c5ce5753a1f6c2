import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './tests',
  fullyParallel: true,
  // Tests mostly wait for browsers, so every core may have one.
  workers: '100%',
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  reporter: process.env.CI ? [['dot'], ['html', { open: 'never' }]] : [['list']],
  use: {
    launchOptions: process.env.PARLEY_BROWSER ? { executablePath: process.env.PARLEY_BROWSER } : {},
  },
});
