/** browser-use in its own browser and its own Python: the text that its agent would send of a page. No model is asked. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { DEFAULT_VIEWPORT, findInstalledBrowser } from '../../src/page/index.js';
import { pythonPackages } from './python-packages.js';

const peers = join(process.cwd(), 'bench/peers');

export interface BrowserUse {
  version: string;
  /** @throws where it cannot look at the page */
  textOf(url: string): Promise<string>;
  close(): Promise<void>;
}

export async function startBrowserUse(): Promise<BrowserUse> {
  const venv = pythonPackages({
    venv: '.venv',
    requirements: 'requirements.txt',
    trouble: 'browser-use could not be installed (Python 3.11 or later, pip, bench/peers/requirements.txt).',
  });
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const { width, height } = DEFAULT_VIEWPORT;
  const args = [findInstalledBrowser().path, String(width), String(height), folder];
  const child = spawn(join(venv, 'bin/python'), [join(peers, 'browser_use_text.py'), ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, BROWSER_USE_CONFIG_DIR: folder },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Record<string, string>> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('browser-use ended.');
    return JSON.parse(value) as Record<string, string>;
  };
  const close = async (): Promise<void> => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { version = '' } = await next();
    return {
      version,
      close,
      async textOf(url) {
        child.stdin.write(`${JSON.stringify({ url })}\n`);
        const { text, error } = await next();
        if (text === undefined) throw new Error(error ?? 'browser-use gave no text.');
        return text;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** It closes its browser when there is nothing more to read; if it does not, it is stopped. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const patience = setTimeout(() => child.kill('SIGKILL'), 15_000);
  child.stdin?.end();
  await gone;
  clearTimeout(patience);
}
