/**
 * The egress guard of one browser context, which blocks connections that the egress policy refuses. It consists of the
 * gate, the proxy, and the interception of requests in tabs. `egressGuardOf` finds the guard of a context.
 */
import type { BrowserContext, Page } from 'playwright';

import type { Effect, EgressPolicy, PageEvent, Outcome } from '../../contract/index.js';
import { explainProxyError } from './explain.js';
import { createGate, type EgressGate } from './gate.js';
import { startEgressProxy, type EgressProxy } from './proxy.js';
import type { DnsLookup } from './resolver.js';
import { watchPage, type RefusedNavigation, type InterceptionScope } from './watch.js';

export interface EgressGuardOptions {
  policy: EgressPolicy;
  /** An upstream proxy: `http://user:password@host:port`, `https:` or `socks5:`. */
  upstream?: string | undefined;
  /** Resolves names; the system's resolver by default. */
  lookup?: DnsLookup;
}

export interface EgressGuard {
  /** Allows the site of a URL that the instructor opens. */
  admit(url: string): void;
  /** Returns and clears the requests refused since the last call, each host once. */
  takeRefusals(): PageEvent[];
  /** This tab's latest navigation that was refused after `since` (`performance.now()`), or null. */
  findRefusedNavigation(page: Page, since: number): RefusedNavigation | null;
  /** Replaces a proxy error in the message with the error of a direct connection. */
  explain(message: string): Promise<string>;
}

const guards = new WeakMap<BrowserContext, EgressGuard>();

/** @returns null for a context without a guard */
export function egressGuardOf(context: BrowserContext): EgressGuard | null {
  return guards.get(context) ?? null;
}

/** The gate of a context, and its proxy if the browser can reach one. */
export interface EgressBarrier {
  gate: EgressGate;
  proxy: EgressProxy | null;
}

export async function createEgressBarrier(
  options: EgressGuardOptions,
  usesProxy: boolean,
): Promise<EgressBarrier> {
  const { policy, lookup, upstream } = options;
  const gate = createGate({ policy, lookup, usesUpstreamResolver: usesProxy && upstream !== undefined });
  return { gate, proxy: usesProxy ? await startEgressProxy(gate, upstream) : null };
}

/** @returns a function that starts to intercept a tab's requests; a repeated call waits for the first one */
export function guardContext(
  context: BrowserContext,
  { gate, proxy }: EgressBarrier,
): (page: Page) => Promise<void> {
  const refusedNavigations = new WeakMap<Page, RefusedNavigation>();
  const scope: InterceptionScope = proxy ? 'documents' : 'everything';
  guards.set(context, {
    admit: (url) => gate.admit(url),
    takeRefusals: () => gate.takeRefusals(),
    findRefusedNavigation(page, since) {
      const lastRefusal = refusedNavigations.get(page);
      return lastRefusal && lastRefusal.refusedAt >= since ? lastRefusal : null;
    },
    explain: (message) => (proxy ? explainProxyError(message, gate) : Promise.resolve(message)),
  });
  const watchesByPage = new WeakMap<Page, Promise<void>>();
  return (page) => {
    // A tab may close during set-up.
    const watch =
      watchesByPage.get(page) ??
      watchPage(page, gate, scope, (navigation) => refusedNavigations.set(page, navigation)).catch(
        () => undefined,
      );
    watchesByPage.set(page, watch);
    return watch;
  };
}

export function describeRefusal({ host, reason }: RefusedNavigation): string {
  return `${host} was not opened: ${reason}`;
}

/** An opened tab does not count: it may be the tab in which the navigation was refused. */
const NAVIGATION_EFFECTS: ReadonlySet<Effect['type']> = new Set(['navigated', 'url', 'download']);

/** Fails an action whose navigation was refused, unless the action also navigated elsewhere. */
export function applyRefusal(outcome: Outcome, refusedNavigation: RefusedNavigation | null): Outcome {
  const hasNavigatedElsewhere =
    outcome.status === 'done' && outcome.effects.some(({ type }) => NAVIGATION_EFFECTS.has(type));
  if (!refusedNavigation || hasNavigatedElsewhere || outcome.status === 'already') return outcome;
  return {
    status: 'failed',
    reason: 'refused',
    detail: `${describeRefusal(refusedNavigation)}. ${refusedNavigation.next}`,
  };
}
