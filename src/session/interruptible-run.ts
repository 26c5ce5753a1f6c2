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
    const interrupt = this.parts.interruptSignal?.();
    return interrupt ? AbortSignal.any([this.parts.signal, interrupt]) : this.parts.signal;
  }

  /** Runs one decision and its actions. @param endsSession whether an error ends the session even after an interrupt */
  async run(
    work: (signal: AbortSignal) => Promise<void>,
    endsSession: (error: unknown) => boolean,
  ): Promise<void> {
    const interrupt = this.parts.interruptSignal?.();
    try {
      await work(this.createSignal());
    } catch (error) {
      if (!interrupt?.aborted || this.parts.signal.aborted || endsSession(error)) throw error;
      this.#interrupt();
    }
    if (interrupt?.aborted && !this.interrupted) this.#interrupt();
  }

  #interrupt(): void {
    this.interrupted = true;
    this.log.recordInterrupt();
  }
}
