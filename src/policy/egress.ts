/**
 * Decides which hosts a session may connect to.
 *
 * - Public hosts are allowed. If the user listed allowed hosts, only these are.
 * - Private addresses and this machine are refused unless the start page is on one of them.
 * - Cloud metadata addresses are refused unless the start page is that address.
 *
 * A host is checked twice: first by name, then by the addresses that it resolves to.
 */
import { isIP } from 'node:net';

import type { EgressPolicy, EgressDecision, EgressRefusal } from '../contract/index.js';
import { classifyAddress, type Zone } from './addresses.js';
import {
  canonicalizeHost,
  matchesHost,
  parseHostAndPort,
  toSitePattern,
  type HostPattern,
} from './host-patterns.js';
import { isHostOnLocalNetwork, isLocalhostName } from './local-url.js';

export interface EgressOptions {
  /** Allowed hosts; an empty list allows every public host. */
  allowedHosts: readonly HostPattern[];
  /** Whether private addresses and this machine are allowed no matter where the session starts. */
  allowPrivate: boolean;
  /** Whether public hosts that are not in `allowedHosts` are refused even if the instructor opens a page on them. */
  blockUnlistedHosts?: boolean;
}

const METADATA_HOST_NAMES = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data.ec2.internal',
]);

const ZONE_DESCRIPTIONS: Record<Exclude<Zone, 'public'>, string> = {
  private: 'a private address',
  loopback: 'an address of this machine',
  metadata: 'a link-local or cloud metadata address',
  reserved: 'a multicast or reserved address',
};

function refuseZone(zone: Exclude<Zone, 'public'>, host: string, address: string): EgressRefusal {
  return {
    ok: false,
    reason:
      host === address
        ? `it is ${ZONE_DESCRIPTIONS[zone]}`
        : `it resolves to ${address}, ${ZONE_DESCRIPTIONS[zone]}`,
    next:
      zone === 'metadata'
        ? `Only a session that starts at ${host} may open it.`
        : zone === 'reserved'
          ? 'Check the address.'
          : 'Start on a page there, or pass --allow-private.',
  };
}

function refusePublicHost(host: string): EgressRefusal {
  return {
    ok: false,
    reason: 'it is a public host, and only local sites are allowed here',
    next: `Allow it with --allow-host ${host}.`,
  };
}

export function createEgressPolicy(options: EgressOptions): EgressPolicy {
  /** Canonical host names of the pages that the instructor opened. */
  const admittedHosts = new Set<string>();
  const admittedSites: HostPattern[] = [];
  /** Non-public zones that the session may connect to. */
  const allowedZones = new Set<Zone>(options.allowPrivate ? ['private', 'loopback'] : []);
  /** The zone that each name first resolved to. A later change of zone may be a DNS rebinding attack. */
  const firstZones = new Map<string, Zone>();

  const isAllowedByName = (host: string, port: number): boolean =>
    options.allowedHosts.length === 0 ||
    [...options.allowedHosts, ...admittedSites].some((pattern) => matchesHost(pattern, host, port));

  const isAllowedPublicHost = (host: string, port: number): boolean =>
    !options.blockUnlistedHosts || options.allowedHosts.some((pattern) => matchesHost(pattern, host, port));

  /** Whether the user listed this private or local address itself as an allowed host. */
  const isExplicitlyAllowed = (host: string, port: number): boolean =>
    options.allowedHosts.some(
      (pattern) => pattern.type === 'host' && pattern.host === host && matchesHost(pattern, host, port),
    ) &&
    (isIP(host) !== 0 || isLocalhostName(host));

  const checkZone = (zone: Zone, host: string, port: number, address: string): EgressDecision => {
    if (zone === 'public') return isAllowedPublicHost(host, port) ? { ok: true } : refusePublicHost(host);
    if (zone !== 'reserved' && allowedZones.has(zone)) return { ok: true };
    if (zone === 'metadata' && admittedHosts.has(host) && (isIP(host) !== 0 || METADATA_HOST_NAMES.has(host)))
      return { ok: true };
    if ((zone === 'private' || zone === 'loopback') && isExplicitlyAllowed(host, port)) return { ok: true };
    return refuseZone(zone, host, address);
  };

  const checkHostName = (name: string, port: number): EgressDecision => {
    const host = canonicalizeHost(name);
    if (!host) return { ok: false, reason: 'it is not a host name', next: 'Check the address.' };
    if (!isAllowedByName(host, port))
      return {
        ok: false,
        reason: 'it is not among the allowed hosts',
        next: `Allow it with --allow-host ${host}.`,
      };
    if (isIP(host)) return checkZone(classifyAddress(host), host, port, host);
    if (METADATA_HOST_NAMES.has(host)) return checkZone('metadata', host, port, host);
    if (isLocalhostName(host)) return checkZone('loopback', host, port, host);
    return isHostOnLocalNetwork(host) || isAllowedPublicHost(host, port)
      ? { ok: true }
      : refusePublicHost(host);
  };

  return {
    checkHost: checkHostName,
    checkAddresses(name, port, addresses) {
      const hostDecision = checkHostName(name, port);
      if (!hostDecision.ok) return hostDecision;
      const host = canonicalizeHost(name);
      const resolvedAddresses = addresses.map((address) => ({ address, zone: classifyAddress(address) }));
      const firstAddress = resolvedAddresses[0];
      if (!firstAddress) return { ok: false, reason: 'it has no address', next: 'Check the address.' };
      // Private addresses of a name that also has public ones are ignored.
      const zone = resolvedAddresses.some((address) => address.zone === 'public')
        ? 'public'
        : firstAddress.zone;
      const firstZone = isIP(host) ? zone : (firstZones.get(host) ?? zone);
      if (firstZone !== zone)
        return {
          ok: false,
          reason: `it now resolves to ${firstAddress.address}, which it did not before`,
          next: 'If the new address is correct, start a new session.',
        };
      // The instructor opened a page in this zone, so other hosts of the zone are allowed too.
      if (admittedHosts.has(host) && (zone === 'private' || zone === 'loopback')) allowedZones.add(zone);
      const addressDecisions = resolvedAddresses
        .filter((address) => address.zone === zone)
        .map(({ address }) => ({ address, decision: checkZone(zone, host, port, address) }));
      const usableAddresses = addressDecisions
        .filter(({ decision }) => decision.ok)
        .map(({ address }) => address);
      if (!usableAddresses.length) return addressDecisions[0]!.decision as EgressRefusal;
      firstZones.set(host, zone);
      return { ok: true, allowedAddresses: usableAddresses as [string, ...string[]] };
    },
    admit(url) {
      const host = parseHostAndPort(url)?.host;
      if (host === undefined) return;
      admittedHosts.add(host);
      admittedSites.push(toSitePattern(host));
      const zone = isIP(host) ? classifyAddress(host) : isLocalhostName(host) ? 'loopback' : 'public';
      if (zone === 'private' || zone === 'loopback') allowedZones.add(zone);
    },
  };
}
