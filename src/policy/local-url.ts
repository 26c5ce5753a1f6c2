/** Recognises files and sites of this machine or network, whose pages are the same in every run. */
import { isIP } from 'node:net';

import { classifyAddress } from './addresses.js';
import { canonicalizeHost } from './host-patterns.js';

/** Top-level domains that do not exist in public DNS (RFC 2606, 6762, 9476). */
const PRIVATE_NAME = /(^|\.)(test|local|internal|home\.arpa)$/;

/** Whether the name is `localhost` or below it. Such a name means this machine, whatever DNS answers. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

export function isLocalUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return !/^https?:$/.test(protocol) || isLocalHost(canonicalizeHost(hostname));
}

/** @param host in canonical form */
export function isLocalHost(host: string): boolean {
  if (isIP(host)) return classifyAddress(host) === 'loopback' || classifyAddress(host) === 'private';
  return isLocalName(host) || !host.includes('.') || PRIVATE_NAME.test(host);
}
