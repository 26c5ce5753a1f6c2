/** Long computations in steps: done at once, or in slices between which the event loop turns. */
import { setImmediate as turn } from 'node:timers/promises';

/** Work that pauses now and then, where it can be left for a while. */
export type Steps<T> = Generator<void, T, void>;

/** Loops pause after this many candidates: often enough for the longest of them. */
export const PAUSE = 256;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What others may be kept waiting at a time, ms. */
const SLICE = 8;

/** @throws the signal's reason when it is aborted between two slices */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < SLICE) continue;
    await turn();
    signal?.throwIfAborted();
    began = performance.now();
  }
}
