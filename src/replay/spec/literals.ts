/** Writes TypeScript literals for a generated spec. Pure. */
import { toUrlPattern } from '../../fingerprint/index.js';

/** Writes a string literal in single quotes. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(/[\u2028\u2029]/gu, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
  return `'${escaped}'`;
}

const SECRET = /<([A-Z][A-Z0-9_]{2,})>/gu;

/** Writes a string expression in which each masked secret becomes a call: `'PIN ' + secret('PIN')`. */
export function quoteWithSecrets(text: string, secrets: ReadonlySet<string>): string {
  const parts = text.split(SECRET);
  // Odd entries are names.
  const hasSecret = parts.some((part, i) => i % 2 === 1 && secrets.has(part));
  if (!hasSecret) return quote(text);
  return parts
    .map((part, i) => (i % 2 === 0 ? part : secrets.has(part) ? null : `<${part}>`))
    .map((part, i) => (part === null ? `secret(${quote(parts[i]!)})` : part === '' ? '' : quote(part)))
    .filter(Boolean)
    .join(' + ');
}

export const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');

/** Writes a regular expression literal that ignores case and differences in whitespace. */
export const toLooseRegex = (text: string): string =>
  `/${text.trim().split(/\s+/u).map(escapeRegex).join('\\s+')}/i`;

/** Returns the URL relative to the base URL if both have the same origin. */
export function toRelativeUrl(url: string, base: string): string {
  if (!URL.canParse(url) || !URL.canParse(base) || new URL(url).origin !== new URL(base).origin) return url;
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

/** Writes the argument of `toHaveURL`: the URL, or a pattern if it contains ids or a query. */
export function toUrlExpectation(url: string, base: string): string {
  const pattern = toUrlPattern(url);
  if (!pattern.includes('#') && !/[?#]/u.test(url)) return quote(toRelativeUrl(url, base));
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: '' };
  const path = pattern.slice(origin.length);
  const source = path.split('#').map(escapeRegex).join('[\\w-]+');
  return `/${source}(?:[?#].*)?$/`;
}

/** Writes a regular expression literal for a scenario's URL pattern. */
export const toGlobRegex = (glob: string): string =>
  `/^${glob
    .split(/(\*\*|\*)/u)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escapeRegex(part)))
    .join('')}$/`;
