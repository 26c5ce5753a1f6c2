/** Repeats a check until it passes or its time limit is reached. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Turn } from '../../contract/index.js';

export interface JudgeOptions {
  /** Time limit of a check, ms. */
  within?: number;
  /** Interval between attempts, ms. */
  every?: number;
  /** Time limit of one HTTP request or one observation, ms. */
  request?: number;
  /** The turns so far, for checks of the record. */
  turns?: readonly Turn[];
  /** Secret values for `<NAME>` in requests. */
  secrets?: ReadonlyMap<string, string>;
}

export type JudgeContext = Required<JudgeOptions>;

export const DEFAULTS: JudgeContext = {
  within: 5_000,
  every: 100,
  request: 5_000,
  turns: [],
  secrets: new Map(),
};

/** The result of one attempt. */
export interface CheckObservation {
  pass: boolean;
  actual: string;
}

/** Repeats the attempt until it passes or the time is over; the last attempt counts. */
export async function poll(
  times: JudgeContext,
  signal: AbortSignal,
  attempt: () => CheckObservation | Promise<CheckObservation>,
): Promise<CheckObservation> {
  const end = performance.now() + times.within;
  for (;;) {
    const observed = await observeOnce(times.request * 2, signal, attempt);
    if (observed.pass || performance.now() + times.every > end) return observed;
    await pause(times.every, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

/** Runs one attempt. Errors and timeouts become its result; only an abort is thrown. */
export async function observeOnce(
  timeoutMs: number,
  signal: AbortSignal,
  attempt: () => CheckObservation | Promise<CheckObservation>,
): Promise<CheckObservation> {
  signal.throwIfAborted();
  const timer = new AbortController();
  try {
    return await Promise.race([
      Promise.resolve().then(attempt),
      pause(timeoutMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).then(() => ({
        pass: false,
        actual: `no answer from the page within ${timeoutMs / 1000} s`,
      })),
    ]);
  } catch (error) {
    signal.throwIfAborted();
    return {
      pass: false,
      actual: `the page could not be read (${error instanceof Error ? error.message : String(error)})`,
    };
  } finally {
    timer.abort();
  }
}

export function excerpt(text: string): string {
  if (text.length <= 200) return text;
  return `${text.slice(0, 160)}… (${text.length} characters in all)`;
}
