/**
 * Remembers which document a tab has requested but does not show yet. Until the server responds, the browser does not
 * answer queries about the page that is still displayed.
 */
import type { Frame, Page, Request } from 'playwright';

const pendingRequests = new WeakMap<Page, Request>();

const stripHash = (url: string): string => url.replace(/#.*$/u, '');

/** @returns a function that removes the listeners */
export function watchPendingNavigation(page: Page): () => void {
  const onRequest = (request: Request): void => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      pendingRequests.set(page, request);
  };
  const onEnd = (request: Request): void => {
    if (pendingRequests.get(page) === request) pendingRequests.delete(page);
  };
  const onNavigated = (frame: Frame): void => {
    const pendingRequest = pendingRequests.get(page);
    // The old document may still change its own URL.
    if (
      frame === page.mainFrame() &&
      pendingRequest &&
      stripHash(pendingRequest.url()) === stripHash(frame.url())
    )
      pendingRequests.delete(page);
  };
  page.on('request', onRequest);
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  page.on('framenavigated', onNavigated);
  return () => {
    page.off('request', onRequest);
    page.off('requestfinished', onEnd);
    page.off('requestfailed', onEnd);
    page.off('framenavigated', onNavigated);
  };
}

/** URL of the document that the tab has requested but does not show yet, or null. */
export const pendingUrlOf = (page: Page): string | null => pendingRequests.get(page)?.url() ?? null;
