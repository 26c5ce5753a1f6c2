/** Runs long computations in steps: all at once, or in slices that let the event loop run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A computation that yields wherever it may be paused. */
export type Steps<T> = Generator<void, T, void>;

/** Number of candidates after which a loop yields. */
export const CANDIDATES_PER_STEP = 256;

export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Maximum time that a slice blocks the event loop. */
const MAX_SLICE_MS = 8;

/** @throws the signal's reason if it is aborted between two slices */
export async function runInSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - startedAt < MAX_SLICE_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
}
