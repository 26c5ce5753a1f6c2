/** Runs the built program in its own process and collects its output and exit code. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { SessionEvent } from '../../src/contract/index.js';

export const MAIN_FILE = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Environment variables that unset the model, in case the environment configures one. */
export const NO_MODEL = { PARLEY_MODEL: '', PARLEY_BASE_URL: '' };

export interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface StartedProcess {
  child: ChildProcess;
  /** Resolves when standard output matches the pattern. */
  waitForOutput(pattern: RegExp): Promise<void>;
  resultPromise: Promise<ProcessResult>;
}

export function startParley(
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; stdin?: string } = {},
): StartedProcess {
  const child = spawn(process.execPath, [MAIN_FILE, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...NO_MODEL, NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiters: { pattern: RegExp; resolve: () => void }[] = [];
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    for (const { pattern, resolve } of waiters) if (pattern.test(stdout)) resolve();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  const resultPromise = new Promise<ProcessResult>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    resultPromise,
    waitForOutput: (pattern) =>
      pattern.test(stdout)
        ? Promise.resolve()
        : new Promise((resolve) => void waiters.push({ pattern, resolve })),
  };
}

export function runParley(
  args: string[],
  options: Parameters<typeof startParley>[1] = {},
): Promise<ProcessResult> {
  return startParley(args, { stdin: '', ...options }).resultPromise;
}

export function parseEvents(stdout: string): SessionEvent[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SessionEvent);
}
