/** Runs navigator turns until the user interrupts them; an interrupt ends the run, not the session. */
import type { SessionLog } from './session-log.js';
import type { SessionParts } from './parts.js';

export class InterruptibleRun {
  /** Whether the instructor speaks next, regardless of who spoke last. Set after an interrupt, for example. */
  instructorSpeaksNext = false;

  constructor(
    private readonly parts: Pick<SessionParts, 'signal' | 'interruptSignal'>,
    private readonly log: SessionLog,
  ) {}

  /** Aborts when the session ends or the user interrupts. */
  createSignal(): AbortSignal {
    const interruptSignal = this.parts.interruptSignal?.();
    return interruptSignal ? AbortSignal.any([this.parts.signal, interruptSignal]) : this.parts.signal;
  }

  /** Runs one decision and its actions. @param endsSession whether an error ends the session even after an interrupt */
  async runTurn(
    takeTurn: (signal: AbortSignal) => Promise<void>,
    endsSession: (error: unknown) => boolean,
  ): Promise<void> {
    const interruptSignal = this.parts.interruptSignal?.();
    try {
      await takeTurn(this.createSignal());
    } catch (error) {
      if (!interruptSignal?.aborted || this.parts.signal.aborted || endsSession(error)) throw error;
      this.#interrupt();
    }
    if (interruptSignal?.aborted && !this.instructorSpeaksNext) this.#interrupt();
  }

  #interrupt(): void {
    this.instructorSpeaksNext = true;
    this.log.recordInterrupt();
  }
}
