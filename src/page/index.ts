/**
 * `page/` is everything that touches the browser: finding and starting it, looking at a page, acting on it,
 * waiting for it to come to rest. `injected/` runs inside the page, in an isolated world. Nothing here knows
 * of dialogue, ranking or language models, and nothing outside this room imports Playwright.
 */
export { endpointOf } from './browser/connect.js';
export { DEFAULT_VIEWPORT } from './browser/context-options.js';
export { deviceNamed } from './browser/devices.js';
export {
  hostedBrowser,
  hostedPage,
  hostLaunchOptions,
  prepareHost,
  type HostedContextOptions,
} from './browser/hosted.js';
export { findInstalledBrowser, launchBrowser, newContext } from './browser/launch.js';
export { browserName, openBrowser, type OpenBrowser } from './browser/open.js';
export type { OpenContext } from './browser/open-context.js';
export type { BrowserOptions, ContextOptions, LaunchOptions } from './browser/options.js';
export { readStorageState } from './browser/storage-state.js';
export type { EgressOptions } from './egress/guard.js';
export type { Opened } from './opening.js';
export { createSurface, type PageSurface } from './surface.js';
