/** Reads the page text that other tools put into their prompts. Only tools that need no model for this are included. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';

import type { Bench } from './bench.js';
import { type BrowserUse, startBrowserUse } from './browser-use.js';

export interface Peer {
  name: string;
  /** Matches an element's id in the text of the page; a model's answer names elements by it. */
  elementId: RegExp;
  readText(url: string, page: Page): Promise<string>;
}

/** Wait after opening a page in a peer's own browser, so that the page can fetch its data. */
const FETCH_WAIT_MS = 2_000;

function readVersion(path: string): string {
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** @param withOptionalPeers also starts the peers that are installed separately */
export async function startPeers(
  { stagehand }: Pick<Bench, 'stagehand'>,
  withOptionalPeers: boolean,
): Promise<{ list: Peer[]; missing: string[]; close(): Promise<void> }> {
  const playwright = readVersion(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const list: Peer[] = [
    {
      name: `Playwright ${playwright} ariaSnapshot({ mode: 'ai' })`,
      elementId: /\[ref=\w+\]/,
      readText: (_, page) => page.ariaSnapshot({ mode: 'ai' }),
    },
  ];
  const missing: string[] = [];
  let browserUse: BrowserUse | null = null;
  if (stagehand) {
    const folder = join(process.cwd(), 'bench/peers/node_modules/@browserbasehq/stagehand');
    list.push({
      name: `Stagehand ${readVersion(join(folder, 'package.json'))} page.snapshot()`,
      elementId: /\[\d+-\d+\]/,
      async readText(url) {
        await stagehand.goto(url);
        await pause(FETCH_WAIT_MS);
        return stagehand.snapshot();
      },
    });
  }
  if (withOptionalPeers)
    try {
      const started = (browserUse = await startBrowserUse());
      list.push({
        name: `browser-use ${started.version}, browser state`,
        elementId: /\[\d+\]</,
        readText: (url) => started.readText(url),
      });
    } catch (error) {
      missing.push(`browser-use was not measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  else missing.push('Stagehand and browser-use were not measured. `--peers` installs and measures them.');
  return { list, missing, close: async () => browserUse?.close() };
}
