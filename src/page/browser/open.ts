/**
 * The one owner of a browser and of what a session uses of it. It closes what was opened here and nothing
 * else: a browser that was launched goes, one that was joined keeps running with its own tabs.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { guardContext, raiseBarrier, type Barrier } from '../egress/guard.js';
import { loadProxy } from '../egress/proxy.js';
import { registerEngine } from '../engine.js';
import { whileItRuns } from './alive.js';
import { connectBrowser, endpointOf, gridUrl, shownEndpoint } from './connect.js';
import { contextOptions } from './context-options.js';
import { findInstalledBrowser, launchBrowser, launchProfile } from './launch.js';
import { closing, type OpenContext } from './open-context.js';
import { prepare } from './prepare.js';
import type { BrowserOptions, ContextOptions } from './options.js';
import { shareContext } from './share.js';
import { playwright } from './playwright.js';

type BrowserKind = 'launched' | 'profile' | 'joined' | 'server' | 'grid' | 'hosted';

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
  const shares = kind === 'joined' && !options.isolated;
  // The proxy listens on this machine's loopback, so a browser elsewhere cannot be put behind it.
  const proxied = kind === 'launched' || (kind !== 'grid' && endpointOf(options.connect!).local && !shares);
  const [browser] = await Promise.all([reach(kind, options), proxied ? loadProxy() : null]);
  return {
    kind,
    name,
    version: browser.version(),
    openContext: (given) => (shares ? shareContext(browser, given) : isolate(browser, given, proxied)),
    // To a browser that was joined this is good-bye, not the end.
    close: () => browser.close().catch(() => undefined),
  };
}

async function reach(kind: BrowserKind, options: BrowserOptions): Promise<Browser> {
  if (kind === 'launched') return launchBrowser(options);
  if (kind !== 'grid') return connectBrowser(endpointOf(options.connect!));
  await registerEngine();
  return playwright()
    .chromium.launch({ headless: !options.headed })
    .catch((error: unknown) => {
      throw new ParleyError(
        'infra',
        `The Selenium Grid gave no browser: ${String(error).split('\n')[0]}`,
        'Check SELENIUM_REMOTE_URL and SELENIUM_REMOTE_CAPABILITIES.',
        { cause: error },
      );
    });
}

/** Behind Parley's own proxy; a browser that is out of its reach goes out through the given one by itself. */
export function behind(barrier: Barrier | null, upstream?: string): Pick<BrowserContextOptions, 'proxy'> {
  // Without this rule Chromium would leave the proxy out for this machine.
  if (barrier?.proxy) return { proxy: { server: barrier.proxy.server, bypass: '<-loopback>' } };
  if (!upstream) return {};
  const { protocol, host, username, password } = new URL(upstream);
  return {
    proxy: {
      server: `${protocol}//${host}`,
      ...(username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : {}),
    },
  };
}

/** The tab to begin in, every tab of the context being guarded. */
export async function firstPage(context: BrowserContext, barrier: Barrier | null): Promise<Page> {
  const watch = barrier ? guardContext(context, barrier) : null;
  if (watch) context.on('page', (page) => void watch(page));
  const [page = await context.newPage()] = context.pages();
  await watch?.(page);
  return page;
}

/** A new context, empty but for the storage state. */
async function isolate(browser: Browser, options: ContextOptions, proxied: boolean): Promise<OpenContext> {
  const described = contextOptions(options);
  const barrier = options.egress ? await raiseBarrier(options.egress, proxied) : null;
  try {
    const { context, page } = await whileItRuns(browser, async () => {
      const made = await browser.newContext({ ...described, ...behind(barrier, options.egress?.upstream) });
      await prepare(made, options);
      return { context: made, page: await firstPage(made, barrier) };
    });
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
      if (open)
        throw new ParleyError('usage', 'A profile serves one page at a time.', 'Leave out --profile.');
      if (given.storageState)
        throw new ParleyError(
          'usage',
          '--storage-state and --profile exclude each other: a profile keeps its own.',
          'Give one of them.',
        );
      const described = contextOptions(given);
      const barrier = given.egress ? await raiseBarrier(given.egress, true) : null;
      try {
        const context = await launchProfile(folder, options, { ...described, ...behind(barrier) });
        version = context.browser()?.version() ?? '';
        const page = await whileItRuns(context.browser(), async () => {
          await prepare(context, given);
          return firstPage(context, barrier);
        });
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
