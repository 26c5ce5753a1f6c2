/**
 * Names to addresses, once for everything that asks: the rules judge exactly the addresses that are then
 * connected to. Answers are kept for a while, as a browser keeps them.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** All addresses of a name. @throws when it has none */
export type Lookup = (host: string) => Promise<string[]>;

const KEPT_MS = 60_000;
const MOST_NAMES = 2_000;

const bySystem: Lookup = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export function createResolver(lookup: Lookup = bySystem): Lookup {
  const kept = new Map<string, { until: number; addresses: Promise<string[]> }>();
  return (host) => {
    if (isIP(host)) return Promise.resolve([host]);
    // Never asked of a name server: these names mean this machine (RFC 6761).
    if (host === 'localhost' || host.endsWith('.localhost')) return Promise.resolve(['127.0.0.1', '::1']);
    const now = performance.now();
    const known = kept.get(host);
    if (known && known.until > now) return known.addresses;
    if (kept.size >= MOST_NAMES) kept.clear();
    const addresses = lookup(host);
    kept.set(host, { until: now + KEPT_MS, addresses });
    // What could not be found now may be found the next time.
    addresses.catch(() => kept.delete(host));
    return addresses;
  };
}
