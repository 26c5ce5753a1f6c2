/**
 * Command lines for the built program without a process each: most of what one costs is reading the program. For what
 * a command says and its exit code; what a process does (signals, streams, its end) is tested with `parley()`.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { NO_MODEL, type Finished } from './parley.js';

const DESK = fileURLToPath(new URL('./desk.mjs', import.meta.url));

let running: Promise<ChildProcess> | null = null;
let last: Promise<unknown> = Promise.resolve();

async function started(): Promise<ChildProcess> {
  const child = fork(DESK, {
    env: { ...process.env, ...NO_MODEL, NO_COLOR: '1' },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  // It ends with this process, and does not keep it from ending.
  child.unref();
  child.channel?.unref();
  return child;
}

async function told(args: string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  const child = await (running ??= started());
  child.channel?.ref();
  const answer = once(child, 'message');
  child.send({ args, env, cwd: process.cwd() });
  const [finished] = (await answer) as [Finished];
  child.channel?.unref();
  return finished;
}

/** One command line after another, in the order in which they were given. */
export function atDesk(args: string[], { env = {} }: { env?: NodeJS.ProcessEnv } = {}): Promise<Finished> {
  const next = last.then(() => told(args, env));
  last = next.catch(() => undefined);
  return next;
}
