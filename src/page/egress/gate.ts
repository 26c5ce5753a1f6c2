/** Asks the egress policy whether a host may be contacted and at which addresses, and collects refused hosts. */
import type { EgressPolicy, PageEvent, EgressDecision, EgressRefusal } from '../../contract/index.js';
import { createResolver, type DnsLookup } from './resolver.js';

/** Maximum number of refused hosts reported per observation. */
const MAX_REFUSALS = 20;

const LOOPBACK_HOST = /^(([^.]+\.)*localhost\.?|127(\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/i;

export interface EgressGateOptions {
  policy: EgressPolicy;
  lookup?: DnsLookup | undefined;
  /** Whether an upstream proxy resolves names. If so, only the names themselves are checked. */
  usesUpstreamResolver?: boolean;
}

export type ConnectionDecision =
  /** The addresses to connect to; null if an upstream proxy resolves the name. */
  | { ok: true; addresses: string[] | null }
  | EgressRefusal
  /** The name cannot be resolved. */
  | { ok: false; unknown: true };

export interface EgressGate {
  /** Decides without recording a refusal. */
  check(host: string, port: number): Promise<ConnectionDecision>;
  /** Decides on a navigation of a tab, based on its whole URL. */
  checkNavigation(url: string): EgressDecision;
  /** Records a refused request. */
  recordRefusal(host: string, reason: string): void;
  /** Returns and clears the refusals since the last call, each host once. */
  takeRefusals(): PageEvent[];
  /** Allows the site of a URL that the instructor opens. */
  admit(url: string): void;
}

/** Hosts that the browser itself contacts, for form filling, updates and so on. No page needs them. */
const BROWSER_SERVICES = new Set([
  'content-autofill.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'safebrowsing.googleapis.com',
  'safebrowsingohttpgateway.googleapis.com',
  'update.googleapis.com',
  'clientservices.googleapis.com',
  'edgedl.me.gvt1.com',
]);

export function createGate({ policy, lookup, usesUpstreamResolver }: EgressGateOptions): EgressGate {
  const resolve = createResolver(lookup);
  const refusedHosts = new Map<string, string>();
  return {
    async check(host, port) {
      if (BROWSER_SERVICES.has(host.toLowerCase()))
        return {
          ok: false,
          reason: 'the browser requested it for its own purposes',
          next: 'No page needs it.',
        };
      const hostDecision = policy.checkHost(host, port);
      if (!hostDecision.ok) return hostDecision;
      // Loopback addresses are never reached through an upstream proxy.
      if (usesUpstreamResolver && !LOOPBACK_HOST.test(host)) return { ok: true, addresses: null };
      let addresses: string[];
      try {
        addresses = await resolve(host.toLowerCase().replace(/^\[|\]$|\.+$/g, ''));
      } catch {
        return { ok: false, unknown: true };
      }
      const decision = policy.checkAddresses(host, port, addresses);
      return decision.ok ? { ok: true, addresses: decision.allowedAddresses } : decision;
    },
    checkNavigation: (url) => policy.checkNavigation?.(url) ?? { ok: true },
    recordRefusal(host, reason) {
      if (BROWSER_SERVICES.has(host.toLowerCase())) return;
      if (refusedHosts.size < MAX_REFUSALS && !refusedHosts.has(host)) refusedHosts.set(host, reason);
    },
    takeRefusals() {
      const events = [...refusedHosts].map(([host, reason]) => ({
        type: 'request-refused' as const,
        host,
        reason,
      }));
      refusedHosts.clear();
      return events;
    },
    admit: (url) => policy.admit(url),
  };
}
