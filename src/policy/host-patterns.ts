/** Hosts as people write them: what is allowed, and what a page asks for, in one spelling. */
import { isIP } from 'node:net';

/**
 * The one spelling of a host: lower case, no brackets, no dot at its end, numbers as the dotted address that
 * browsers make of them. '' when it is none.
 */
export function canonicalHost(host: string): string {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  const text = bare.includes(':') ? `[${bare}]` : bare;
  if (!text || !URL.canParse(`http://${text}/`)) return '';
  return new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

export type HostPattern =
  | { type: 'any' }
  /** The host itself and what lies below it; `below` leaves the host itself out. */
  | { type: 'host'; host: string; below: boolean; port: number | null };

/** Host and port of an http(s) address; null for every other kind. */
export function placeOf(url: string): { host: string; port: number } | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  if (!/^(https?|wss?):$/.test(protocol)) return null;
  const host = canonicalHost(hostname);
  return host ? { host, port: port ? Number(port) : /^(https|wss):$/.test(protocol) ? 443 : 80 } : null;
}

/** `any`, `example.com`, `*.example.com`, `example.com:8080`, `10.0.0.5`, `[::1]:3000`; null when it is none. */
export function parseHostPattern(text: string): HostPattern | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === 'any') return { type: 'any' };
  const [, star = '', name = '', port] =
    /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s:/?#@*[\]]+)(?::(\d{1,5}))?$/.exec(wanted) ?? [];
  const host = isIP(wanted) === 6 ? canonicalHost(wanted) : canonicalHost(name);
  if (!host || (star && isIP(host)) || Number(port ?? 1) > 65_535 || Number(port ?? 1) < 1) return null;
  return { type: 'host', host, below: star !== '', port: port ? Number(port) : null };
}

export function matches(pattern: HostPattern, host: string, port: number): boolean {
  if (pattern.type === 'any') return true;
  if (pattern.port !== null && pattern.port !== port) return false;
  if (host === pattern.host) return !pattern.below;
  return !isIP(pattern.host) && host.endsWith(`.${pattern.host}`);
}

/** A start page opens its host, what lies below it, and for `www.` what lies beside it. */
export function siteOf(host: string): HostPattern {
  return { type: 'host', host: host.replace(/^www\.(?=.+\.)/, ''), below: false, port: null };
}
