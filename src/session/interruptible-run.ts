/** A stretch of turns that a person may stop without ending the session. */
import type { SessionLog } from './session-log.js';
import type { SessionParts } from './parts.js';

export class InterruptibleRun {
  /** The floor is the instructor's, whatever was said last. */
  stopped = false;

  constructor(
    private readonly parts: Pick<SessionParts, 'signal' | 'stretchSignal'>,
    private readonly journal: SessionLog,
  ) {}

  /** The session's signal together with the one by which a person stops what is going on now. */
  signal(): AbortSignal {
    const own = this.parts.stretchSignal?.();
    return own ? AbortSignal.any([this.parts.signal, own]) : this.parts.signal;
  }

  /** One decision of the navigator and its acts; stopped by a person, it ends the stretch and not the session. */
  async run(work: (signal: AbortSignal) => Promise<void>, ends: (error: unknown) => boolean): Promise<void> {
    const own = this.parts.stretchSignal?.();
    try {
      await work(this.signal());
    } catch (error) {
      if (!own?.aborted || this.parts.signal.aborted || ends(error)) throw error;
      this.#stop();
    }
    if (own?.aborted && !this.stopped) this.#stop();
  }

  #stop(): void {
    this.stopped = true;
    this.journal.stopped();
  }
}
