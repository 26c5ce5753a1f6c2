/**
 * Playwright, when it is first needed: it costs half a second of work, which a command that opens no browser is
 * spared. It is required and not imported, because for an `import` Node reads through the whole bundle once more to
 * find the names in it.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export function playwright(): typeof import('playwright') {
  return require('playwright') as typeof import('playwright');
}
