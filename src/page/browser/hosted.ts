/**
 * Browsers and pages that somebody else owns, a test runner for one: he sees to their size, their traces and their
 * end. Here they are given what a session needs of them, and left as they were.
 */
import type { BrowserContext, BrowserContextOptions, LaunchOptions, Page } from 'playwright';

import { raiseBarrier } from '../egress/guard.js';
import { registerEngine } from '../engine.js';
import { findInstalledBrowser, managedBrowserPath } from './launch.js';
import { behind, firstPage, type OpenBrowser } from './open.js';
import { closing } from './open-context.js';
import { prepare } from './prepare.js';
import { readStorageState } from './storage-state.js';
import { SWITCHES } from './switches.js';

/** What a session asks of a context that its owner makes; the rest is as the owner has it. */
export type HostedContextOptions = Pick<
  BrowserContextOptions,
  'proxy' | 'viewport' | 'storageState' | 'locale' | 'timezoneId' | 'serviceWorkers'
>;

/** @param make makes a context that ends with the session, if not before */
export async function hostedBrowser(
  make: (options: HostedContextOptions) => Promise<BrowserContext>,
): Promise<OpenBrowser> {
  await registerEngine();
  return {
    ...OWNER,
    async openContext(options) {
      const { egress, viewport, storageState, locale, timezone, har } = options;
      const barrier = egress ? await raiseBarrier(egress, true) : null;
      try {
        const context = await make({
          ...behind(barrier),
          ...(viewport ? { viewport } : {}),
          ...(storageState ? { storageState: readStorageState(storageState) } : {}),
          ...(locale ? { locale } : {}),
          ...(timezone ? { timezoneId: timezone } : {}),
          ...(har ? { serviceWorkers: 'block' as const } : {}),
        });
        await prepare(context, options);
        return {
          context,
          page: await firstPage(context, barrier),
          owns: () => Promise.resolve(true),
          close: () => closing(context, options, barrier, () => context.close()),
        };
      } catch (error) {
        await barrier?.proxy?.close();
        throw error;
      }
    },
  };
}

/** One page of somebody's: what it may reach is his business, and it stays open, with all that he listens to. */
export async function hostedPage(page: Page): Promise<OpenBrowser> {
  await registerEngine();
  const own = new Set([page]);
  return {
    ...OWNER,
    openContext: () =>
      Promise.resolve({
        context: page.context(),
        page,
        async owns(other) {
          if (own.has(other)) return true;
          const opener = await other.opener().catch(() => null);
          const mine = opener !== null && own.has(opener);
          if (mine) own.add(other);
          return mine;
        },
        adopt: (other) => {
          own.add(other);
          return Promise.resolve();
        },
        staysOpen: true,
        close: () => Promise.resolve(),
      }),
  };
}

const OWNER = {
  kind: 'hosted',
  name: 'the test’s own browser',
  version: '',
  close: () => Promise.resolve(),
} as const;

/** What looks at pages has to be known before the first document is, or it is never known there. */
export const prepareHost = (): Promise<void> => registerEngine();

/** How a test runner has to start Chromium so that sessions can be held in it; what was given there wins. */
export function hostLaunchOptions(given: LaunchOptions): LaunchOptions {
  const named = Boolean(given.executablePath ?? given.channel);
  // Playwright looks nowhere but where it has installed its own.
  const found = named ? null : findInstalledBrowser();
  const path = found && found.path !== managedBrowserPath() ? { executablePath: found.path } : {};
  const { ignoreDefaultArgs = [] } = given;
  return {
    ...path,
    ...given,
    // Of several switches of one name Chromium takes the last.
    args: [...SWITCHES, ...(given.args ?? [])],
    ignoreDefaultArgs:
      ignoreDefaultArgs === true ? true : ['--disable-popup-blocking', ...(ignoreDefaultArgs || [])],
  };
}
