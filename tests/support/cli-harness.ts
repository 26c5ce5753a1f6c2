/**
 * CLI harness: runs command lines of the built program in one process per worker, because starting the program takes
 * longer than most commands. Use it to test output and exit codes, including chats whose lines are known in advance.
 * Tests of signals, streams and process exit use `runParley()`. Pages get short time limits.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { FAST_LIMITS } from './browser.js';
import { NO_MODEL, type ProcessResult } from './parley.js';

const HARNESS_PROCESS_FILE = fileURLToPath(new URL('./cli-harness-process.mjs', import.meta.url));

let processStart: Promise<ChildProcess> | null = null;
let previousCommand: Promise<unknown> = Promise.resolve();

async function startProcess(): Promise<ChildProcess> {
  const child = fork(HARNESS_PROCESS_FILE, {
    env: {
      ...process.env,
      ...NO_MODEL,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      PARLEY_TEST_LIMITS: JSON.stringify(FAST_LIMITS),
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  // The child ends with this process but does not keep it alive.
  child.unref();
  child.channel?.unref();
  return child;
}

async function sendCommand(
  args: string[],
  { env = {}, ownBrowser = false, cwd = process.cwd(), stdin = '' }: CommandOptions,
): Promise<ProcessResult> {
  const child = await (processStart ??= startProcess());
  child.channel?.ref();
  const resultMessage = once(child, 'message');
  child.send({ args, env, ownBrowser, cwd, stdin });
  const [result] = (await resultMessage) as [ProcessResult];
  child.channel?.unref();
  return result;
}

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Whether the command launches its own browser instead of connecting to the harness's. */
  ownBrowser?: boolean;
  /** Standard input, which ends after this text. */
  stdin?: string;
}

/** Runs command lines one at a time, in call order. */
export function runCommand(args: string[], options: CommandOptions = {}): Promise<ProcessResult> {
  const command = previousCommand.then(() => sendCommand(args, options));
  previousCommand = command.catch(() => undefined);
  return command;
}
