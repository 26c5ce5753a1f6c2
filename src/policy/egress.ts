/**
 * Egress: where a session may connect to. Any public host is open unless hosts were named; private addresses
 * and this machine are closed unless the start page lies there; what clouds tell only their own machines is
 * closed unless it is the start page itself. Names are judged twice, by what they are and by where they lead.
 */
import { isIP } from 'node:net';

import type { EgressPolicy, EgressDecision, EgressRefusal } from '../contract/index.js';
import { zoneOf, type Zone } from './addresses.js';
import { canonicalHost, matches, placeOf, siteOf, type HostPattern } from './host-patterns.js';

export interface EgressOptions {
  /** Without any, every public host is open. */
  allow: readonly HostPattern[];
  /** Private addresses and this machine are open, wherever the session starts. */
  allowPrivate: boolean;
}

const METADATA_NAMES = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal']);

const KINDS: Record<Exclude<Zone, 'public'>, string> = {
  private: 'a private address',
  loopback: 'an address of this machine',
  metadata: 'a link-local or cloud metadata address',
  nowhere: 'not an address that a page can be at',
};

function closed(zone: Exclude<Zone, 'public'>, host: string, address: string): EgressRefusal {
  return {
    ok: false,
    reason: host === address ? `it is ${KINDS[zone]}` : `it leads to ${address}, ${KINDS[zone]}`,
    next:
      zone === 'metadata'
        ? `Only a session that starts at ${host} may open it.`
        : zone === 'nowhere'
          ? 'Check the address.'
          : 'Start on a page there, or pass --allow-private.',
  };
}

/** `localhost` and all below it are this machine, whatever a name server says. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

export function createEgressPolicy(options: EgressOptions): EgressPolicy {
  /** Hosts of pages that the instructor opened, in their one spelling. */
  const starts = new Set<string>();
  const sites: HostPattern[] = [];
  /** Zones that a start page lies in. */
  const opened = new Set<Zone>(options.allowPrivate ? ['private', 'loopback'] : []);
  /** In which zone a name was first found. It stays there: a name that moves indoors is an attack. */
  const homes = new Map<string, Zone>();

  const named = (host: string, port: number): boolean =>
    options.allow.length === 0 ||
    [...options.allow, ...sites].some((pattern) => matches(pattern, host, port));

  /** A private address that was allowed by writing it out needs no other permission. */
  const spelledOut = (host: string, port: number): boolean =>
    options.allow.some(
      (pattern) => pattern.type === 'host' && pattern.host === host && matches(pattern, host, port),
    ) &&
    (isIP(host) !== 0 || isLocalName(host));

  const zoneJudgement = (zone: Zone, host: string, port: number, address: string): EgressDecision => {
    if (zone === 'public' || (zone !== 'nowhere' && opened.has(zone))) return { ok: true };
    if (zone === 'metadata' && starts.has(host) && (isIP(host) !== 0 || METADATA_NAMES.has(host)))
      return { ok: true };
    if ((zone === 'private' || zone === 'loopback') && spelledOut(host, port)) return { ok: true };
    return closed(zone, host, address);
  };

  const judgeHost = (spelling: string, port: number): EgressDecision => {
    const host = canonicalHost(spelling);
    if (!host) return { ok: false, reason: 'it is not a host name', next: 'Check the address.' };
    if (!named(host, port))
      return {
        ok: false,
        reason: 'it is not among the allowed hosts',
        next: `Allow it with --allow-host ${host}.`,
      };
    if (isIP(host)) return zoneJudgement(zoneOf(host), host, port, host);
    if (METADATA_NAMES.has(host)) return zoneJudgement('metadata', host, port, host);
    if (isLocalName(host)) return zoneJudgement('loopback', host, port, host);
    return { ok: true };
  };

  return {
    host: judgeHost,
    addresses(spelling, port, found) {
      const byName = judgeHost(spelling, port);
      if (!byName.ok) return byName;
      const host = canonicalHost(spelling);
      const zones = found.map((address) => ({ address, zone: zoneOf(address) }));
      const first = zones[0];
      if (!first) return { ok: false, reason: 'it has no address', next: 'Check the address.' };
      // A public name has no business indoors: what else it claims to be at is left out.
      const home = zones.some(({ zone }) => zone === 'public') ? 'public' : first.zone;
      const before = isIP(host) ? home : (homes.get(host) ?? home);
      if (before !== home)
        return {
          ok: false,
          reason: `it now leads to ${first.address}, and did not before`,
          next: 'Start again if that is right.',
        };
      // The page that the instructor opened lies here, so that its neighbours are open as well.
      if (starts.has(host) && (home === 'private' || home === 'loopback')) opened.add(home);
      const judged = zones
        .filter(({ zone }) => zone === home)
        .map(({ address, zone }) => ({ address, judgement: zoneJudgement(zone, host, port, address) }));
      const use = judged.filter(({ judgement }) => judgement.ok).map(({ address }) => address);
      if (!use.length) return judged[0]!.judgement as EgressRefusal;
      homes.set(host, home);
      return { ok: true, use: use as [string, ...string[]] };
    },
    admit(url) {
      const place = placeOf(url);
      if (!place) return;
      starts.add(place.host);
      sites.push(siteOf(place.host));
      const zone = isIP(place.host) ? zoneOf(place.host) : isLocalName(place.host) ? 'loopback' : 'public';
      if (zone === 'private' || zone === 'loopback') opened.add(zone);
    },
  };
}
