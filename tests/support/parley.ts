/** Runs the built program as a user does: another process, its output, its exit code. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { SessionEvent } from '../../src/contract/index.js';

export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What whoever runs the tests may have set for themselves. */
export const NO_MODEL = { PARLEY_MODEL: '', PARLEY_BASE_URL: '' };

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  /** Resolves when standard output holds what is waited for. */
  shown(pattern: RegExp): Promise<void>;
  finished: Promise<Finished>;
}

export function start(
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; stdin?: string } = {},
): Started {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...NO_MODEL, NO_COLOR: '1', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting: { pattern: RegExp; resolve: () => void }[] = [];
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    for (const { pattern, resolve } of waiting) if (pattern.test(stdout)) resolve();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    finished,
    shown: (pattern) =>
      pattern.test(stdout)
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push({ pattern, resolve })),
  };
}

export function parley(args: string[], options: Parameters<typeof start>[1] = {}): Promise<Finished> {
  return start(args, { stdin: '', ...options }).finished;
}

export function events(stdout: string): SessionEvent[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SessionEvent);
}
