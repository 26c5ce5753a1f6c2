/** JavaScript dialogs: what acts and waits must know of them, and the desk that keeps or dismisses them. */
import type { Dialog, Page } from 'playwright';

import type { AnsweredDialog, OpenDialog } from '../contract/index.js';
import type { EffectLog } from './page-events.js';
import { Bell, capped } from './patience.js';

/** A JavaScript dialog as acts see it. */
export interface DialogWatch {
  /** A dialog is open: the page stands still, and nothing that asks it for anything would come back. */
  readonly open: boolean;
  /** Resolves when one opens; at once when one is open. Never rejects. */
  opened(): Promise<void>;
}

export type DialogPolicy = 'ask' | 'dismiss';

const ANSWER_MS = 3_000;
/** Of a page that asks without end the first ones are told. */
const MOST_SEEN = 50;

export class DialogDesk {
  readonly #open = new Map<Page, Dialog>();
  readonly #bell = new Bell<Page>();
  #seen: AnsweredDialog[] = [];
  #closing = false;

  constructor(
    readonly policy: DialogPolicy,
    private readonly effects: EffectLog,
  ) {}

  /** @returns a function that releases the page */
  attach(page: Page): () => void {
    const opened = (dialog: Dialog): void => this.#onDialog(page, dialog);
    const closed = (): void => void this.#open.delete(page);
    page.on('dialog', opened);
    page.on('dialogclosed', closed);
    page.on('close', closed);
    page.on('crash', closed);
    return () => {
      page.off('dialog', opened);
      page.off('dialogclosed', closed);
      page.off('close', closed);
      page.off('crash', closed);
    };
  }

  #onDialog(page: Page, dialog: Dialog): void {
    if (this.#closing) {
      void leave(dialog);
      return;
    }
    this.effects.note({ type: 'dialog', dialog: dialog.type(), message: dialog.message() });
    if (this.policy === 'dismiss') {
      // Unattended, a dialog is dismissed: nothing is agreed to that nobody read.
      this.#remember(dialog, 'dismissed');
      void dialog.dismiss().catch(() => undefined);
      return;
    }
    this.#open.set(page, dialog);
    this.#bell.ring(page);
  }

  #remember(dialog: Dialog, answer: AnsweredDialog['answer']): void {
    if (this.#seen.length < MOST_SEEN)
      this.#seen.push({ type: dialog.type(), message: dialog.message(), answer });
  }

  /** The page among these whose dialog is open. */
  where(pages: readonly Page[]): Page | null {
    return pages.find((page) => this.#open.has(page)) ?? null;
  }

  shown(page: Page): OpenDialog | null {
    const dialog = this.#open.get(page);
    return dialog
      ? { type: dialog.type(), message: dialog.message(), defaultText: dialog.defaultValue() }
      : null;
  }

  /** Calls back when a dialog opens in one of the pages; at once when one is open. */
  hear(pages: () => readonly Page[], ear: () => void): () => void {
    if (this.where(pages())) ear();
    return this.#bell.hear((page) => {
      if (pages().includes(page)) ear();
    });
  }

  /** A watch for one act or one wait; whoever made it releases it. */
  watch(pages: () => readonly Page[]): DialogWatch & { release(): void } {
    let resolve = (): void => undefined;
    const opened = new Promise<void>((done) => {
      resolve = done;
    });
    const release = this.hear(pages, () => resolve());
    const where = (): boolean => this.where(pages()) !== null;
    return {
      get open() {
        return where();
      },
      opened: () => opened,
      release,
    };
  }

  /** Answers the page's open dialog; false when there is none any more. */
  async answer(page: Page, answer: 'accept' | 'dismiss', text?: string): Promise<boolean> {
    const dialog = this.#open.get(page);
    if (!dialog) return false;
    this.#open.delete(page);
    this.#remember(dialog, answer === 'accept' ? 'accepted' : 'dismissed');
    // Accepting a prompt as it stands gives its default text, as the OK button does.
    const given = dialog.type() === 'prompt' ? (text ?? dialog.defaultValue()) : undefined;
    const answered = answer === 'accept' ? dialog.accept(given) : dialog.dismiss();
    await capped(answered, ANSWER_MS);
    return true;
  }

  /** What was answered since the last time. */
  take(): AnsweredDialog[] {
    return this.#seen.splice(0);
  }

  peek(): AnsweredDialog[] {
    return [...this.#seen];
  }

  /** The end never asks: what is open is answered, and so is whatever comes yet. */
  close(): void {
    this.#closing = true;
    for (const dialog of this.#open.values()) void leave(dialog);
    this.#open.clear();
  }
}

/** A page that asks whether to leave is left; anything else is not agreed to. */
async function leave(dialog: Dialog): Promise<void> {
  const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
  await capped(answered, ANSWER_MS);
}
