/** What the parts of the benchmark share: browsers, pages, peers, and who has to be closed at the end. */
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
import { shops, STILL_BUTTON } from './pages.js';

const peers = join(process.cwd(), 'bench/peers');

export interface Stagehand {
  goto(url: string): Promise<unknown>;
  snapshot(): Promise<string>;
  /** @returns the characters of the prompt */
  act(): Promise<number>;
  close(): Promise<void>;
}

export interface Bench {
  browser: Browser;
  signal: AbortSignal;
  /** Where the practice sites listen, and where the generated shops do. */
  site: string;
  shop: string;
  /** Null where it was not asked for. */
  stagehand: Stagehand | null;
  /** A surface and the page in it, which other contenders may share. */
  surface(): Promise<{ surface: PageSurface; page: Page }>;
}

/** Installs the peers in their own folder, once. @throws when that fails */
async function startStagehand(executablePath: string): Promise<Stagehand> {
  if (!existsSync(join(peers, 'node_modules'))) {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const installed = spawnSync('npm', args, { cwd: peers, stdio: ['ignore', 2, 2] });
    if (installed.status !== 0) throw new Error('The peers could not be installed (npm ci in bench/peers).');
  }
  const { startStagehand: start } = (await import(pathToFileURL(join(peers, 'stagehand.mjs')).href)) as {
    startStagehand(options: object): Promise<Stagehand>;
  };
  return start({ executablePath, viewport: DEFAULT_VIEWPORT, target: STILL_BUTTON });
}

export async function withBench<T>(
  options: { peers: boolean },
  body: (bench: Bench) => Promise<T>,
): Promise<T> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const fixtures = await startFixtures();
    closers.push(() => fixtures.close());
    const server: Server = createServer(shops);
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

/** The load before the benchmark began says how far walls can be trusted. */
export function conditions(browser: Browser): string {
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(' ');
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${memory} GB, Node ${process.versions.node}, Chromium ${browser.version()} headless, load ${load}`;
}
