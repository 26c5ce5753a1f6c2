/** The Playwright config of `parley bench`: one spec that declares one test per task. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

import { readConfiguredUse } from '../../test/suite-parts.js';
import { readSuiteSettings } from '../settings.js';

const { folder } = readSuiteSettings();

export default defineConfig({
  testDir: dirname(fileURLToPath(import.meta.url)),
  outputDir: join(folder, '.playwright'),
  fullyParallel: true,
  // A test fails only if its process crashes or hangs. The test itself retries other infrastructure errors.
  retries: 1,
  use: readConfiguredUse(process.cwd()),
  reporter: [['./progress-reporter.js']],
});
