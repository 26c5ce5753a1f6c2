/**
 * Playwright, required and not imported: for an `import` Node reads through the whole bundle first to find the
 * names in it, which costs each start a third of a second of work.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const { chromium, devices, selectors } = require('playwright') as typeof import('playwright');
