/**
 * The soft layer: what a tab is about to load is judged before it leaves the tab. A refused navigation ends
 * there, and whoever navigated stays on the page that he was on, where the proxy could only show an error.
 * In a browser that Parley does not own there is no proxy, and this layer judges every request of the tab.
 */
import type { CDPSession, Page, Route } from 'playwright';

import type { Gate } from './gate.js';

export interface RefusedNavigation {
  host: string;
  why: string;
  next: string;
  /** `performance.now()` of the refusal. */
  at: number;
}

interface Paused {
  requestId: string;
  frameId: string;
  resourceType: string;
  request: { url: string };
}

export type Scope = 'documents' | 'everything';

/** Host and port of what goes out; null for what stays inside the browser (`data:`, `blob:`, `about:`, `file:`). */
export function destination(url: string): { host: string; port: number } | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  if (!/^(https?|wss?):$/.test(protocol) || !hostname) return null;
  return { host: hostname, port: Number(port) || (/s:$/.test(protocol) ? 443 : 80) };
}

export async function watchPage(
  page: Page,
  gate: Gate,
  scope: Scope,
  onRefused: (refused: RefusedNavigation) => void,
): Promise<void> {
  /** @param main it is what the tab itself is to show */
  const judge = async (
    url: string,
    main: boolean,
  ): Promise<{ host: string; why: string; next: string } | null> => {
    const to = destination(url);
    if (!to) return null;
    const fenced = main ? gate.navigation(url) : { ok: true as const };
    if (!fenced.ok) {
      gate.refuse(to.host, fenced.reason);
      return { host: to.host, why: fenced.reason, next: fenced.next };
    }
    const passage = await gate.check(to.host, to.port);
    // A name that nobody knows goes on its way, and fails there as it would anywhere.
    if (passage.ok || 'unknown' in passage) return null;
    gate.refuse(to.host, passage.reason);
    return { host: to.host, why: passage.reason, next: passage.next };
  };
  // Playwright's routes reach every frame, but only the first hop of a request ...
  if (scope === 'everything')
    await page.route('**/*', async (route: Route) => {
      const main = route.request().isNavigationRequest() && route.request().frame() === page.mainFrame();
      const refused = await judge(route.request().url(), main);
      if (refused && main) onRefused({ ...refused, at: performance.now() });
      await (refused ? route.abort('aborted') : route.fallback()).catch(() => undefined);
    });
  // ... and the protocol's interception every hop, but not the frames of other sites.
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  cdp.on('Fetch.requestPaused', (paused: Paused) => {
    const { requestId, frameId, resourceType, request } = paused;
    const main = resourceType === 'Document' && frameId === targetInfo.targetId;
    void judge(request.url, main)
      .then((refused) => {
        if (refused && main) onRefused({ ...refused, at: performance.now() });
        return refused
          ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
          : cdp.send('Fetch.continueRequest', { requestId });
      })
      // The tab has gone, and the request with it.
      .catch(() => undefined);
  });
  const patterns = [
    scope === 'everything'
      ? { urlPattern: '*', requestStage: 'Request' as const }
      : { urlPattern: '*', requestStage: 'Request' as const, resourceType: 'Document' as const },
  ];
  await cdp.send('Fetch.enable', { patterns });
}
