/** Applies the instructor's moves: an instruction, opening a page, going back, `/undo`, `/retry`, ending the session. */
import { formatOpenDialog } from '../action/index.js';
import type { InstructorMove, Navigator, Verdict } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import type { BannerHandler } from './banner-handler.js';
import type { Corrections } from './corrections.js';
import type { PageObserver } from './page-observer.js';
import type { SessionLog } from './session-log.js';
import type { SessionParts } from './parts.js';
import type { InterruptibleRun } from './interruptible-run.js';

export interface InstructorMovesParts {
  log: SessionLog;
  observer: PageObserver;
  banners: BannerHandler;
  run: InterruptibleRun;
  corrections: Corrections;
  /** Replaces the navigator until the instructor says something new; null restores the session's navigator. */
  useNavigator(navigator: Navigator | null): void;
  /** Called for each instruction; resets the counters of repeated and idle actions. */
  onInstruction(): void;
}

export class InstructorMoves {
  /** Whether the navigator continues although the instructor said nothing new. */
  #navigatorContinues = false;

  constructor(
    private readonly parts: Pick<
      SessionParts,
      | 'surface'
      | 'signal'
      | 'interruptSignal'
      | 'onPhase'
      | 'needsContent'
      | 'namesRefusedElement'
      | 'withModel'
    >,
    private readonly session: InstructorMovesParts,
  ) {}

  async openPage(url: string, reason: 'start' | 'instructor'): Promise<void> {
    const { surface, onPhase, needsContent, signal } = this.parts;
    const { log, observer, banners, run } = this.session;
    onPhase?.('opening the page');
    const startedAt = performance.now();
    const { settle } = await surface.open(url, reason === 'instructor' ? run.createSignal() : signal);
    const title = await surface.probe.title().catch(() => '');
    log.recordPage(surface.probe.url(), title, reason, settle, performance.now() - startedAt);
    banners.onPageOpened();
    if (reason === 'start' && needsContent && url !== 'about:blank') await observer.waitForContent(signal);
    if (settle.reason === 'dialog') {
      const { dialog } = await observer.observeWith({}, signal);
      if (dialog) log.recordNote(formatOpenDialog(dialog));
    } else await banners.answerBanner(null, signal);
  }

  /** @returns a verdict if the session ends */
  async apply(move: InstructorMove): Promise<Verdict | null> {
    const { log, onInstruction, corrections, run, useNavigator } = this.session;
    for (const result of move.checks ?? []) log.recordCheck(result);
    switch (move.type) {
      case 'say':
        corrections.forgetRefusedElements();
        useNavigator(null);
        log.recordUtterance(move.text);
        onInstruction();
        return null;
      case 'goto':
        await this.#tryMove(`opening ${move.url}`, () => this.openPage(move.url, 'instructor'));
        return null;
      case 'back':
        await this.#tryMove('going back', () => this.#goBack());
        return null;
      case 'undo':
        await this.#tryMove('undoing', () => corrections.undo(run.createSignal()));
        return null;
      case 'retry':
        await this.#tryMove('undoing', () => this.#retry(move.model));
        return null;
      case 'stop':
        return move.failed
          ? { kind: move.failed.kind, reason: move.failed.reason }
          : { kind: 'done', reason: 'The conversation is complete.' };
    }
  }

  async #retry(model: string | undefined): Promise<void> {
    const { log, corrections, run, onInstruction, useNavigator } = this.session;
    // Looks up the model before anything is taken back, because an unknown model throws an error.
    const replacementNavigator = model === undefined ? null : (this.parts.withModel?.(model) ?? null);
    const repetition = await corrections.retry(run.createSignal());
    if (!repetition) return;
    const { text, refusedTarget } = repetition;
    log.recordUtterance(
      this.parts.namesRefusedElement
        ? `${text.replace(/[\s.]+$/, '')}. Not the ${refusedTarget.role || refusedTarget.tag} “${refusedTarget.name}”.`
        : text,
    );
    onInstruction();
    useNavigator(replacementNavigator);
    this.#navigatorContinues = true;
  }

  async #goBack(): Promise<void> {
    const { surface, signal } = this.parts;
    const { log, banners } = this.session;
    const wentBack = await surface.back(signal);
    if (wentBack) banners.onPageOpened();
    log.recordNote(wentBack ? `Went back to ${surface.probe.url()}` : 'The history has no earlier page.');
  }

  /** Performs a move of the instructor. If it fails or is interrupted, a note says so, and the session continues. */
  async #tryMove(activity: string, performMove: () => Promise<void>): Promise<void> {
    const { signal, interruptSignal } = this.parts;
    const { log, run } = this.session;
    try {
      await performMove();
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof ParleyError) log.recordNote(`${error.message} ${error.next}`);
      else if (interruptSignal?.().aborted) log.recordNote(`Stopped ${activity}.`);
      else throw error;
    }
    run.instructorSpeaksNext = !this.#navigatorContinues;
    this.#navigatorContinues = false;
  }
}
