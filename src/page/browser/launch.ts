/** Starts Chromium with a temporary profile or a given profile. */
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { registerEngine } from '../engine.js';
import { toPlaywrightOptions } from './context-options.js';
import { findBrowser, type FoundBrowser } from './find-browser.js';
import type { BrowserOptions, ContextOptions } from './options.js';
import { toBrowserStartError } from './start-error.js';
import { SWITCHES } from './switches.js';
import { loadPlaywright } from './playwright.js';
import { useTemporaryFolder } from './temporary-folder.js';

/** Returns the path of the Chromium that Playwright installs; '' if it is not installed. */
export function findManagedBrowserPath(): string {
  try {
    return loadPlaywright().chromium.executablePath();
  } catch {
    return '';
  }
}

export function findInstalledBrowser(explicitPath?: string): FoundBrowser {
  return findBrowser({ explicitPath, managedPath: findManagedBrowserPath() });
}

function createLaunchOptions(path: string, options: BrowserOptions): LaunchOptions {
  return {
    executablePath: path,
    headless: !options.headed,
    args: [...SWITCHES],
    // Re-enables the pop-up blocker. Without the blocker, a `window.open` loop blocks the page for minutes.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    // Parley handles these signals itself, so that the recording is complete before the browser closes.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** @param onEnd must call `release` when the browser has exited */
async function launchInTemporaryFolder<T>(
  launch: (env: NodeJS.ProcessEnv) => Promise<T>,
  onEnd: (launched: T, release: () => void) => void,
): Promise<T> {
  const temporaryFolder = await useTemporaryFolder();
  try {
    const browser = await launch(temporaryFolder.env);
    onEnd(browser, () => temporaryFolder.release());
    return browser;
  } catch (error) {
    temporaryFolder.release();
    throw error;
  } finally {
    temporaryFolder.stopRedirecting();
  }
}

/** @throws ParleyError `infra` if no browser is installed or the browser does not start */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { path } = findInstalledBrowser(options.browserPath);
  await registerEngine();
  try {
    return await launchInTemporaryFolder(
      (env) => loadPlaywright().chromium.launch({ ...createLaunchOptions(path, options), env }),
      (browser, release) => browser.once('disconnected', release),
    );
  } catch (error) {
    throw toBrowserStartError(error, path, options.headed === true);
  }
}

/**
 * @throws ParleyError `infra` if no browser is installed, if it does not start, or if another browser uses the profile
 */
export async function launchProfile(
  folder: string,
  options: BrowserOptions,
  contextOptions: BrowserContextOptions,
): Promise<BrowserContext> {
  const { path } = findInstalledBrowser(options.browserPath);
  await registerEngine();
  try {
    return await launchInTemporaryFolder(
      (env) =>
        loadPlaywright().chromium.launchPersistentContext(folder, {
          ...createLaunchOptions(path, options),
          ...contextOptions,
          env,
        }),
      (browserContext, release) => browserContext.once('close', release),
    );
  } catch (error) {
    if (/ProcessSingleton|already in use|existing browser session/i.test(String(error)))
      throw new ParleyError(
        'infra',
        `The profile ${folder} is in use by another browser.`,
        'Close that browser, or give another folder with --profile.',
        { cause: error },
      );
    throw toBrowserStartError(error, path, options.headed === true);
  }
}

/** Creates a context without an egress guard. Sessions use `openBrowser` instead. */
export async function createUnguardedContext(
  browser: Browser,
  options: ContextOptions = {},
): Promise<BrowserContext> {
  return browser.newContext(toPlaywrightOptions(options));
}
