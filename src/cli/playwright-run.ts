/** Runs Playwright Test as a child process. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The process is killed if it has not ended this long after an interrupt. */
const KILL_TIMEOUT_MS = 20_000;

/** Finds the project's own copy first, because two copies of Playwright Test in one process conflict. */
export function findPlaywrightCli(folder: string): string {
  for (const from of [join(folder, 'package.json'), import.meta.url])
    try {
      const found = createRequire(from).resolve('@playwright/test/cli');
      if (existsSync(found)) return found;
    } catch {
      // the next one
    }
  throw new Error('@playwright/test is not installed');
}

/**
 * Runs in its own process group, so that only this process forwards Ctrl-C. The terminal would signal it too, and
 * Playwright treats a second signal as an order to abort.
 *
 * @returns the exit code; 130 if interrupted
 */
export async function runPlaywright(
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> {
  const own = process.platform !== 'win32';
  const child = spawn(process.execPath, [findPlaywrightCli(process.cwd()), 'test', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    detached: own,
  });
  const tell = (name: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(own ? -child.pid : child.pid, name);
    } catch {
      // It has already exited.
    }
  };
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    tell('SIGINT');
    late = setTimeout(() => tell('SIGKILL'), KILL_TIMEOUT_MS);
  };
  const drop = (): void => tell('SIGKILL');
  process.once('exit', drop);
  signal.addEventListener('abort', stop);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(signal.aborted ? 130 : (code ?? 130)));
    });
  } finally {
    clearTimeout(late);
    process.off('exit', drop);
    signal.removeEventListener('abort', stop);
  }
}
