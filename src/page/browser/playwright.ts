/**
 * Loads Playwright on first use, because loading takes half a second and many commands open no browser. It uses
 * `require`, because for `import` Node parses the whole bundle once more to find its exports.
 *
 * It loads the same copy as the project's Playwright Test: a second copy would not know a test's browser and would
 * not appear in its traces.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export function playwright(): typeof import('playwright') {
  const requireAsTests = createRequire(require.resolve('@playwright/test/package.json'));
  return requireAsTests('playwright') as typeof import('playwright');
}
