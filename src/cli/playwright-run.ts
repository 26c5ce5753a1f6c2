/** Playwright Test as a process of its own, from its start to its end. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** After the second Ctrl-C, or when it does not end by itself. */
const PATIENCE_MS = 20_000;

/** The project's own copy where it has one: two of them in one process do not get along. */
export function playwrightCli(folder: string): string {
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
 * It and its workers are told of Ctrl-C by this process alone: a terminal would tell them as well, and of two they take
 * the second for an order to drop everything.
 *
 * @returns its exit code; 130 where it was interrupted
 */
export async function runPlaywright(
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> {
  const own = process.platform !== 'win32';
  const child = spawn(process.execPath, [playwrightCli(process.cwd()), 'test', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    detached: own,
  });
  const tell = (name: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(own ? -child.pid : child.pid, name);
    } catch {
      // It has gone already.
    }
  };
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    tell('SIGINT');
    late = setTimeout(() => tell('SIGKILL'), PATIENCE_MS);
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
