/** Waiting that always ends: caps for single calls, and a race between a piece of work and what may befall it. */

/** Something that may happen while something else is waited for. Who listens also stops listening. */
export class Bell<T> {
  readonly #ears = new Set<(what: T) => void>();

  ring(what: T): void {
    for (const ear of this.#ears) ear(what);
  }

  /** @returns a function that ends the listening */
  hear(ear: (what: T) => void): () => void {
    this.#ears.add(ear);
    return () => void this.#ears.delete(ear);
  }
}

/** What came of `work`, or `null` when it failed or took longer than `ms`. What it does later is not looked at. */
export async function capped<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

export type Came<T, U> =
  | { how: 'done'; value: T }
  | { how: 'failed'; error: unknown }
  /** Something happened that makes further waiting pointless. */
  | { how: 'broken'; by: U }
  | { how: 'late' }
  | { how: 'aborted' };

/**
 * The first of: `work` ends, one of `troubles` rings, `ms` pass, `signal` aborts. A listener that is called
 * back at once counts too. Losers are let go: `work` has to have a cap of its own.
 */
export async function firstOf<T, U>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal | null,
  troubles: ((ring: (what: U) => void) => () => void)[],
): Promise<Came<T, U>> {
  const releases: (() => void)[] = [];
  try {
    return await new Promise<Came<T, U>>((resolve) => {
      work.then(
        (value) => resolve({ how: 'done', value }),
        (error: unknown) => resolve({ how: 'failed', error }),
      );
      const timer = setTimeout(() => resolve({ how: 'late' }), ms);
      releases.push(() => clearTimeout(timer));
      for (const hear of troubles) releases.push(hear((by) => resolve({ how: 'broken', by })));
      const abort = (): void => resolve({ how: 'aborted' });
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
      releases.push(() => signal?.removeEventListener('abort', abort));
    });
  } finally {
    for (const release of releases) release();
  }
}
