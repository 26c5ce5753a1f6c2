/**
 * The one owner of a browser and of what a session uses of it. It closes what was opened here and nothing
 * else: a browser that was launched goes, one that was joined keeps running with its own tabs.
 */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';

import { Problem } from '../../contract/index.js';
import { guardContext, raiseBarrier, type Barrier } from '../egress/guard.js';
import { registerEngine } from '../engine.js';
import { connectBrowser, endpointOf, gridUrl, shownEndpoint } from './connect.js';
import { assertFits, contextOptions } from './context-options.js';
import { findInstalledBrowser, launchBrowser, launchProfile } from './launch.js';
import type { BrowserOptions, ContextOptions } from './options.js';
import { saveStorageState } from './storage-state.js';

export type BrowserKind = 'launched' | 'profile' | 'joined' | 'server' | 'grid';

export interface OpenContext {
  context: BrowserContext;
  /** A tab to begin in. */
  page: Page;
  /** The tabs of this session; in a joined browser there are others, which are none of its business. */
  owns(page: Page): Promise<boolean>;
  /** Keeps the storage state if asked to, then closes what was opened. */
  close(): Promise<void>;
}

export interface OpenBrowser {
  kind: BrowserKind;
  /** Program or address, for people. */
  name: string;
  version: string;
  openContext(options: ContextOptions): Promise<OpenContext>;
  close(): Promise<void>;
}

function kindOf({ connect, profile }: BrowserOptions): BrowserKind {
  if (connect !== undefined) return endpointOf(connect).type === 'chrome' ? 'joined' : 'server';
  if (profile !== undefined) return 'profile';
  return gridUrl() ? 'grid' : 'launched';
}

/** Which browser these options mean, without starting it. @throws Problem when there is none */
export function browserName(options: BrowserOptions): string {
  switch (kindOf(options)) {
    case 'joined':
    case 'server':
      return shownEndpoint(options.connect!);
    case 'grid':
      return `Selenium Grid at ${shownEndpoint(gridUrl()!)}`;
    default:
      return findInstalledBrowser(options.browserPath).path;
  }
}

/** @throws Problem `infra` when there is no browser to be had, `usage` when the options contradict each other */
export async function openBrowser(options: BrowserOptions = {}): Promise<OpenBrowser> {
  const kind = kindOf(options);
  const name = browserName(options);
  if (kind === 'profile') return profileBrowser(options.profile!, name, options);
  const browser = await reach(kind, options);
  const shares = kind === 'joined' && !options.isolated;
  // The proxy listens on this machine's loopback, so a browser elsewhere cannot be put behind it.
  const proxied = kind === 'launched' || (kind !== 'grid' && endpointOf(options.connect!).local && !shares);
  return {
    kind,
    name,
    version: browser.version(),
    openContext: (given) => (shares ? share(browser, given) : isolate(browser, given, proxied)),
    // To a browser that was joined this is good-bye, not the end.
    close: () => browser.close().catch(() => undefined),
  };
}

async function reach(kind: BrowserKind, options: BrowserOptions): Promise<Browser> {
  if (kind === 'launched') return launchBrowser(options);
  if (kind !== 'grid') return connectBrowser(endpointOf(options.connect!));
  await registerEngine();
  return chromium.launch({ headless: !options.headed }).catch((error: unknown) => {
    throw new Problem(
      'infra',
      `The Selenium Grid gave no browser: ${String(error).split('\n')[0]}`,
      'Check SELENIUM_REMOTE_URL and SELENIUM_REMOTE_CAPABILITIES.',
      { cause: error },
    );
  });
}

const behind = (barrier: Barrier | null): { proxy?: { server: string; bypass: string } } =>
  // Without this rule Chromium would leave the proxy out for this machine.
  barrier?.proxy ? { proxy: { server: barrier.proxy.server, bypass: '<-loopback>' } } : {};

/** A new context, empty but for the storage state. */
async function isolate(browser: Browser, options: ContextOptions, proxied: boolean): Promise<OpenContext> {
  const described = contextOptions(options);
  const barrier = options.egress ? await raiseBarrier(options.egress, proxied) : null;
  try {
    const context = await browser.newContext({ ...described, ...behind(barrier) });
    const watch = barrier ? guardContext(context, barrier) : null;
    if (watch) context.on('page', (page) => void watch(page));
    const page = await context.newPage();
    await watch?.(page);
    return {
      context,
      page,
      owns: () => Promise.resolve(true),
      close: () => closing(context, options, barrier, () => context.close()),
    };
  } catch (error) {
    await barrier?.proxy?.close();
    throw error;
  }
}

/** A tab in a browser that somebody uses: with his log-ins, among his other tabs. */
async function share(browser: Browser, options: ContextOptions): Promise<OpenContext> {
  assertFits(options);
  const context = browser.contexts()[0];
  if (!context)
    throw new Problem(
      'infra',
      'That browser shows no window that could be used.',
      'Open one, or add --isolated.',
    );
  const barrier = options.egress ? await raiseBarrier(options.egress, false) : null;
  const watch = barrier ? guardContext(context, barrier) : null;
  const own = new Set<Page>();
  const take = async (page: Page): Promise<void> => {
    own.add(page);
    page.once('close', () => own.delete(page));
    await watch?.(page);
  };
  const owns = async (page: Page): Promise<boolean> => {
    if (own.has(page)) return true;
    const opener = await page.opener().catch(() => null);
    return opener !== null && own.has(opener);
  };
  const onPage = (page: Page): void => {
    void owns(page).then((mine) => (mine ? take(page) : undefined));
  };
  const page = await context.newPage();
  await take(page);
  context.on('page', onPage);
  return {
    context,
    page,
    owns,
    close: () =>
      closing(context, options, barrier, async () => {
        context.off('page', onPage);
        await Promise.all([...own].map((tab) => tab.close()));
      }),
  };
}

/** A profile is one context, which lives and ends with its browser; every session in it gets a tab. */
async function profileBrowser(folder: string, name: string, options: BrowserOptions): Promise<OpenBrowser> {
  let open: OpenContext | null = null;
  let version = '';
  return {
    kind: 'profile',
    name,
    get version() {
      return version;
    },
    async openContext(given) {
      if (open) throw new Problem('usage', 'A profile serves one page at a time.', 'Leave out --profile.');
      if (given.storageState)
        throw new Problem(
          'usage',
          '--storage-state and --profile exclude each other: a profile keeps its own.',
          'Give one of them.',
        );
      const described = contextOptions(given);
      const barrier = given.egress ? await raiseBarrier(given.egress, true) : null;
      try {
        const context = await launchProfile(folder, options, { ...described, ...behind(barrier) });
        version = context.browser()?.version() ?? '';
        const watch = barrier ? guardContext(context, barrier) : null;
        if (watch) context.on('page', (page) => void watch(page));
        const [page = await context.newPage()] = context.pages();
        await watch?.(page);
        open = {
          context,
          page,
          owns: () => Promise.resolve(true),
          close: async () => {
            open = null;
            await closing(context, given, barrier, () => context.close());
          },
        };
        return open;
      } catch (error) {
        await barrier?.proxy?.close();
        throw error;
      }
    },
    close: async () => open?.close(),
  };
}

async function closing(
  context: BrowserContext,
  options: ContextOptions,
  barrier: Barrier | null,
  end: () => Promise<void>,
): Promise<void> {
  try {
    if (options.saveStorageState) await saveStorageState(context, options.saveStorageState);
  } finally {
    await end().catch(() => undefined);
    await barrier?.proxy?.close();
  }
}
