/** Runs navigator turns until the user interrupts them; an interrupt ends the run, not the session. */
import type { SessionLog } from './session-log.js';
import type { SessionParts } from './parts.js';

export class InterruptibleRun {
  /** Set after an interrupt: the instructor speaks next. */
  interrupted = false;

  constructor(
    private readonly parts: Pick<SessionParts, 'signal' | 'interruptSignal'>,
    private readonly log: SessionLog,
  ) {}

  /** Aborts when the session ends or the user interrupts. */
  createSignal(): AbortSignal {
    const own = this.parts.interruptSignal?.();
    return own ? AbortSignal.any([this.parts.signal, own]) : this.parts.signal;
  }

  /** Runs one decision and its actions. @param ends whether an error ends the session even after an interrupt */
  async run(
    work: (createSignal: AbortSignal) => Promise<void>,
    ends: (error: unknown) => boolean,
  ): Promise<void> {
    const own = this.parts.interruptSignal?.();
    try {
      await work(this.createSignal());
    } catch (error) {
      if (!own?.aborted || this.parts.signal.aborted || ends(error)) throw error;
      this.#interrupt();
    }
    if (own?.aborted && !this.interrupted) this.#interrupt();
  }

  #interrupt(): void {
    this.interrupted = true;
    this.log.recordInterrupt();
  }
}
