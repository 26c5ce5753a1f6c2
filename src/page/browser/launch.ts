/** Starts a Chromium of Parley's own, with a profile that is thrown away or one that is kept. */
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { registerEngine } from '../engine.js';
import { contextOptions } from './context-options.js';
import { findBrowser, type FoundBrowser } from './find-browser.js';
import type { BrowserOptions, ContextOptions } from './options.js';
import { startProblem } from './start-problem.js';
import { SWITCHES } from './switches.js';
import { playwright } from './playwright.js';

/** Playwright's own Chromium, where it has been installed. */
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
    // Playwright switches the pop-up blocker off; then a loop of `window.open` stops its process for minutes.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    // Parley ends its sessions itself, so that the record is complete before the browser goes.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** @throws Problem `infra` when there is no browser or it does not start */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { path } = findInstalledBrowser(options.browserPath);
  await registerEngine();
  try {
    return await playwright().chromium.launch(launchOptions(path, options));
  } catch (error) {
    throw startProblem(error, path, options.headed === true);
  }
}

/** @throws Problem `infra` when there is no browser, it does not start, or another one holds the profile */
export async function launchProfile(
  folder: string,
  options: BrowserOptions,
  context: BrowserContextOptions,
): Promise<BrowserContext> {
  const { path } = findInstalledBrowser(options.browserPath);
  await registerEngine();
  try {
    return await playwright().chromium.launchPersistentContext(folder, {
      ...launchOptions(path, options),
      ...context,
    });
  } catch (error) {
    if (/ProcessSingleton|already in use|existing browser session/i.test(String(error)))
      throw new ParleyError(
        'infra',
        `The profile ${folder} is in use by another browser.`,
        'Close that browser, or name another folder with --profile.',
        { cause: error },
      );
    throw startProblem(error, path, options.headed === true);
  }
}

/** A context of its own, unguarded: `openBrowser` is what sessions use. */
export async function newContext(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext(contextOptions(options));
}
