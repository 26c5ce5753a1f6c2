/** Runs browser-use in its own browser and Python environment, without a model, to read the page text of its prompts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { DEFAULT_VIEWPORT, findInstalledBrowser } from '../../src/page/index.js';
import { installPythonPackages } from './python-packages.js';

const OTHER_TOOLS_FOLDER = join(process.cwd(), 'bench/peers');

export interface BrowserUse {
  version: string;
  /** Reads the text of a page for a prompt. @throws if browser-use cannot open or read the page */
  readText(url: string): Promise<string>;
  close(): Promise<void>;
}

export async function startBrowserUse(): Promise<BrowserUse> {
  const venv = installPythonPackages({
    venv: '.venv',
    requirements: 'requirements.txt',
    failureMessage:
      'Installing browser-use failed. It needs Python 3.11 or later and pip (bench/peers/requirements.txt).',
  });
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const { width, height } = DEFAULT_VIEWPORT;
  const args = [findInstalledBrowser().path, String(width), String(height), folder];
  const child = spawn(join(venv, 'bin/python'), [join(OTHER_TOOLS_FOLDER, 'browser_use_text.py'), ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, BROWSER_USE_CONFIG_DIR: folder },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readMessage = async (): Promise<Record<string, string>> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('browser-use exited unexpectedly.');
    return JSON.parse(value) as Record<string, string>;
  };
  const close = async (): Promise<void> => {
    await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { version = '' } = await readMessage();
    return {
      version,
      close,
      async readText(url) {
        child.stdin.write(`${JSON.stringify({ url })}\n`);
        const { text, error } = await readMessage();
        if (text === undefined) throw new Error(error ?? 'browser-use returned no text.');
        return text;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const EXIT_TIMEOUT_MS = 15_000;

/** Closes stdin, which makes the process close its browser and exit. Kills the process if it does not exit in time. */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const killTimer = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
  child.stdin?.end();
  await exit;
  clearTimeout(killTimer);
}
