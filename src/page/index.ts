/**
 * `page/` is everything that touches the browser: finding and starting it, looking at a page, acting on it,
 * waiting for it to come to rest. `injected/` runs inside the page, in an isolated world. Nothing here knows
 * of dialogue, ranking or language models, and nothing outside this room imports Playwright.
 */
export type { FoundBrowser } from './browser/find-browser.js';
export {
  DEFAULT_VIEWPORT,
  findInstalledBrowser,
  launchBrowser,
  newContext,
  type LaunchOptions,
} from './browser/launch.js';
export type { DownloadPolicy } from './download-policy.js';
export { IncidentLog } from './incidents.js';
export type { Opened } from './opening.js';
export { createSurface, type PageSurface, type SurfaceOptions } from './surface.js';
