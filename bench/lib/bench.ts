/** Starts the resources that benchmarks share (practice sites, shop pages, a browser, peers) and closes them again. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright';

import {
  createSurface,
  DEFAULT_VIEWPORT,
  findInstalledBrowser,
  launchBrowser,
  newContext,
  type PageSurface,
} from '../../src/page/index.js';
import { startFixtures } from '../../fixtures/server.mjs';
import { serveShops, INERT_BUTTON } from './shop-pages.js';

const PEERS_FOLDER = join(process.cwd(), 'bench/peers');

export interface Stagehand {
  goto(url: string): Promise<unknown>;
  snapshot(): Promise<string>;
  /** @returns the number of characters of the prompt */
  act(): Promise<number>;
  close(): Promise<void>;
}

export interface Bench {
  browser: Browser;
  signal: AbortSignal;
  /** Base URL of the practice sites. */
  site: string;
  /** Base URL of the generated shop pages. */
  shop: string;
  /** Null unless peers are measured. */
  stagehand: Stagehand | null;
  /** A new surface and its page, which other contenders may use too. */
  surface(): Promise<{ surface: PageSurface; page: Page }>;
}

/** Installs the peers in their own folder on first use. @throws if the installation fails */
async function startStagehand(executablePath: string): Promise<Stagehand> {
  if (!existsSync(join(PEERS_FOLDER, 'node_modules'))) {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const installed = spawnSync('npm', args, { cwd: PEERS_FOLDER, stdio: ['ignore', 2, 2] });
    if (installed.status !== 0)
      throw new Error('`npm ci` in bench/peers failed, so Stagehand is not installed.');
  }
  const { startStagehand: start } = (await import(
    pathToFileURL(join(PEERS_FOLDER, 'stagehand.mjs')).href
  )) as {
    startStagehand(options: object): Promise<Stagehand>;
  };
  return start({ executablePath, viewport: DEFAULT_VIEWPORT, target: INERT_BUTTON });
}

export async function withBench<T>(
  options: { peers: boolean },
  body: (bench: Bench) => Promise<T>,
): Promise<T> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const fixtures = await startFixtures();
    closers.push(() => fixtures.close());
    const server: Server = createServer(serveShops);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    const browser = await launchBrowser();
    closers.push(() => browser.close());
    const stagehand = options.peers ? await startStagehand(findInstalledBrowser().path) : null;
    if (stagehand) closers.push(() => stagehand.close());
    return await body({
      browser,
      signal: new AbortController().signal,
      site: fixtures.url,
      shop: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      stagehand,
      surface: async () => {
        const context = await newContext(browser);
        const surface = await createSurface(context);
        return { surface, page: context.pages()[0]! };
      },
    });
  } finally {
    for (const close of closers.reverse()) await close().catch(() => undefined);
  }
}

/** Describes the machine in one line. A high load makes wall times unreliable. */
export function describeConditions(browser: Browser): string {
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(' ');
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${memory} GB, Node ${process.versions.node}, Chromium ${browser.version()} headless, load ${load}`;
}
