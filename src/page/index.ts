/**
 * `page/` contains everything that uses the browser: finding and starting it, observing a page, performing actions
 * and waiting until the page settles. `injected/` runs inside the page, in an isolated world. This folder knows
 * nothing about dialogue, ranking or language models, and no other folder imports Playwright.
 */
export { parseEndpoint } from './browser/connect.js';
export { toPlaywrightOptions, DEFAULT_VIEWPORT } from './browser/context-options.js';
export { findDevice } from './browser/devices.js';
export { COLOR_SCHEMES, type ColorScheme } from './browser/options.js';
export {
  createHostedBrowser,
  createHostedPageBrowser,
  createHostLaunchOptions,
  prepareHost,
  type HostedContextOptions,
} from './browser/hosted.js';
export { findInstalledBrowser, launchBrowser, createUnguardedContext } from './browser/launch.js';
export { describeBrowser, openBrowser, type OpenBrowser } from './browser/open.js';
export { createLoginKeeper, type LoginKeeper } from './browser/keep-logins.js';
export type { OpenContext } from './browser/open-context.js';
export type { BrowserOptions, ContextOptions, LaunchOptions } from './browser/options.js';
export { readStorageState } from './browser/storage-state.js';
export type { EgressGuardOptions } from './egress/guard.js';
export type { OpenedPage } from './open-page.js';
/** @public The tests' CLI harness shortens these limits. */
export { PAGE_LIMITS } from './limits.js';
export { createSurface, type PageSurface, type SurfaceOptions } from './surface.js';
