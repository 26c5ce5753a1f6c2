/**
 * Finds the Chromium to use. Looks, in this order, at the path given by the user, Playwright's managed build, installed
 * Chrome, and well-known system paths. Used by the set-up script, by `parley doctor` and to launch the browser.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { ParleyError } from '../../contract/index.js';

export type BrowserSource = 'option' | 'environment' | 'playwright' | 'chrome' | 'system';

export interface FoundBrowser {
  path: string;
  source: BrowserSource;
}

export interface FindBrowserOptions {
  /** The value of `--browser-path`. */
  explicitPath?: string | undefined;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** The path of Playwright's managed build; '' if it is not installed. */
  managedPath?: string;
  isExecutable?: (path: string) => boolean;
}

const CHROME_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/opt/google/chrome/chrome', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

const SYSTEM_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
    '/usr/lib/chromium/chromium',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
};

/** The hint for users whose machine has no browser. */
export const INSTALL_BROWSER_HINT =
  'Run `npx playwright install chromium`, or install Chromium or Chrome with your package manager ' +
  '(`apt-get install chromium`), or give its path with --browser-path or PARLEY_BROWSER.';

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Looks up a program name in the folders of PATH. A name with a slash or backslash is used as a path instead. */
function resolveProgram(
  name: string,
  env: NodeJS.ProcessEnv,
  isExecutable: (path: string) => boolean,
): string | null {
  if (/[\\/]/.test(name)) return isExecutable(name) ? name : null;
  const executablePath = (env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
  return executablePath ?? null;
}

/** @throws ParleyError `infra` if there is no browser at the path given by the user, or no browser at all */
export function findBrowser(options: FindBrowserOptions = {}): FoundBrowser {
  const { explicitPath, env = process.env, platform = process.platform, managedPath = '' } = options;
  const isExecutable = options.isExecutable ?? isExecutableFile;
  const requestedBrowser = explicitPath
    ? ({ name: explicitPath, source: 'option', label: '--browser-path' } as const)
    : env.PARLEY_BROWSER
      ? ({ name: env.PARLEY_BROWSER, source: 'environment', label: 'PARLEY_BROWSER' } as const)
      : null;
  if (requestedBrowser) {
    const path = resolveProgram(requestedBrowser.name, env, isExecutable);
    if (path) return { path, source: requestedBrowser.source };
    throw new ParleyError(
      'infra',
      `${requestedBrowser.label} is set to ${requestedBrowser.name}, which is not an executable program.`,
      `Use the full path of Chromium or Chrome. Without ${requestedBrowser.label}, Parley searches for a browser.`,
      requestedBrowser.source === 'option' ? { option: 'browser-path' } : undefined,
    );
  }
  if (managedPath && isExecutable(managedPath)) return { path: managedPath, source: 'playwright' };
  for (const path of CHROME_PATHS[platform] ?? []) if (isExecutable(path)) return { path, source: 'chrome' };
  for (const path of SYSTEM_PATHS[platform] ?? []) if (isExecutable(path)) return { path, source: 'system' };
  throw new ParleyError(
    'infra',
    'Parley cannot find Chromium or Chrome on this machine.',
    INSTALL_BROWSER_HINT,
  );
}
