/** Going to an address. */
import type { Page, Response } from 'playwright';

import { ActFailure } from './actions/act-failure.js';
import { guardOf, refusalSentence } from './egress/guard.js';

const ERROR_PAGE_MS = 2_000;

/**
 * As `page.goto` up to the commit. Where that fails, the browser's own error page is waited for: still on its
 * way in, it would break off whatever navigation comes next. An address, or a redirect, that the guard of the
 * context did not let through fails as `refused`.
 */
export async function goTo(
  page: Page,
  url: string,
  options: { timeout: number; signal: AbortSignal | null },
): Promise<Response | null> {
  const guard = guardOf(page.context());
  const began = performance.now();
  const { timeout, signal } = options;
  try {
    return await page.goto(url, { waitUntil: 'commit', timeout, ...(signal && { signal }) });
  } catch (error) {
    if (/net::ERR_(?!ABORTED)/.test(String(error)))
      await page
        .waitForURL(/^chrome-error:/, { waitUntil: 'commit', timeout: ERROR_PAGE_MS })
        .catch(() => undefined);
    const refused = guard?.refusedNavigation(page, began);
    if (refused) throw new ActFailure('refused', `${refusalSentence(refused)}. ${refused.next}`);
    if (guard && error instanceof Error) error.message = await guard.explain(error.message);
    throw error;
  }
}

const FILE = /^(view-source:)*file:/i;

/**
 * What an act may go to: pages of the web, and what is made inside the browser. Files of this machine only from
 * a file, because then the instructor opened one.
 *
 * @throws ActFailure `refused`
 */
export function assertLoadable(url: string, from: string): void {
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+([/?#]|$))/i.exec(url.trim())?.[1]?.toLowerCase() ?? 'https';
  if (['http', 'https', 'data', 'blob'].includes(scheme) || /^about:blank\b/i.test(url)) return;
  if (FILE.test(url) && FILE.test(from)) return;
  throw new ActFailure(
    'refused',
    `${url.slice(0, 80)} is not a page of the web; files and pages of the browser are opened by the instructor only`,
  );
}
