/** Recognises files and sites of this machine or network, whose pages are the same in every run. */
import { isIP } from 'node:net';

import { zoneOf } from './addresses.js';
import { isLocalName } from './egress.js';
import { canonicalHost } from './host-patterns.js';

/** Top-level domains that do not exist in public DNS (RFC 2606, 6762, 9476). */
const PRIVATE_NAME = /(^|\.)(test|local|internal|home\.arpa)$/;

export function isLocalUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (!/^https?:$/.test(protocol)) return true;
  const host = canonicalHost(hostname);
  if (isIP(host)) return zoneOf(host) === 'loopback' || zoneOf(host) === 'private';
  return isLocalName(host) || !host.includes('.') || PRIVATE_NAME.test(host);
}
