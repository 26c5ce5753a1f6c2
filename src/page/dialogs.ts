/** JavaScript dialogs: keeps them open for the navigator or dismisses them, and reports them to actions and waits. */
import type { Dialog, Page } from 'playwright';

import type { AnsweredDialog, OpenDialog } from '../contract/index.js';
import type { EffectLog } from './page-events.js';
import { PAGE_LIMITS } from './limits.js';
import { Listeners, withTimeout } from './timeouts.js';

/** Lets actions and waits find out whether a dialog is open. */
export interface DialogWatch {
  /** Whether a dialog is open. An open dialog blocks the page. */
  readonly isOpen: boolean;
  /** Resolves when a dialog opens, or at once if one is open. Never rejects. */
  waitForOpen(): Promise<void>;
}

export type DialogPolicy = 'ask' | 'dismiss';

/** Maximum number of answered dialogs to report. A page may open dialogs in a loop. */
const MAX_ANSWERED_COUNT = 50;

export class DialogHandler {
  readonly #openDialogs = new Map<Page, Dialog>();
  readonly #dialogOpened = new Listeners<Page>();
  #answeredDialogs: AnsweredDialog[] = [];
  #isClosing = false;

  constructor(
    readonly policy: DialogPolicy,
    private readonly effects: EffectLog,
    private readonly answerMs = PAGE_LIMITS.dialogAnswerMs,
  ) {}

  /** @returns a function that removes the listeners */
  attach(page: Page): () => void {
    const onOpened = (dialog: Dialog): void => this.#onDialog(page, dialog);
    const onClosed = (): void => void this.#openDialogs.delete(page);
    page.on('dialog', onOpened);
    page.on('dialogclosed', onClosed);
    page.on('close', onClosed);
    page.on('crash', onClosed);
    return () => {
      page.off('dialog', onOpened);
      page.off('dialogclosed', onClosed);
      page.off('close', onClosed);
      page.off('crash', onClosed);
    };
  }

  #onDialog(page: Page, dialog: Dialog): void {
    if (this.#isClosing) {
      void answerAtEnd(dialog);
      return;
    }
    this.effects.add({ type: 'dialog', dialog: dialog.type(), message: dialog.message() });
    if (this.policy === 'dismiss') {
      // No user is present to answer the dialog, so it is dismissed.
      this.#remember(dialog, 'dismissed');
      void dialog.dismiss().catch(() => undefined);
      return;
    }
    this.#openDialogs.set(page, dialog);
    this.#dialogOpened.notify(page);
  }

  #remember(dialog: Dialog, answer: AnsweredDialog['answer']): void {
    if (this.#answeredDialogs.length < MAX_ANSWERED_COUNT)
      this.#answeredDialogs.push({ type: dialog.type(), message: dialog.message(), answer });
  }

  /** Returns the first of these pages that has an open dialog. */
  findOpen(pages: readonly Page[]): Page | null {
    return pages.find((page) => this.#openDialogs.has(page)) ?? null;
  }

  describe(page: Page): OpenDialog | null {
    const dialog = this.#openDialogs.get(page);
    return dialog
      ? { type: dialog.type(), message: dialog.message(), defaultText: dialog.defaultValue() }
      : null;
  }

  /** Calls `listener` when a dialog opens in one of the pages, or at once if one is open. */
  onOpen(pages: () => readonly Page[], listener: () => void): () => void {
    if (this.findOpen(pages())) listener();
    return this.#dialogOpened.listen((page) => {
      if (pages().includes(page)) listener();
    });
  }

  /** A watch for one action or one wait. The caller must release it. */
  watch(pages: () => readonly Page[]): DialogWatch & { release(): void } {
    let resolve = (): void => undefined;
    const openPromise = new Promise<void>((resolvePromise) => {
      resolve = resolvePromise;
    });
    const release = this.onOpen(pages, () => resolve());
    const findOpen = (): boolean => this.findOpen(pages()) !== null;
    return {
      get isOpen() {
        return findOpen();
      },
      waitForOpen: () => openPromise,
      release,
    };
  }

  /** Answers the page's open dialog. @returns false if the dialog is no longer open */
  async answer(page: Page, answer: 'accept' | 'dismiss', text?: string): Promise<boolean> {
    const dialog = this.#openDialogs.get(page);
    if (!dialog) return false;
    this.#openDialogs.delete(page);
    this.#remember(dialog, answer === 'accept' ? 'accepted' : 'dismissed');
    // The OK button of an unchanged prompt returns the default text.
    const promptText = dialog.type() === 'prompt' ? (text ?? dialog.defaultValue()) : undefined;
    const answering = answer === 'accept' ? dialog.accept(promptText) : dialog.dismiss();
    await withTimeout(answering, this.answerMs);
    return true;
  }

  /** Returns and clears the dialogs that were answered since the last call. */
  take(): AnsweredDialog[] {
    return this.#answeredDialogs.splice(0);
  }

  peek(): AnsweredDialog[] {
    return [...this.#answeredDialogs];
  }

  /** Answers every open dialog and every later one, so that the session can end. */
  close(): void {
    this.#isClosing = true;
    for (const dialog of this.#openDialogs.values()) void answerAtEnd(dialog);
    this.#openDialogs.clear();
  }
}

/** Accepts `beforeunload` dialogs and dismisses all others. */
async function answerAtEnd(dialog: Dialog): Promise<void> {
  const answering = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
  await answering.catch(() => undefined);
}
