/** Starts Chromium with a temporary profile or a given one. */
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { registerEngine } from '../engine.js';
import { contextOptions } from './context-options.js';
import { findBrowser, type FoundBrowser } from './find-browser.js';
import type { BrowserOptions, ContextOptions } from './options.js';
import { browserStartError } from './start-error.js';
import { SWITCHES } from './switches.js';
import { playwright } from './playwright.js';
import { useTemporaryFolder } from './temporary-folder.js';

/** The path of Playwright's own Chromium; '' if it is not installed. */
export function managedBrowserPath(): string {
  try {
    return playwright().chromium.executablePath();
  } catch {
    return '';
  }
}

export function findInstalledBrowser(explicit?: string): FoundBrowser {
  return findBrowser({ explicit, managedPath: managedBrowserPath() });
}

function launchOptions(path: string, options: BrowserOptions): LaunchOptions {
  return {
    executablePath: path,
    headless: !options.headed,
    args: [...SWITCHES],
    // Re-enables the pop-up blocker. Without it, a `window.open` loop blocks the page for minutes.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    // Parley ends its sessions itself, so that the recording is complete before the browser closes.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** @param onEnd calls `release` when the browser ends */
async function inTemporaryFolder<T>(
  launch: (env: NodeJS.ProcessEnv) => Promise<T>,
  onEnd: (launched: T, release: () => void) => void,
): Promise<T> {
  const temporary = await useTemporaryFolder();
  try {
    const launched = await launch(temporary.env);
    onEnd(launched, () => temporary.release());
    return launched;
  } catch (error) {
    temporary.release();
    throw error;
  } finally {
    temporary.launched();
  }
}

/** @throws ParleyError `infra` if no browser is installed or it does not start */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { path } = findInstalledBrowser(options.browserPath);
  await registerEngine();
  try {
    return await inTemporaryFolder(
      (env) => playwright().chromium.launch({ ...launchOptions(path, options), env }),
      (browser, release) => browser.once('disconnected', release),
    );
  } catch (error) {
    throw browserStartError(error, path, options.headed === true);
  }
}

/** @throws ParleyError `infra` if no browser is installed, it does not start, or another browser uses the profile */
export async function launchProfile(
  folder: string,
  options: BrowserOptions,
  context: BrowserContextOptions,
): Promise<BrowserContext> {
  const { path } = findInstalledBrowser(options.browserPath);
  await registerEngine();
  try {
    return await inTemporaryFolder(
      (env) =>
        playwright().chromium.launchPersistentContext(folder, {
          ...launchOptions(path, options),
          ...context,
          env,
        }),
      (opened, release) => opened.once('close', release),
    );
  } catch (error) {
    if (/ProcessSingleton|already in use|existing browser session/i.test(String(error)))
      throw new ParleyError(
        'infra',
        `The profile ${folder} is in use by another browser.`,
        'Close that browser, or name another folder with --profile.',
        { cause: error },
      );
    throw browserStartError(error, path, options.headed === true);
  }
}

/** A new context without an egress guard. Sessions use `openBrowser`. */
export async function newContext(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext(contextOptions(options));
}
