/**
 * Finds the Chromium to use. Order: an explicit path, Playwright's managed build, installed Chrome, well-known system
 * paths. The set-up script, `parley doctor` and the launch share this function.
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
  /** `--browser-path`. */
  explicitPath?: string | undefined;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** The path of Playwright's managed build; '' if it has none. */
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

/** Next step for a machine without a browser. */
export const INSTALL_BROWSER_HINT =
  'Run `npx playwright install chromium`, or install Chromium or Chrome with your package manager ' +
  '(`apt-get install chromium`), or name one with --browser-path or PARLEY_BROWSER.';

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Looks up a bare program name on PATH; treats anything else as a path. */
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

/** @throws ParleyError `infra` if the named browser, or any browser, cannot be found */
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
      `${requestedBrowser.label} names ${requestedBrowser.name}, which is not an executable program.`,
      'Give the full path of Chromium or Chrome, or remove the option so that Parley searches for one.',
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
