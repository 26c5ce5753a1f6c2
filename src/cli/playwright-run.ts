/** Runs Playwright Test as a child process. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** If the process is still running this long after an interrupt, it is killed. */
const KILL_TIMEOUT_MS = 20_000;

/**
 * Finds Playwright's command-line script. Prefers the project's own copy, because two copies of Playwright Test conflict
 * in the same process.
 */
export function findPlaywrightCli(folder: string): string {
  for (const base of [join(folder, 'package.json'), import.meta.url])
    try {
      const cliPath = createRequire(base).resolve('@playwright/test/cli');
      if (existsSync(cliPath)) return cliPath;
    } catch {
      // Try the next location.
    }
  throw new Error('@playwright/test is not installed');
}

/** Returns the version of Playwright Test that `runPlaywright` runs. */
export function readPlaywrightVersion(): string {
  const file = join(dirname(findPlaywrightCli(process.cwd())), 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/**
 * Runs Playwright in its own process group, so that it receives Ctrl-C only from this process. Otherwise the terminal
 * would also send it the signal, and Playwright aborts at the second signal.
 *
 * @returns the exit code; 130 if interrupted
 */
export async function runPlaywright(
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> {
  const hasOwnGroup = process.platform !== 'win32';
  const child = spawn(process.execPath, [findPlaywrightCli(process.cwd()), 'test', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    detached: hasOwnGroup,
  });
  const sendSignal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(hasOwnGroup ? -child.pid : child.pid, name);
    } catch {
      // The process has already exited.
    }
  };
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    sendSignal('SIGINT');
    killTimer = setTimeout(() => sendSignal('SIGKILL'), KILL_TIMEOUT_MS);
  };
  const kill = (): void => sendSignal('SIGKILL');
  process.once('exit', kill);
  signal.addEventListener('abort', stop);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(signal.aborted ? 130 : (code ?? 130)));
    });
  } finally {
    clearTimeout(killTimer);
    process.off('exit', kill);
    signal.removeEventListener('abort', stop);
  }
}
