/**
 * How long anything may take: every wait on the page ends when it is done, when its time is up, when the
 * instructor breaks in, or when a JavaScript dialog opens, because from then on the page answers nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { DialogWatch } from '../dialogs.js';
import { ACT_MS, OutOfTime } from './act-failure.js';

/** A JavaScript dialog opened while the page was waited for. */
export class DialogOpened extends Error {}

export class Patience {
  readonly #dialogs: DialogWatch | undefined;
  readonly #given: AbortSignal;
  readonly #over = new AbortController();
  /** Aborts with the act, and as soon as a dialog opens. */
  readonly signal: AbortSignal;

  constructor(dialogs: DialogWatch | undefined, signal: AbortSignal) {
    this.#dialogs = dialogs;
    this.#given = signal;
    this.signal = AbortSignal.any([signal, this.#over.signal]);
  }

  /** @throws DialogOpened, OutOfTime, or what `work` throws */
  async run<T>(work: Promise<T>, ms = ACT_MS + 1_000): Promise<T> {
    // What is given up on may still fail later; nobody listens then.
    work.catch(() => undefined);
    const timer = new AbortController();
    const late = pause(ms, undefined, { signal: AbortSignal.any([timer.signal, this.#given]) }).then(
      () => {
        throw new OutOfTime();
      },
      (error: unknown) => {
        if (this.#given.aborted) throw error;
        return new Promise<never>(() => undefined);
      },
    );
    late.catch(() => undefined);
    try {
      return await Promise.race([work, late, ...(this.#dialogs ? [this.#dialogOpened(this.#dialogs)] : [])]);
    } finally {
      timer.abort();
    }
  }

  async #dialogOpened(dialogs: DialogWatch): Promise<never> {
    await dialogs.opened();
    // One that was answered at once, because nobody attends to it, holds nothing up.
    if (!dialogs.open) return new Promise<never>(() => undefined);
    throw new DialogOpened();
  }

  async pause(ms: number): Promise<void> {
    await this.run(pause(ms, undefined, { signal: this.signal }), ms + 1_000);
  }

  /** Looks every `step` ms until `look` gives something, at most for `ms`; null when it never did. */
  async until<T>(look: () => Promise<T | null | false>, ms: number, step = 60): Promise<T | null> {
    const end = performance.now() + ms;
    for (;;) {
      const found = await look();
      if (found !== null && found !== false) return found;
      if (performance.now() > end) return null;
      await this.pause(step);
    }
  }

  /** What still waits for the page gives up. */
  release(): void {
    this.#over.abort();
  }
}
