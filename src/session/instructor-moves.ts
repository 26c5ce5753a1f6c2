/** What an instructor's move does to the session: a line, another page, the end. */
import { openDialogSentence } from '../action/index.js';
import type { InstructorMove, Verdict } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import type { BannerKeeper } from './banners.js';
import type { PageObserver } from './page-observer.js';
import type { SessionLog } from './session-log.js';
import type { SessionParts } from './parts.js';
import type { InterruptibleRun } from './interruptible-run.js';

export interface InstructorMovesParts {
  journal: SessionLog;
  eyes: PageObserver;
  banners: BannerKeeper;
  stretch: InterruptibleRun;
  /** The instructor spoke: what was tried before counts no more. */
  onLine(): void;
}

export class InstructorMoves {
  constructor(
    private readonly parts: Pick<
      SessionParts,
      'surface' | 'signal' | 'stretchSignal' | 'onPhase' | 'needsContent'
    >,
    private readonly means: InstructorMovesParts,
  ) {}

  async goto(url: string, why: 'start' | 'instructor'): Promise<void> {
    const { surface, onPhase, needsContent, signal } = this.parts;
    const { journal, eyes, banners, stretch } = this.means;
    onPhase?.('opening the page');
    const { settle } = await surface.open(url, why === 'instructor' ? stretch.signal() : signal);
    const title = await surface.probe.title().catch(() => '');
    journal.page(surface.probe.url(), title, why, settle);
    banners.arrived();
    if (why === 'start' && needsContent && url !== 'about:blank') await eyes.requireContent(signal);
    if (settle.reason === 'dialog') {
      const { dialog } = await eyes.look({}, signal);
      if (dialog) journal.note(openDialogSentence(dialog));
    } else await banners.answer(null, signal);
  }

  /** @returns a verdict when the dialogue is over */
  async take(move: InstructorMove): Promise<Verdict | null> {
    const { journal, onLine } = this.means;
    for (const result of move.checks ?? []) journal.check(result);
    switch (move.type) {
      case 'say':
        journal.line(move.text);
        onLine();
        return null;
      case 'goto':
        await this.#astray(`opening ${move.url}`, () => this.goto(move.url, 'instructor'));
        return null;
      case 'back':
        await this.#astray('going back', () => this.#back());
        return null;
      case 'stop':
        return move.failed
          ? { kind: move.failed.kind, reason: move.failed.reason }
          : { kind: 'done', reason: 'The conversation came to its end.' };
    }
  }

  async #back(): Promise<void> {
    const { surface, signal } = this.parts;
    const { journal, banners } = this.means;
    const moved = await surface.back(signal);
    if (moved) banners.arrived();
    journal.note(moved ? `Back at ${surface.probe.url()}` : 'There is no page to go back to.');
  }

  /** The instructor moves by themselves: whoever mistypes an address, or will not wait, wants another try, not the end. */
  async #astray(what: string, go: () => Promise<void>): Promise<void> {
    const { signal, stretchSignal } = this.parts;
    const { journal, stretch } = this.means;
    try {
      await go();
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof ParleyError) journal.note(`${error.message} ${error.next}`);
      else if (stretchSignal?.().aborted) journal.note(`Stopped ${what}.`);
      else throw error;
    }
    stretch.stopped = true;
  }
}
