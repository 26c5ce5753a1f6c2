/** Navigates a page to a URL. */
import type { Page, Response } from 'playwright';

import { ActionFailure } from './actions/action-failure.js';
import { egressGuardOf, describeRefusal } from './egress/guard.js';

const ERROR_PAGE_TIMEOUT_MS = 2_000;

/**
 * Like `page.goto`, but returns as soon as the navigation commits. After a failure it waits for the browser's error
 * page, which would otherwise abort the next navigation. Fails with `refused` if the egress guard blocks the URL or a
 * redirect.
 */
export async function goTo(
  page: Page,
  url: string,
  options: { timeout: number; signal: AbortSignal | null },
): Promise<Response | null> {
  const guard = egressGuardOf(page.context());
  const startedAt = performance.now();
  const { timeout, signal } = options;
  try {
    return await page.goto(url, { waitUntil: 'commit', timeout, ...(signal && { signal }) });
  } catch (error) {
    if (/net::ERR_(?!ABORTED)/.test(String(error)))
      await page
        .waitForURL(/^chrome-error:/, { waitUntil: 'commit', timeout: ERROR_PAGE_TIMEOUT_MS })
        .catch(() => undefined);
    const refusedNavigation = guard?.findRefusedNavigation(page, startedAt);
    if (refusedNavigation)
      throw new ActionFailure('refused', `${describeRefusal(refusedNavigation)}. ${refusedNavigation.next}`);
    if (guard && error instanceof Error) error.message = await guard.explain(error.message);
    throw error;
  }
}

const FILE_URL = /^(view-source:)*file:/i;

/**
 * Checks that an action may load a URL. Web pages and `data:`, `blob:` and `about:blank` URLs are allowed. Local files are
 * allowed only if the current page is a local file, which only the instructor can have opened.
 *
 * @throws ActionFailure `refused`
 */
export function assertLoadable(url: string, currentUrl: string): void {
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+([/?#]|$))/i.exec(url.trim())?.[1]?.toLowerCase() ?? 'https';
  if (['http', 'https', 'data', 'blob'].includes(scheme) || /^about:blank\b/i.test(url)) return;
  if (FILE_URL.test(url) && FILE_URL.test(currentUrl)) return;
  throw new ActionFailure(
    'refused',
    `${url.slice(0, 80)} is not a web page; only the instructor opens files and the browser's own pages`,
  );
}
