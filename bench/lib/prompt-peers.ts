/** What others would send of the same page, where that can be had without a model: their text of the page alone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';

import type { Bench } from './bench.js';
import { type BrowserUse, startBrowserUse } from './browser-use.js';

export interface Peer {
  name: string;
  /** How it marks elements that an answer can name. */
  id: RegExp;
  textOf(url: string, page: Page): Promise<string>;
}

/** Those with a browser of their own do not wait for what a page fetches. */
const REST_MS = 2_000;

function versionOf(path: string): string {
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** @param peers all, or only those that come with Parley */
export async function startPeers(
  { stagehand }: Pick<Bench, 'stagehand'>,
  peers: boolean,
): Promise<{ list: Peer[]; missing: string[]; close(): Promise<void> }> {
  const playwright = versionOf(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const list: Peer[] = [
    {
      name: `Playwright ${playwright} ariaSnapshot({ mode: 'ai' })`,
      id: /\[ref=\w+\]/,
      textOf: (_, page) => page.ariaSnapshot({ mode: 'ai' }),
    },
  ];
  const missing: string[] = [];
  let python: BrowserUse | null = null;
  if (stagehand) {
    const folder = join(process.cwd(), 'bench/peers/node_modules/@browserbasehq/stagehand');
    list.push({
      name: `Stagehand ${versionOf(join(folder, 'package.json'))} page.snapshot()`,
      id: /\[\d+-\d+\]/,
      async textOf(url) {
        await stagehand.goto(url);
        await pause(REST_MS);
        return stagehand.snapshot();
      },
    });
  }
  if (peers)
    try {
      const started = (python = await startBrowserUse());
      list.push({
        name: `browser-use ${started.version}, browser state`,
        id: /\[\d+\]</,
        textOf: (url) => started.textOf(url),
      });
    } catch (error) {
      missing.push(`browser-use was left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  else
    missing.push('Stagehand and browser-use were left out: they are installed and measured with `--peers`.');
  return { list, missing, close: async () => python?.close() };
}
