/** Reads the page text that other tools put into their prompts. Only tools that need no model for this are included. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';

import type { BenchmarkResources } from './bench.js';
import { type BrowserUse, startBrowserUse } from './browser-use.js';

export interface OtherTool {
  name: string;
  /** Matches an element's id in the page text; a model's answer refers to elements by it. */
  elementId: RegExp;
  readText(url: string, page: Page): Promise<string>;
}

/** Wait after opening a page in a tool's own browser, so that the page can fetch its data. */
const FETCH_WAIT_MS = 2_000;

function readVersion(path: string): string {
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** @param withOptionalTools also starts the tools that are installed separately */
export async function startOtherTools(
  { stagehand }: Pick<BenchmarkResources, 'stagehand'>,
  withOptionalTools: boolean,
): Promise<{ tools: OtherTool[]; missingToolNotes: string[]; close(): Promise<void> }> {
  const playwrightVersion = readVersion(
    createRequire(import.meta.url).resolve('playwright-core/package.json'),
  );
  const tools: OtherTool[] = [
    {
      name: `Playwright ${playwrightVersion} ariaSnapshot({ mode: 'ai' })`,
      elementId: /\[ref=\w+\]/,
      readText: (_, page) => page.ariaSnapshot({ mode: 'ai' }),
    },
  ];
  const missingToolNotes: string[] = [];
  let browserUse: BrowserUse | null = null;
  if (stagehand) {
    const folder = join(process.cwd(), 'bench/peers/node_modules/@browserbasehq/stagehand');
    tools.push({
      name: `Stagehand ${readVersion(join(folder, 'package.json'))} page.snapshot()`,
      elementId: /\[\d+-\d+\]/,
      async readText(url) {
        await stagehand.goto(url);
        await pause(FETCH_WAIT_MS);
        return stagehand.snapshot();
      },
    });
  }
  if (withOptionalTools)
    try {
      const startedBrowserUse = (browserUse = await startBrowserUse());
      tools.push({
        name: `browser-use ${startedBrowserUse.version}, browser state`,
        elementId: /\[\d+\]</,
        readText: (url) => startedBrowserUse.readText(url),
      });
    } catch (error) {
      missingToolNotes.push(
        `browser-use was not measured: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  else
    missingToolNotes.push(
      'Stagehand and browser-use were not measured. `--peers` installs and measures them.',
    );
  return { tools, missingToolNotes, close: async () => browserUse?.close() };
}
