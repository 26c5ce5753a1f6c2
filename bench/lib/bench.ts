/** Starts the resources that benchmarks share (fixture sites, shop pages, a browser, Stagehand) and cleans them up afterwards. */
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
  createUnguardedContext,
  type PageSurface,
} from '../../src/page/index.js';
import { startFixtures } from '../../fixtures/server.mjs';
import { serveShops, INERT_BUTTON } from './shop-pages.js';

const OTHER_TOOLS_FOLDER = join(process.cwd(), 'bench/peers');

export interface Stagehand {
  goto(url: string): Promise<unknown>;
  snapshot(): Promise<string>;
  /** Runs Stagehand's `act()` once. @returns the prompt's length in characters */
  measureActPrompt(): Promise<number>;
  close(): Promise<void>;
}

export interface BenchmarkResources {
  browser: Browser;
  signal: AbortSignal;
  /** Base URL of the fixture sites. */
  siteUrl: string;
  /** Base URL of the generated shop pages. */
  shopUrl: string;
  /** Null unless other tools are measured. */
  stagehand: Stagehand | null;
  /** Opens a new surface. Its page is exposed so that other tools can be measured on it. */
  openSurface(): Promise<{ surface: PageSurface; page: Page }>;
}

/** Starts Stagehand. On first use, installs it into bench/peers. @throws if the installation fails */
async function startStagehand(executablePath: string): Promise<Stagehand> {
  if (!existsSync(join(OTHER_TOOLS_FOLDER, 'node_modules'))) {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const npmCi = spawnSync('npm', args, { cwd: OTHER_TOOLS_FOLDER, stdio: ['ignore', 2, 2] });
    if (npmCi.status !== 0) throw new Error('`npm ci` in bench/peers failed, so Stagehand is not installed.');
  }
  const { startStagehand: start } = (await import(
    pathToFileURL(join(OTHER_TOOLS_FOLDER, 'stagehand.mjs')).href
  )) as {
    startStagehand(options: object): Promise<Stagehand>;
  };
  return start({ executablePath, viewport: DEFAULT_VIEWPORT, target: INERT_BUTTON });
}

export async function withBenchmarkResources<T>(
  options: { peers: boolean },
  body: (resources: BenchmarkResources) => Promise<T>,
): Promise<T> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const fixtureSites = await startFixtures();
    closers.push(() => fixtureSites.close());
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
      siteUrl: fixtureSites.url,
      shopUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      stagehand,
      openSurface: async () => {
        const context = await createUnguardedContext(browser);
        const surface = await createSurface(context);
        return { surface, page: context.pages()[0]! };
      },
    });
  } finally {
    for (const close of closers.reverse()) await close().catch(() => undefined);
  }
}

/** Describes the machine in one line, with its load, because a high load makes wall times unreliable. */
export function describeMachine(browser: Browser): string {
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(' ');
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${memory} GB, Node ${process.versions.node}, Chromium ${browser.version()} headless, load ${load}`;
}
