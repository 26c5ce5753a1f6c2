/**
 * The gate of one session: asks the rules whether a host may be connected to, at which addresses, and keeps
 * what was refused until somebody wants to know.
 */
import type { EgressPolicy, PageEvent, EgressDecision, EgressRefusal } from '../../contract/index.js';
import { createResolver, type Lookup } from './resolver.js';

/** More hosts than this in one look are a page that tries everything; the first ones tell enough. */
const MOST_REFUSALS = 20;

const LOCAL = /^(([^.]+\.)*localhost\.?|127(\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/i;

export interface GateOptions {
  judge: EgressPolicy;
  lookup?: Lookup | undefined;
  /** Names are resolved by a proxy further up, so only what can be seen of them here is judged. */
  resolvedElsewhere?: boolean;
}

export type Passage =
  /** Where to connect; null where a proxy further up finds out. */
  | { ok: true; addresses: string[] | null }
  | EgressRefusal
  /** Nobody knows the name. */
  | { ok: false; unknown: true };

export interface Gate {
  /** Judges without keeping a note. */
  check(host: string, port: number): Promise<Passage>;
  /** Of what a tab itself is to show, by its whole address. */
  navigation(url: string): EgressDecision;
  /** Notes that a request was refused. */
  refuse(host: string, why: string): void;
  /** What was refused since the last call, each host once. */
  take(): PageEvent[];
  admit(url: string): void;
}

/** Where the browser itself asks for advice on forms, updates and the like: no page, and nobody's wish. */
const BROWSER_SERVICES = new Set([
  'content-autofill.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'safebrowsing.googleapis.com',
  'safebrowsingohttpgateway.googleapis.com',
  'update.googleapis.com',
  'clientservices.googleapis.com',
  'edgedl.me.gvt1.com',
]);

export function createGate({ judge, lookup, resolvedElsewhere }: GateOptions): Gate {
  const resolve = createResolver(lookup);
  const refused = new Map<string, string>();
  return {
    async check(host, port) {
      if (BROWSER_SERVICES.has(host.toLowerCase()))
        return { ok: false, reason: 'the browser asked for it by itself', next: 'No page needs it.' };
      const byName = judge.host(host, port);
      if (!byName.ok) return byName;
      // This machine is never reached by way of another one.
      if (resolvedElsewhere && !LOCAL.test(host)) return { ok: true, addresses: null };
      let found: string[];
      try {
        found = await resolve(host.toLowerCase().replace(/^\[|\]$|\.+$/g, ''));
      } catch {
        return { ok: false, unknown: true };
      }
      const judged = judge.addresses(host, port, found);
      return judged.ok ? { ok: true, addresses: judged.use } : judged;
    },
    navigation: (url) => judge.navigation?.(url) ?? { ok: true },
    refuse(host, why) {
      if (BROWSER_SERVICES.has(host.toLowerCase())) return;
      if (refused.size < MOST_REFUSALS && !refused.has(host)) refused.set(host, why);
    },
    take() {
      const incidents = [...refused].map(([host, why]) => ({ type: 'refused' as const, host, reason: why }));
      refused.clear();
      return incidents;
    },
    admit: (url) => judge.admit(url),
  };
}
