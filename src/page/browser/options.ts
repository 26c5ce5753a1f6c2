/** How to get a browser, and what a session's context in it is like. */
import type { EgressOptions } from '../egress/guard.js';

export interface BrowserOptions {
  browserPath?: string | undefined;
  headed?: boolean;
  /** A browser that runs already: `http://127.0.0.1:9222`, `ws://…/devtools/browser/…`, or a Playwright server. */
  connect?: string | undefined;
  /** In a running Chrome: a new and empty context, not the log-ins of its user. */
  isolated?: boolean;
  /** Folder of a browser profile that is kept. */
  profile?: string | undefined;
}

export interface ContextOptions {
  viewport?: { width: number; height: number };
  ignoreHttpsErrors?: boolean;
  /** File with cookies and local storage to begin with. */
  storageState?: string | undefined;
  /** File to write them to at the end. */
  saveStorageState?: string | undefined;
  locale?: string | undefined;
  timezone?: string | undefined;
  geolocation?: { latitude: number; longitude: number } | undefined;
  /** A name from Playwright's list of devices. */
  device?: string | undefined;
  userAgent?: string | undefined;
  colorScheme?: 'light' | 'dark' | 'no-preference' | undefined;
  httpCredentials?: { username: string; password: string } | undefined;
  blockServiceWorkers?: boolean;
  /** What time it is on the pages when they are opened; it goes on from there. */
  clock?: Date | undefined;
  /** Answers from a recording; what it does not hold fails, or goes out as ever. */
  har?: { file: string; notFound: 'abort' | 'fallback' } | undefined;
  /** Without it nothing is guarded, which is for tests. */
  egress?: EgressOptions | undefined;
}

export type LaunchOptions = BrowserOptions & ContextOptions;
