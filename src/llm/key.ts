/** The key of a model server: from an environment variable, or from a command that prints it. */
import { exec } from 'node:child_process';

import { ParleyError } from '../contract/index.js';
import { DEFAULT_MODEL_LIMITS, type ModelLimits } from './settings.js';

export interface KeyFlags {
  /** Name of the environment variable. */
  env?: string | undefined;
  command?: string | undefined;
}

export interface Key {
  value: string | null;
  /** For messages: the variable or flag that holds, or should hold, the key. */
  source: string;
}

/**
 * @param defaultNames environment variables to try if no flag gives a source
 * @param env usually `process.env`
 * @throws ParleyError `usage` if the source that a flag gives has no key
 */
export async function readApiKey(
  defaultNames: readonly string[],
  flags: KeyFlags,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  { keyCommandMs }: Pick<ModelLimits, 'keyCommandMs'> = DEFAULT_MODEL_LIMITS,
): Promise<Key> {
  if (flags.command !== undefined) {
    const flag = '--api-key-command';
    return { value: await runKeyCommand(flags.command, signal, keyCommandMs), source: flag };
  }
  if (flags.env !== undefined) {
    const value = env[flags.env]?.trim();
    if (!value)
      throw new ParleyError(
        'usage',
        `The variable ${flags.env} contains no key.`,
        'Set it, or choose another one with --api-key-env.',
        { option: 'api-key-env' },
      );
    return { value, source: flags.env };
  }
  const name = defaultNames.find((name) => env[name]?.trim());
  return { value: name ? env[name]!.trim() : null, source: name ?? defaultNames[0] ?? '--api-key-env' };
}

function runKeyCommand(command: string, signal: AbortSignal, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    exec(command, { signal, timeout: timeoutMs, maxBuffer: 65_536 }, (error, stdout) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const key = stdout.trim();
      if (!error && key !== '' && !/\s/.test(key)) return resolve(key);
      // The message omits the command's output, which may contain part of the key.
      const reason = error
        ? error.killed
          ? `did not end within ${timeoutMs / 1000} seconds`
          : `failed with exit code ${error.code ?? 'unknown'}`
        : key === ''
          ? 'printed nothing'
          : 'printed more than one word';
      reject(
        new ParleyError(
          'usage',
          `The command given with --api-key-command ${reason}.`,
          'Run the command in a terminal; it must print the key and nothing else.',
        ),
      );
    });
  });
}
