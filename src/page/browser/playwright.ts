/**
 * Playwright, when it is first needed: it costs half a second of work, which a command that opens no browser is
 * spared. It is required and not imported, because for an `import` Node reads through the whole bundle once more to
 * find the names in it.
 *
 * It is the copy that the project's Playwright Test has: another one beside it would not know the browser that a test
 * has opened, nor be traced.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export function playwright(): typeof import('playwright') {
  const requireAsTests = createRequire(require.resolve('@playwright/test/package.json'));
  return requireAsTests('playwright') as typeof import('playwright');
}
