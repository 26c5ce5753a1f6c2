/** Loads URLs, goes back and forward in the history, reloads, and records failed navigations. */
import type { Page, Request, Response } from 'playwright';

import type { PageAction } from '../../contract/index.js';
import { assertLoadable, goTo } from '../go-to.js';

/** Records the results of navigations until `release()` is called. */
export class NavigationListener {
  readonly #page: Page;
  /** The main frame's last failed navigation, with Chromium's error. */
  failedNavigation: { error: string; url: string } | null = null;
  /** Status of the last navigation response, including responses without content. */
  status: number | null = null;
  /** URL of the last navigation in a child frame. */
  childFrameUrl: string | null = null;

  constructor(page: Page) {
    this.#page = page;
    page.on('requestfailed', this.#onFailed);
    page.on('response', this.#onResponse);
  }

  #isMainNavigation(request: Request): boolean {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
  }

  readonly #onFailed = (request: Request): void => {
    if (this.#isMainNavigation(request))
      this.failedNavigation = { error: request.failure()?.errorText ?? '', url: request.url() };
    else this.#recordChildFrameUrl(request);
  };

  readonly #onResponse = (response: Response): void => {
    const request = response.request();
    if (this.#isMainNavigation(request)) this.status = response.status();
    else this.#recordChildFrameUrl(request);
  };

  #recordChildFrameUrl(request: Request): void {
    if (request.isNavigationRequest()) this.childFrameUrl = request.url();
  }

  /** Whether the server responded without content, in which case the current page stays open. */
  get hasNoContent(): boolean {
    return this.status === 204 || this.status === 205;
  }

  release(): void {
    this.#page.off('requestfailed', this.#onFailed);
    this.#page.off('response', this.#onResponse);
  }
}

export type NavigationAction = Extract<PageAction, { intent: 'load' | 'back' | 'forward' | 'reload' }>;

export function isNavigationAction(action: PageAction): action is NavigationAction {
  return (
    action.intent === 'load' ||
    action.intent === 'back' ||
    action.intent === 'forward' ||
    action.intent === 'reload'
  );
}

export async function navigate(
  action: NavigationAction,
  page: Page,
  signal: AbortSignal,
  timeout: number,
): Promise<void> {
  const options = { waitUntil: 'commit' as const, timeout, signal };
  switch (action.intent) {
    case 'load':
      assertLoadable(action.url, page.url());
      await goTo(page, action.url, options);
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
