/** Tries every device on this system, each in a separate process. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { DeviceTrial } from './devices.js';
import { RUNTIME_ENVIRONMENT, chooseThreadCount } from './encoder.js';
import { listDevices, type RankerDevice } from './device-names.js';

/** The compiled program, which is in `dist/` even if this file runs from source (in tests). */
const TRIAL_PROGRAM = fileURLToPath(new URL('../../../dist/rank/dense/trial.js', import.meta.url));

/** A device that needs longer (software Vulkan may take minutes) is too slow to be useful. */
const TRIAL_TIMEOUT_MS = 60_000;

export interface TrialOptions {
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
  signal?: AbortSignal;
}

export function tryDeviceInProcess(
  folder: string,
  device: RankerDevice,
  { env = process.env, timeoutMs = TRIAL_TIMEOUT_MS, signal }: TrialOptions = {},
): Promise<DeviceTrial> {
  const child = spawn(process.execPath, [TRIAL_PROGRAM, folder, device, String(chooseThreadCount(env))], {
    env: { ...env, ...RUNTIME_ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let hasTimedOut = false;
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const timer = setTimeout(() => {
    hasTimedOut = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const killChild = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', killChild, { once: true });
  return new Promise((resolve) => {
    const finish = (code: number | null, reason: string): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', killChild);
      const line = stdout.split('\n').find((text) => text.startsWith('{"device"'));
      // A printed result counts even if the driver crashes afterwards.
      if (line) return resolve(JSON.parse(line) as DeviceTrial);
      const lastError = stderr.trim().split('\n').at(-1)?.slice(0, 200);
      const note = hasTimedOut
        ? `it did not answer within ${timeoutMs / 1000} s`
        : code === null
          ? `its driver crashed (${reason})`
          : `the trial exited with code ${code}${lastError ? ` (${lastError})` : ''}`;
      resolve({ device, correct: null, speed: null, note });
    };
    child.on('error', (error) => finish(1, error.message));
    child.on('close', (code, signalName) => finish(code, signalName ?? 'no signal'));
  });
}

/** Tries the devices one after the other, because parallel trials would distort the timings. */
export async function tryDevices(folder: string, options: TrialOptions = {}): Promise<DeviceTrial[]> {
  const trials: DeviceTrial[] = [];
  for (const device of listDevices(process.platform)) {
    options.signal?.throwIfAborted();
    trials.push(await tryDeviceInProcess(folder, device, options));
  }
  return trials;
}
