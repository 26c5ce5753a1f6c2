/** Options for the browser and for a session's browser context. */
import type { EgressGuardOptions } from '../egress/guard.js';

export const COLOR_SCHEMES = ['light', 'dark', 'no-preference'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

export interface BrowserOptions {
  browserPath?: string | undefined;
  headed?: boolean;
  /** URL of a running browser: `http://127.0.0.1:9222`, `ws://…/devtools/browser/…`, or a Playwright server. */
  connect?: string | undefined;
  /** Uses a new, empty context in a running Chrome instead of the user's context. */
  isolated?: boolean;
  /** Folder of a permanent browser profile. */
  profile?: string | undefined;
}

export interface ContextOptions {
  viewport?: { width: number; height: number };
  ignoreHttpsErrors?: boolean;
  /** File with the initial cookies and local storage. */
  storageState?: string | undefined;
  /** File in which to save the cookies and local storage when the session ends. */
  saveStorageState?: string | undefined;
  locale?: string | undefined;
  timezone?: string | undefined;
  geolocation?: { latitude: number; longitude: number } | undefined;
  /** A name from Playwright's list of devices. */
  device?: string | undefined;
  userAgent?: string | undefined;
  colorScheme?: ColorScheme | undefined;
  httpCredentials?: { username: string; password: string } | undefined;
  blockServiceWorkers?: boolean;
  /** The initial time on the pages. The clock continues from there. */
  clock?: Date | undefined;
  /** Serves requests from a HAR file. Other requests fail or go to the network. */
  har?: { file: string; notFound: 'abort' | 'fallback' } | undefined;
  /** If undefined, requests are not guarded; only tests do this. */
  egress?: EgressGuardOptions | undefined;
}

export type LaunchOptions = BrowserOptions & ContextOptions;
