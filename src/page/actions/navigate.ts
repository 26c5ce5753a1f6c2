/** Going to addresses and through the history, and what became of navigations that failed. */
import type { Page, Request, Response } from 'playwright';

import type { PageAction } from '../../contract/index.js';
import { assertLoadable, goTo } from '../go-to.js';

const NAVIGATION_MS = 20_000;

/** Listens for what main-frame navigations come to; `release()` removes every listener. */
export class Journeys {
  readonly #page: Page;
  /** Chromium's name for the newest failure, with the address that failed. */
  failed: { error: string; url: string } | null = null;
  /** Status of the newest answer, also of one that shows nothing. */
  status: number | null = null;
  /** Frames within the page that went to another document. */
  inner: string | null = null;

  constructor(page: Page) {
    this.#page = page;
    page.on('requestfailed', this.#onFailed);
    page.on('response', this.#onResponse);
  }

  #isMain(request: Request): boolean {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
  }

  readonly #onFailed = (request: Request): void => {
    if (this.#isMain(request))
      this.failed = { error: request.failure()?.errorText ?? '', url: request.url() };
    else this.#noteInner(request);
  };

  readonly #onResponse = (response: Response): void => {
    const request = response.request();
    if (this.#isMain(request)) this.status = response.status();
    else this.#noteInner(request);
  };

  #noteInner(request: Request): void {
    if (request.isNavigationRequest()) this.inner = request.url();
  }

  /** The server answered that there is nothing to show: the page stays as it is. */
  get empty(): boolean {
    return this.status === 204 || this.status === 205;
  }

  release(): void {
    this.#page.off('requestfailed', this.#onFailed);
    this.#page.off('response', this.#onResponse);
  }
}

export type Journey = Extract<PageAction, { intent: 'load' | 'back' | 'forward' | 'reload' }>;

export function isJourney(act: PageAction): act is Journey {
  return (
    act.intent === 'load' || act.intent === 'back' || act.intent === 'forward' || act.intent === 'reload'
  );
}

export async function travel(act: Journey, page: Page, signal: AbortSignal): Promise<void> {
  const options = { waitUntil: 'commit' as const, timeout: NAVIGATION_MS, signal };
  switch (act.intent) {
    case 'load':
      assertLoadable(act.url, page.url());
      await goTo(page, act.url, options);
      return;
    case 'back':
      await page.goBack(options);
      return;
    case 'forward':
      await page.goForward(options);
      return;
    case 'reload':
      await page.reload(options);
  }
}
