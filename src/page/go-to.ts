/** Going to an address. */
import type { Page, Response } from 'playwright';

const ERROR_PAGE_MS = 2_000;

/**
 * As `page.goto` up to the commit. Where that fails, the browser's own error page is waited for: still on its
 * way in, it would break off whatever navigation comes next.
 */
export async function goTo(
  page: Page,
  url: string,
  options: { timeout: number; signal: AbortSignal | null },
): Promise<Response | null> {
  const { timeout, signal } = options;
  try {
    return await page.goto(url, { waitUntil: 'commit', timeout, ...(signal && { signal }) });
  } catch (error) {
    if (/net::ERR_(?!ABORTED)/.test(String(error)))
      await page
        .waitForURL(/^chrome-error:/, { waitUntil: 'commit', timeout: ERROR_PAGE_MS })
        .catch(() => undefined);
    throw error;
  }
}
