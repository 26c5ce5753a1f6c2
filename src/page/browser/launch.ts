/** Starts a Chromium and one isolated context for a session, and closes both. */
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Browser, type BrowserContext } from 'playwright';

import { Problem } from '../../contract/index.js';
import { registerEngine } from '../engine.js';
import { findBrowser, INSTALL_A_BROWSER, type FoundBrowser } from './find-browser.js';

export interface LaunchOptions {
  browserPath?: string | undefined;
  headed?: boolean;
  viewport?: { width: number; height: number };
  ignoreHttpsErrors?: boolean;
}

export const DEFAULT_VIEWPORT = { width: 1280, height: 800 };

/** The browser makes no traffic of its own: no update checks, no field trials, no look-ups of vendor hosts. */
const QUIET_ARGS = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-first-run',
];

/** Playwright's own Chromium, where it has been installed. */
export function managedBrowserPath(): string {
  try {
    return chromium.executablePath();
  } catch {
    return '';
  }
}

export function findInstalledBrowser(explicit?: string): FoundBrowser {
  return findBrowser({ explicit, managedPath: managedBrowserPath() });
}

/** @throws Problem `infra` when there is no browser or it does not start */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const { path } = findInstalledBrowser(options.browserPath);
  await registerEngine();
  try {
    return await chromium.launch({
      executablePath: path,
      headless: !options.headed,
      args: QUIET_ARGS,
      // Parley ends its sessions itself, so that the record is complete before the browser goes.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const display = options.headed && /DISPLAY|XServer|ozone|headed/i.test(message);
    throw new Problem(
      'infra',
      `The browser at ${path} does not start: ${firstUsefulLine(message)}`,
      display ? 'There is no screen to show it on; leave out --headed.' : INSTALL_A_BROWSER,
      { cause: error },
    );
  }
}

/** Of Playwright's report the one line that says why, without colours and process numbers. */
function firstUsefulLine(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^- /, '')
        .replace(/^\[pid=\d+\]\[\w+\]\s*/, '')
        .replace(/^\[[\d:/.]+:(\w+):\S+\]\s*/, ''),
    );
  return (lines.find((line) => /error|fail|cannot|missing/i.test(line)) ?? lines[0] ?? '').slice(0, 200);
}

export async function newContext(browser: Browser, options: LaunchOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    viewport: options.viewport ?? DEFAULT_VIEWPORT,
    ignoreHTTPSErrors: options.ignoreHttpsErrors ?? false,
    acceptDownloads: true,
    serviceWorkers: 'allow',
  });
}
