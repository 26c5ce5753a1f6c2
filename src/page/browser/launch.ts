/** Starts a Chromium of Parley's own, with a profile that is thrown away or one that is kept. */
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright';

import { Problem } from '../../contract/index.js';
import { registerEngine } from '../engine.js';
import { contextOptions } from './context-options.js';
import { findBrowser, INSTALL_A_BROWSER, type FoundBrowser } from './find-browser.js';
import type { BrowserOptions, ContextOptions } from './options.js';
import { SWITCHES } from './switches.js';

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

function launchOptions(
  path: string,
  options: BrowserOptions,
): Parameters<typeof chromium.launch>[0] & object {
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
    return await chromium.launch(launchOptions(path, options));
  } catch (error) {
    throw startProblem(error, path, options);
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
    return await chromium.launchPersistentContext(folder, { ...launchOptions(path, options), ...context });
  } catch (error) {
    if (/ProcessSingleton|already in use|existing browser session/i.test(String(error)))
      throw new Problem(
        'infra',
        `The profile ${folder} is in use by another browser.`,
        'Close that browser, or name another folder with --profile.',
        { cause: error },
      );
    throw startProblem(error, path, options);
  }
}

function startProblem(error: unknown, path: string, options: BrowserOptions): Problem {
  const message = error instanceof Error ? error.message : String(error);
  if (/\b(?:ENOSPC|ENOENT|EACCES|EROFS|EDQUOT)\b.*\bmk(?:dtemp|dir)\b/.test(message))
    return new Problem(
      'infra',
      `The browser finds no room for its temporary files: ${firstUsefulLine(message)}`,
      'Set TMPDIR to a folder on a disk with free space that you may write to.',
      { cause: error },
    );
  const display = options.headed && /DISPLAY|XServer|ozone|headed/i.test(message);
  return new Problem(
    'infra',
    `The browser at ${path} does not start: ${firstUsefulLine(message)}`,
    display ? 'There is no screen to show it on; leave out --headed.' : INSTALL_A_BROWSER,
    { cause: error },
  );
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

/** A context of its own, unguarded: `openBrowser` is what sessions use. */
export async function newContext(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext(contextOptions(options));
}
