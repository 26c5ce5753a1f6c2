/** Pages that stay as they are from one run to the next: files, and sites of this machine or this network. */
import { isIP } from 'node:net';

import { zoneOf } from './addresses.js';
import { isLocalName } from './egress.js';
import { canonicalHost } from './host-patterns.js';

/** Names that are found in no public network (RFC 2606, 6762, 9476). */
const INDOORS = /(^|\.)(test|local|internal|home\.arpa)$/;

export function isLocalPlace(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (!/^https?:$/.test(protocol)) return true;
  const host = canonicalHost(hostname);
  if (isIP(host)) return zoneOf(host) === 'loopback' || zoneOf(host) === 'private';
  return isLocalName(host) || !host.includes('.') || INDOORS.test(host);
}
