/**
 * The tab layer of the egress guard: checks a tab's navigations before they reach the network. After a refusal the tab
 * keeps its page; with the proxy alone it would show an error page. In a browser that Parley did not launch there may be
 * no proxy. Then this layer checks all requests of the tab.
 */
import type { CDPSession, Page, Route } from 'playwright';

import type { EgressGate } from './gate.js';

export interface RefusedNavigation {
  host: string;
  reason: string;
  next: string;
  /** `performance.now()` of the refusal. */
  refusedAt: number;
}

interface PausedRequest {
  requestId: string;
  frameId: string;
  resourceType: string;
  request: { url: string };
}

export type InterceptionScope = 'documents' | 'everything';

/** Host and port of a URL; null for URLs that need no connection (`data:`, `blob:`, `about:`, `file:`). */
export function parseDestination(url: string): { host: string; port: number } | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  if (!/^(https?|wss?):$/.test(protocol) || !hostname) return null;
  return { host: hostname, port: Number(port) || (/s:$/.test(protocol) ? 443 : 80) };
}

export async function watchPage(
  page: Page,
  gate: EgressGate,
  scope: InterceptionScope,
  onRefused: (navigation: RefusedNavigation) => void,
): Promise<void> {
  /** @param isTabNavigation whether the request navigates the tab itself */
  const check = async (
    url: string,
    isTabNavigation: boolean,
  ): Promise<{ host: string; reason: string; next: string } | null> => {
    const destination = parseDestination(url);
    if (!destination) return null;
    const decision = isTabNavigation ? gate.checkNavigation(url) : { ok: true as const };
    if (!decision.ok) {
      gate.recordRefusal(destination.host, decision.reason);
      return { host: destination.host, reason: decision.reason, next: decision.next };
    }
    const connection = await gate.check(destination.host, destination.port);
    // A request for an unknown name may continue, because it fails in the browser anyway.
    if (connection.ok || 'unknown' in connection) return null;
    gate.recordRefusal(destination.host, connection.reason);
    return { host: destination.host, reason: connection.reason, next: connection.next };
  };
  // Playwright's routes cover all frames, but not the redirects of a request.
  if (scope === 'everything')
    await page.route('**/*', async (route: Route) => {
      const isTabNavigation =
        route.request().isNavigationRequest() && route.request().frame() === page.mainFrame();
      const refusal = await check(route.request().url(), isTabNavigation);
      if (refusal && isTabNavigation) onRefused({ ...refusal, refusedAt: performance.now() });
      await (refusal ? route.abort('aborted') : route.fallback()).catch(() => undefined);
    });
  // The DevTools protocol also intercepts redirects, but no requests of cross-site frames.
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  cdp.on('Fetch.requestPaused', (pausedRequest: PausedRequest) => {
    const { requestId, frameId, resourceType, request } = pausedRequest;
    const isTabNavigation = resourceType === 'Document' && frameId === targetInfo.targetId;
    void check(request.url, isTabNavigation)
      .then((refusal) => {
        if (refusal && isTabNavigation) onRefused({ ...refusal, refusedAt: performance.now() });
        return refusal
          ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
          : cdp.send('Fetch.continueRequest', { requestId });
      })
      // Fails only if the tab was closed.
      .catch(() => undefined);
  });
  const patterns = [
    scope === 'everything'
      ? { urlPattern: '*', requestStage: 'Request' as const }
      : { urlPattern: '*', requestStage: 'Request' as const, resourceType: 'Document' as const },
  ];
  await cdp.send('Fetch.enable', { patterns });
}
