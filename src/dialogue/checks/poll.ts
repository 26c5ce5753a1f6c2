/** Repeats a check until it passes or its time limit is reached. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Turn } from '../../contract/index.js';
import type { ModelJudge } from './model-judge-types.js';

export interface JudgeOptions {
  /** Time limit of a check, ms. */
  timeoutMs?: number;
  /** Interval between attempts, ms. */
  intervalMs?: number;
  /** Time limit of one HTTP request or one query of the page, ms. */
  requestTimeoutMs?: number;
  /** The turns so far, for the check `actions`. */
  turns?: readonly Turn[];
  /** Secret values for `<NAME>` in requests. */
  secrets?: ReadonlyMap<string, string>;
  /** The model behind `judge` checks; required if the script has such a check. */
  modelJudge?: ModelJudge | null;
}

export type JudgeContext = Required<JudgeOptions>;

export const DEFAULT_CONTEXT: JudgeContext = {
  timeoutMs: 5_000,
  intervalMs: 100,
  requestTimeoutMs: 5_000,
  turns: [],
  secrets: new Map(),
  modelJudge: null,
};

/** The result of one attempt at a check. */
export interface CheckAttempt {
  pass: boolean;
  actual: string;
}

/** Repeats an attempt until it passes or time runs out, and returns the last result. */
export async function poll(
  context: JudgeContext,
  signal: AbortSignal,
  attempt: () => CheckAttempt | Promise<CheckAttempt>,
): Promise<CheckAttempt> {
  const deadline = performance.now() + context.timeoutMs;
  for (;;) {
    const result = await runAttempt(context.requestTimeoutMs * 2, signal, attempt);
    if (result.pass || performance.now() + context.intervalMs > deadline) return result;
    await pause(context.intervalMs, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

/** Runs one attempt. Errors and timeouts become its result; only an abort is thrown. */
export async function runAttempt(
  timeoutMs: number,
  signal: AbortSignal,
  attempt: () => CheckAttempt | Promise<CheckAttempt>,
): Promise<CheckAttempt> {
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

export function toExcerpt(text: string): string {
  if (text.length <= 200) return text;
  return `${text.slice(0, 160)}… (${text.length} characters in total)`;
}
