/**
 * Limits every wait of an action. A wait ends with a result, at its time limit, when the user aborts the action, or when
 * a JavaScript dialog opens, because the page does not answer while a dialog is open.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { DialogWatch } from '../dialogs.js';
import type { PageLimits } from '../limits.js';
import { ActionTimeout } from './action-failure.js';

const POLL_INTERVAL_MS = 60;

/** A JavaScript dialog opened during a wait. */
export class DialogOpened extends Error {}

export class ActionWaiter {
  readonly #dialogs: DialogWatch | undefined;
  readonly #callerSignal: AbortSignal;
  readonly #releaseController = new AbortController();
  readonly #defaultMs: number;
  /** Aborts when the caller aborts the action, and when the action has ended. */
  readonly signal: AbortSignal;

  constructor(
    dialogs: DialogWatch | undefined,
    signal: AbortSignal,
    limits: Pick<PageLimits, 'elementActionMs'>,
  ) {
    this.#dialogs = dialogs;
    this.#callerSignal = signal;
    // Longer than Playwright's own timeout, which should end a call first because its message is better.
    this.#defaultMs = limits.elementActionMs + 1_000;
    this.signal = AbortSignal.any([signal, this.#releaseController.signal]);
  }

  /** Waits for `work`. @throws DialogOpened, ActionTimeout, or the error with which `work` rejects */
  async run<T>(work: Promise<T>, ms = this.#defaultMs): Promise<T> {
    // Prevents an unhandled rejection: if this wait ends first, the work may still fail later.
    work.catch(() => undefined);
    const timeoutController = new AbortController();
    const timeout = delay(ms, undefined, {
      signal: AbortSignal.any([timeoutController.signal, this.#callerSignal]),
    }).then(
      () => {
        throw new ActionTimeout();
      },
      (error: unknown) => {
        if (this.#callerSignal.aborted) throw error;
        return new Promise<never>(() => undefined);
      },
    );
    timeout.catch(() => undefined);
    try {
      return await Promise.race([
        work,
        timeout,
        ...(this.#dialogs ? [this.#rejectWhenDialogOpens(this.#dialogs)] : []),
      ]);
    } finally {
      timeoutController.abort();
    }
  }

  async #rejectWhenDialogOpens(dialogs: DialogWatch): Promise<never> {
    await dialogs.waitForOpen();
    // In sessions without a user, dialogs are answered immediately, so they do not block the page.
    if (!dialogs.isOpen) return new Promise<never>(() => undefined);
    throw new DialogOpened();
  }

  async pause(ms: number): Promise<void> {
    await this.run(delay(ms, undefined, { signal: this.signal }), ms + 1_000);
  }

  /** Calls `read` every `interval` ms until it returns a value. @returns null if it does not return one within `ms` */
  async poll<T>(
    read: () => Promise<T | null | false>,
    ms: number,
    interval = POLL_INTERVAL_MS,
  ): Promise<T | null> {
    const end = performance.now() + ms;
    for (;;) {
      const value = await read();
      if (value !== null && value !== false) return value;
      if (performance.now() > end) return null;
      await this.pause(interval);
    }
  }

  /** Aborts Playwright calls that are still running. */
  release(): void {
    this.#releaseController.abort();
  }
}
