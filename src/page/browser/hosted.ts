/**
 * Runs sessions in a browser or page that a test runner owns. The test runner controls the viewport, traces and
 * closing. Parley adds only what a session needs.
 */
import type { BrowserContext, BrowserContextOptions, LaunchOptions, Page } from 'playwright';

import { createEgressBarrier } from '../egress/guard.js';
import { registerEngine } from '../engine.js';
import { findInstalledBrowser, findManagedBrowserPath } from './launch.js';
import { createProxyOptions, openFirstPage, type OpenBrowser } from './open.js';
import { closeContext } from './open-context.js';
import { prepareContext } from './prepare.js';
import { readStorageState } from './storage-state.js';
import { SWITCHES } from './switches.js';

/** The context options that a session sets. The test runner sets the others. */
export type HostedContextOptions = Pick<
  BrowserContextOptions,
  'proxy' | 'viewport' | 'storageState' | 'locale' | 'timezoneId' | 'serviceWorkers'
>;

/** @param createContext creates a context, which is closed when the session ends */
export async function createHostedBrowser(
  createContext: (options: HostedContextOptions) => Promise<BrowserContext>,
): Promise<OpenBrowser> {
  await registerEngine();
  return {
    ...HOSTED_BROWSER,
    async openContext(options) {
      const { egress, viewport, storageState, locale, timezone, har } = options;
      const barrier = egress ? await createEgressBarrier(egress, true) : null;
      try {
        const context = await createContext({
          ...createProxyOptions(barrier),
          ...(viewport ? { viewport } : {}),
          ...(storageState ? { storageState: readStorageState(storageState) } : {}),
          ...(locale ? { locale } : {}),
          ...(timezone ? { timezoneId: timezone } : {}),
          ...(har ? { serviceWorkers: 'block' as const } : {}),
        });
        await prepareContext(context, options);
        return {
          context,
          page: await openFirstPage(context, barrier),
          ownsTab: () => Promise.resolve(true),
          close: () => closeContext(context, options, barrier, () => context.close()),
        };
      } catch (error) {
        await barrier?.proxy?.close();
        throw error;
      }
    },
  };
}

/** Runs a session on the test runner's page, without an egress guard. The page stays open after the session. */
export async function createHostedPageBrowser(page: Page): Promise<OpenBrowser> {
  await registerEngine();
  const sessionTabs = new Set([page]);
  return {
    ...HOSTED_BROWSER,
    openContext: () =>
      Promise.resolve({
        context: page.context(),
        page,
        async ownsTab(candidate) {
          if (sessionTabs.has(candidate)) return true;
          const opener = await candidate.opener().catch(() => null);
          const isSessionTab = opener !== null && sessionTabs.has(opener);
          if (isSessionTab) sessionTabs.add(candidate);
          return isSessionTab;
        },
        adopt: (openedPage) => {
          sessionTabs.add(openedPage);
          return Promise.resolve();
        },
        keepContextOpen: true,
        close: () => Promise.resolve(),
      }),
  };
}

const HOSTED_BROWSER = {
  kind: 'hosted',
  name: 'the test’s own browser',
  version: '',
  close: () => Promise.resolve(),
} as const;

/** Registers the engine that is injected into pages. It works only in documents that load afterwards. */
export const prepareHost = (): Promise<void> => registerEngine();

/** Creates launch options for a test runner that starts Chromium for sessions. The given options take precedence. */
export function createHostLaunchOptions(options: LaunchOptions): LaunchOptions {
  const isBrowserGiven = Boolean(options.executablePath ?? options.channel);
  // Playwright itself finds only its own build.
  const installedBrowser = isBrowserGiven ? null : findInstalledBrowser();
  const browserPath =
    installedBrowser && installedBrowser.path !== findManagedBrowserPath()
      ? { executablePath: installedBrowser.path }
      : {};
  const { ignoreDefaultArgs = [] } = options;
  return {
    ...browserPath,
    ...options,
    // If a switch is given twice, Chromium uses the last one.
    args: [...SWITCHES, ...(options.args ?? [])],
    ignoreDefaultArgs:
      ignoreDefaultArgs === true ? true : ['--disable-popup-blocking', ...(ignoreDefaultArgs || [])],
  };
}
