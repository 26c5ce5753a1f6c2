/** Converts host names to canonical form. Parses and matches host patterns such as `*.example.com`. */
import { isIP } from 'node:net';

/**
 * Returns the canonical form of a host: lower case, no brackets, no final dot, and numbers as a dotted IPv4 address
 * (`2130706433` → `127.0.0.1`, as browsers do). Returns '' if it is not a host.
 */
export function canonicalizeHost(host: string): string {
  const hostWithoutBrackets = host.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  const urlHost = hostWithoutBrackets.includes(':') ? `[${hostWithoutBrackets}]` : hostWithoutBrackets;
  if (!urlHost || !URL.canParse(`http://${urlHost}/`)) return '';
  return new URL(`http://${urlHost}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

export type HostPattern =
  | { type: 'any' }
  /** The host and its subdomains; with `subdomainsOnly`, only the subdomains. */
  | { type: 'host'; host: string; subdomainsOnly: boolean; port: number | null };

/** Returns the host and port of an http(s) or ws(s) URL; null for other schemes. */
export function parseHostAndPort(url: string): { host: string; port: number } | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  if (!/^(https?|wss?):$/.test(protocol)) return null;
  const host = canonicalizeHost(hostname);
  return host ? { host, port: port ? Number(port) : /^(https|wss):$/.test(protocol) ? 443 : 80 } : null;
}

/**
 * Parses patterns such as `any`, `example.com`, `*.example.com`, `example.com:8080`, `10.0.0.5` and `[::1]:3000`.
 * Returns null if the text is not a pattern.
 */
export function parseHostPattern(text: string): HostPattern | null {
  const pattern = text.trim().toLowerCase();
  if (pattern === 'any') return { type: 'any' };
  const [, wildcard = '', name = '', port] =
    /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s:/?#@*[\]]+)(?::(\d{1,5}))?$/.exec(pattern) ?? [];
  const host = isIP(pattern) === 6 ? canonicalizeHost(pattern) : canonicalizeHost(name);
  if (!host || (wildcard && isIP(host)) || Number(port ?? 1) > 65_535 || Number(port ?? 1) < 1) return null;
  return { type: 'host', host, subdomainsOnly: wildcard !== '', port: port ? Number(port) : null };
}

export function matchesHost(pattern: HostPattern, host: string, port: number): boolean {
  if (pattern.type === 'any') return true;
  if (pattern.port !== null && pattern.port !== port) return false;
  if (host === pattern.host) return !pattern.subdomainsOnly;
  return !isIP(pattern.host) && host.endsWith(`.${pattern.host}`);
}

/**
 * Returns the pattern for a start page's host and its subdomains. For `www.example.com`, that is all of
 * `example.com`.
 */
export function toSitePattern(host: string): HostPattern {
  return { type: 'host', host: host.replace(/^www\.(?=.+\.)/, ''), subdomainsOnly: false, port: null };
}
