/** Tries every device of this system, each in a process of its own. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { Trial } from './devices.js';
import { RUNTIME_ENVIRONMENT, threadsFor } from './encoder.js';
import { devicesHere, type RankerDevice } from './names.js';

/** The compiled program lies in `dist/` whether this file runs compiled or from source (tests). */
const PROGRAM = fileURLToPath(new URL('../../../dist/rank/dense/trial.js', import.meta.url));

/** Software Vulkan computes for minutes what a graphics card does in a moment: it is no use anyway. */
const LIMIT = 60_000;

export interface TrialOptions {
  env?: NodeJS.ProcessEnv;
  limit?: number;
  signal?: AbortSignal;
}

export function tryDeviceApart(
  folder: string,
  device: RankerDevice,
  { env = process.env, limit = LIMIT, signal }: TrialOptions = {},
): Promise<Trial> {
  const child = spawn(process.execPath, [PROGRAM, folder, device, String(threadsFor(env))], {
    env: { ...env, ...RUNTIME_ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  let late = false;
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, limit);
  const stop = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  return new Promise((resolve) => {
    const done = (code: number | null, how: string): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      const line = out.split('\n').find((text) => text.startsWith('{"device"'));
      // What was printed holds, also where the driver crashes while it is put away.
      if (line) return resolve(JSON.parse(line) as Trial);
      const last = err.trim().split('\n').at(-1)?.slice(0, 200);
      const note = late
        ? `it gave no answer in ${limit / 1000} s`
        : code === null
          ? `its driver crashed (${how})`
          : `the trial ended with code ${code}${last ? ` (${last})` : ''}`;
      resolve({ device, right: null, speed: null, note });
    };
    child.on('error', (error) => done(1, error.message));
    child.on('close', (code, signalName) => done(code, signalName ?? 'no signal'));
  });
}

/** One after the other: they would take each other's time. */
export async function tryDevices(folder: string, options: TrialOptions = {}): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const device of devicesHere(process.platform)) {
    options.signal?.throwIfAborted();
    trials.push(await tryDeviceApart(folder, device, options));
  }
  return trials;
}
