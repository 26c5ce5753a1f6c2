/**
 * Recognises URLs of files, this machine and the local network. Pages there are expected to be the same in every run.
 */
import { isIP } from 'node:net';

import { classifyAddress } from './addresses.js';
import { canonicalizeHost } from './host-patterns.js';

/** Top-level domains that do not exist in public DNS (RFC 2606, 6762, 9476). */
const PRIVATE_DOMAIN_PATTERN = /(^|\.)(test|local|internal|home\.arpa)$/;

/** Whether the name is `localhost` or a subdomain of it. These names mean this machine, regardless of DNS. */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

export function isLocalUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return !/^https?:$/.test(protocol) || isHostOnLocalNetwork(canonicalizeHost(hostname));
}

/**
 * Whether the host is this machine or on the local network.
 * @param host in canonical form
 */
export function isHostOnLocalNetwork(host: string): boolean {
  if (isIP(host)) return classifyAddress(host) === 'loopback' || classifyAddress(host) === 'private';
  return isLocalhostName(host) || !host.includes('.') || PRIVATE_DOMAIN_PATTERN.test(host);
}
