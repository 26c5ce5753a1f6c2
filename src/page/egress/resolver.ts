/** Resolves host names with a cache, so that the policy checks exactly the addresses that are contacted afterwards. */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Returns all addresses of a host name. @throws if it has none */
export type DnsLookup = (host: string) => Promise<string[]>;

const CACHE_MS = 60_000;
const MAX_CACHED_NAMES = 2_000;

const lookUpWithSystem: DnsLookup = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export function createResolver(lookup: DnsLookup = lookUpWithSystem): DnsLookup {
  const cache = new Map<string, { expiresAt: number; addresses: Promise<string[]> }>();
  return (host) => {
    if (isIP(host)) return Promise.resolve([host]);
    // These names always refer to this machine and are never sent to a name server (RFC 6761).
    if (host === 'localhost' || host.endsWith('.localhost')) return Promise.resolve(['127.0.0.1', '::1']);
    const now = performance.now();
    const cachedEntry = cache.get(host);
    if (cachedEntry && cachedEntry.expiresAt > now) return cachedEntry.addresses;
    if (cache.size >= MAX_CACHED_NAMES) cache.clear();
    const addresses = lookup(host);
    cache.set(host, { expiresAt: now + CACHE_MS, addresses });
    // A failed lookup is not cached.
    addresses.catch(() => cache.delete(host));
    return addresses;
  };
}
