/** Going to an address. */
import type { Page, Response } from 'playwright';

/**
 * As `page.goto` up to the commit. The error page of an address that failed just before may still be on its
 * way in and would break off the next navigation, so that one case is tried again.
 */
export async function goTo(
  page: Page,
  url: string,
  options: { timeout: number; signal: AbortSignal },
): Promise<Response | null> {
  const go = (): Promise<Response | null> => page.goto(url, { waitUntil: 'commit', ...options });
  try {
    return await go();
  } catch (error) {
    if (!/interrupted by another navigation to "?chrome-error:/.test(String(error))) throw error;
    return go();
  }
}
