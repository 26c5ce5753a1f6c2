/**
 * Opens a session's browser, and closes what the session opened. A browser that was launched for the session closes when
 * the session ends. A browser that Parley connected to keeps running with the user's tabs.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { guardContext, createEgressBarrier, type EgressBarrier } from '../egress/guard.js';
import { loadProxy } from '../egress/proxy.js';
import { registerEngine } from '../engine.js';
import { rejectIfBrowserEnds } from './while-browser-runs.js';
import { connectBrowser, parseEndpoint, readGridUrl, formatEndpoint } from './connect.js';
import { toPlaywrightOptions } from './context-options.js';
import { findInstalledBrowser, launchBrowser, launchProfile } from './launch.js';
import { closeContext, type OpenContext } from './open-context.js';
import { prepareContext } from './prepare.js';
import type { BrowserOptions, ContextOptions } from './options.js';
import { shareContext } from './shared-context.js';
import { loadPlaywright } from './playwright.js';

/**
 * `joined`: a running Chrome that Parley connected to; `server`: a Playwright server; `grid`: a Selenium Grid; `hosted`: a
 * test runner's browser.
 */
type BrowserKind = 'launched' | 'profile' | 'joined' | 'server' | 'grid' | 'hosted';

export interface OpenBrowser {
  kind: BrowserKind;
  /** Path or URL, for messages. */
  name: string;
  version: string;
  openContext(options: ContextOptions): Promise<OpenContext>;
  close(): Promise<void>;
}

function getBrowserKind({ connect, profile }: BrowserOptions): BrowserKind {
  if (connect !== undefined) return parseEndpoint(connect).type === 'chrome' ? 'joined' : 'server';
  if (profile !== undefined) return 'profile';
  return readGridUrl() ? 'grid' : 'launched';
}

/** Returns the browser's path or URL, without starting the browser. @throws ParleyError if no browser is found */
export function describeBrowser(options: BrowserOptions): string {
  switch (getBrowserKind(options)) {
    case 'joined':
    case 'server':
      return formatEndpoint(options.connect!);
    case 'grid':
      return `Selenium Grid at ${formatEndpoint(readGridUrl()!)}`;
    default:
      return findInstalledBrowser(options.browserPath).path;
  }
}

/** @throws ParleyError `infra` if no browser is available, `usage` if options contradict each other */
export async function openBrowser(options: BrowserOptions = {}): Promise<OpenBrowser> {
  const kind = getBrowserKind(options);
  const name = describeBrowser(options);
  if (kind === 'profile') return createProfileBrowser(options.profile!, name, options);
  const sharesContext = kind === 'joined' && !options.isolated;
  // The proxy listens on this machine's loopback interface, which a remote browser cannot reach.
  const usesProxy =
    kind === 'launched' || (kind !== 'grid' && parseEndpoint(options.connect!).isLocal && !sharesContext);
  const [browser] = await Promise.all([connectOrLaunch(kind, options), usesProxy ? loadProxy() : null]);
  return {
    kind,
    name,
    version: browser.version(),
    openContext: (contextOptions) =>
      sharesContext
        ? shareContext(browser, contextOptions)
        : openIsolatedContext(browser, contextOptions, usesProxy),
    // For a browser that Parley connected to, this only disconnects.
    close: () => browser.close().catch(() => undefined),
  };
}

async function connectOrLaunch(kind: BrowserKind, options: BrowserOptions): Promise<Browser> {
  if (kind === 'launched') return launchBrowser(options);
  if (kind !== 'grid') return connectBrowser(parseEndpoint(options.connect!));
  await registerEngine();
  return loadPlaywright()
    .chromium.launch({ headless: !options.headed })
    .catch((error: unknown) => {
      throw new ParleyError(
        'infra',
        `The Selenium Grid did not start a browser: ${String(error).split('\n')[0]}`,
        'Check SELENIUM_REMOTE_URL and SELENIUM_REMOTE_CAPABILITIES.',
        { cause: error },
      );
    });
}

/**
 * Creates the `proxy` context option: Parley's own proxy, or the upstream proxy if the browser cannot reach Parley's.
 */
export function createProxyOptions(
  barrier: EgressBarrier | null,
  upstream?: string,
): Pick<BrowserContextOptions, 'proxy'> {
  // Without this rule, Chromium connects to loopback addresses directly.
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

/** Returns the context's first tab, and opens one if there is none. Guards all tabs of the context. */
export async function openFirstPage(context: BrowserContext, barrier: EgressBarrier | null): Promise<Page> {
  const guardPage = barrier ? guardContext(context, barrier) : null;
  if (guardPage) context.on('page', (page) => void guardPage(page));
  const [page = await context.newPage()] = context.pages();
  await guardPage?.(page);
  return page;
}

/** Opens a new context, which is empty except for the storage state. */
async function openIsolatedContext(
  browser: Browser,
  options: ContextOptions,
  usesProxy: boolean,
): Promise<OpenContext> {
  const playwrightOptions = toPlaywrightOptions(options);
  const barrier = options.egress ? await createEgressBarrier(options.egress, usesProxy) : null;
  try {
    const { context, page } = await rejectIfBrowserEnds(browser, async () => {
      const newContext = await browser.newContext({
        ...playwrightOptions,
        ...createProxyOptions(barrier, options.egress?.upstream),
      });
      await prepareContext(newContext, options);
      return { context: newContext, page: await openFirstPage(newContext, barrier) };
    });
    return {
      context,
      page,
      ownsTab: () => Promise.resolve(true),
      close: () => closeContext(context, options, barrier, () => context.close()),
    };
  } catch (error) {
    await barrier?.proxy?.close();
    throw error;
  }
}

/** Creates a browser with a given profile. The browser has only one context, and both end together. */
async function createProfileBrowser(
  folder: string,
  name: string,
  options: BrowserOptions,
): Promise<OpenBrowser> {
  let openedContext: OpenContext | null = null;
  let version = '';
  return {
    kind: 'profile',
    name,
    get version() {
      return version;
    },
    async openContext(contextOptions) {
      if (openedContext)
        throw new ParleyError('usage', 'Only one session at a time can use a profile.', 'Remove --profile.');
      if (contextOptions.storageState)
        throw new ParleyError(
          'usage',
          '--storage-state and --profile cannot be combined, because a profile has its own storage.',
          'Use one of them.',
        );
      const playwrightOptions = toPlaywrightOptions(contextOptions);
      const barrier = contextOptions.egress ? await createEgressBarrier(contextOptions.egress, true) : null;
      try {
        const context = await launchProfile(folder, options, {
          ...playwrightOptions,
          ...createProxyOptions(barrier),
        });
        version = context.browser()?.version() ?? '';
        const page = await rejectIfBrowserEnds(context.browser(), async () => {
          await prepareContext(context, contextOptions);
          return openFirstPage(context, barrier);
        });
        openedContext = {
          context,
          page,
          ownsTab: () => Promise.resolve(true),
          close: async () => {
            openedContext = null;
            await closeContext(context, contextOptions, barrier, () => context.close());
          },
        };
        return openedContext;
      } catch (error) {
        await barrier?.proxy?.close();
        throw error;
      }
    },
    close: async () => openedContext?.close(),
  };
}
