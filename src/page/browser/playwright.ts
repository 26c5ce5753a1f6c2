/**
 * Loads Playwright on first use, because loading takes half a second and many commands do not open a browser. Uses
 * `require`, because Node's `import` parses the whole bundle a second time to find its exports.
 *
 * Loads the same copy as the project's Playwright Test. A second copy would not recognise a test's browser, and its
 * calls would not appear in the test's traces.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export function loadPlaywright(): typeof import('playwright') {
  const requireAsTests = createRequire(require.resolve('@playwright/test/package.json'));
  return requireAsTests('playwright') as typeof import('playwright');
}
