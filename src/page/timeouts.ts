/** Timeouts for single calls, and a race between work and page events that interrupt it. */

/** The listeners of one event. */
export class Listeners<T> {
  readonly #listeners = new Set<(event: T) => void>();

  notify(event: T): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** @returns a function that unsubscribes */
  listen(listener: (event: T) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** The result of `work`, or null if it fails or takes longer than `ms`. A later result is ignored. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work.catch(() => null), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export type RaceResult<T, U> =
  | { status: 'done'; value: T }
  | { status: 'failed'; error: unknown }
  /** An event ended the wait. */
  | { status: 'interrupted'; interruption: U }
  | { status: 'timeout' }
  | { status: 'aborted' };

/**
 * Waits until `work` ends, an interruption is notified, `ms` pass or `signal` aborts, whichever comes first.
 * Subscribing to an interruption may notify at once. `work` is not cancelled, so it needs a timeout of its own.
 */
export async function raceInterruptions<T, U>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal | null,
  interruptions: ((notify: (event: U) => void) => () => void)[],
): Promise<RaceResult<T, U>> {
  const cleanups: (() => void)[] = [];
  try {
    return await new Promise<RaceResult<T, U>>((resolve) => {
      work.then(
        (value) => resolve({ status: 'done', value }),
        (error: unknown) => resolve({ status: 'failed', error }),
      );
      const timer = setTimeout(() => resolve({ status: 'timeout' }), ms);
      cleanups.push(() => clearTimeout(timer));
      for (const subscribe of interruptions)
        cleanups.push(subscribe((interruption) => resolve({ status: 'interrupted', interruption })));
      const onAbort = (): void => resolve({ status: 'aborted' });
      if (signal?.aborted) onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      cleanups.push(() => signal?.removeEventListener('abort', onAbort));
    });
  } finally {
    for (const release of cleanups) release();
  }
}
