/** Runs playwright-core's Playwright MCP in this process, without transport or client. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';

interface McpTab {
  waitForCompletion(action: () => Promise<void>): Promise<void>;
}

interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
}

interface Backend {
  initialize(client: { cwd: string }): Promise<void>;
  callTool(name: string, args: object): Promise<ToolResult>;
  dispose(): Promise<void>;
  _context: { currentTabOrDie(): McpTab };
}

interface McpTools {
  BrowserBackend: new (config: object, context: BrowserContext, tools: object[]) => Backend;
  filteredTools(config: object): object[];
}

/** Playwright MCP's defaults. */
const CONFIG = {
  browser: { launchOptions: {}, contextOptions: {} },
  capabilities: ['core'],
  timeouts: { action: 5_000, navigation: 60_000, expect: 5_000, settle: 500 },
  snapshot: { mode: 'full' },
};

export interface Mcp {
  page: Page;
  callTool(tool: string, args?: object): Promise<string>;
  /** Performs an action and waits as Playwright MCP does after each action. */
  waitForCompletion(action: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function startMcp(context: BrowserContext): Promise<Mcp> {
  const { tools } = createRequire(import.meta.url)('playwright-core/lib/coreBundle') as { tools: McpTools };
  // Playwright MCP takes a snapshot after each action and writes it to a file.
  const outputDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const config = { ...CONFIG, outputDir };
  const backend = new tools.BrowserBackend(config, context, tools.filteredTools(config));
  await backend.initialize({ cwd: outputDir });
  const callTool = async (tool: string, args: object = {}): Promise<string> => {
    const { isError, content } = await backend.callTool(tool, args);
    const text = content.map((part) => part.text).join('\n');
    if (isError) throw new Error(text);
    return text;
  };
  await callTool('browser_navigate', { url: 'about:blank' });
  return {
    page: context.pages()[0]!,
    callTool,
    waitForCompletion: (action) => backend._context.currentTabOrDie().waitForCompletion(action),
    close: async () => {
      await backend.dispose();
      await context.close();
      rmSync(outputDir, { recursive: true, force: true });
    },
  };
}
