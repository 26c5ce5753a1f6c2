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

export type JudgeTiming = Required<JudgeOptions>;

export const DEFAULTS: JudgeTiming = {
  within: 5_000,
  every: 100,
  request: 5_000,
  turns: [],
  secrets: new Map(),
};

/** What one look found. */
export interface CheckObservation {
  pass: boolean;
  actual: string;
}

/** Looks until it passes or the time is up; the last look counts. */
export async function poll(
  times: JudgeTiming,
  signal: AbortSignal,
  look: () => CheckObservation | Promise<CheckObservation>,
): Promise<CheckObservation> {
  const end = performance.now() + times.within;
  for (;;) {
    const seen = await observeOnce(times.request * 2, signal, look);
    if (seen.pass || performance.now() + times.every > end) return seen;
    await pause(times.every, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

/** One look. What goes wrong in it is a finding; only an abort is passed on. A look that hangs is given up. */
export async function observeOnce(
  cap: number,
  signal: AbortSignal,
  look: () => CheckObservation | Promise<CheckObservation>,
): Promise<CheckObservation> {
  signal.throwIfAborted();
  const given = new AbortController();
  try {
    return await Promise.race([
      Promise.resolve().then(look),
      pause(cap, undefined, { signal: AbortSignal.any([signal, given.signal]) }).then(() => ({
        pass: false,
        actual: `no answer from the page within ${cap / 1000} s`,
      })),
    ]);
  } catch (error) {
    signal.throwIfAborted();
    return {
      pass: false,
      actual: `the page could not be read (${error instanceof Error ? error.message : String(error)})`,
    };
  } finally {
    given.abort();
  }
}

export function excerpt(text: string): string {
  if (text.length <= 200) return text;
  return `${text.slice(0, 160)}… (${text.length} characters in all)`;
}
