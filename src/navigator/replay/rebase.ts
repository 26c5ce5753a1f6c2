/** Maps recorded URLs to the replayed site, which may have another address. Pure. */

export interface Rebase {
  /** Returns the recorded URL at the address of the replayed site. */
  (url: string): string;
}

/**
 * Compares the start URLs from their ends: `http://a:1/shop/` and `http://b:2/new/shop/` differ by `http://a:1` and
 * `http://b:2/new`. URLs of other sites stay as they are.
 */
export function createRebase(recordedStart: string, start: string): Rebase {
  if (!URL.canParse(recordedStart) || !URL.canParse(start) || recordedStart === start) return (url) => url;
  const [from, to] = [new URL(recordedStart), new URL(start)];
  // Blank pages and data URLs have no origin to replace.
  if (from.origin === 'null' || to.origin === 'null') return (url) => url;
  const [fromParts, toParts] = [from.pathname.split('/'), to.pathname.split('/')];
  while (fromParts.length > 1 && toParts.length > 1 && fromParts.at(-1) === toParts.at(-1)) {
    fromParts.pop();
    toParts.pop();
  }
  const [prefix, replacement] = [fromParts.join('/'), toParts.join('/')];
  return (url) => {
    if (!URL.canParse(url)) return url;
    const parsed = new URL(url);
    if (parsed.origin !== from.origin) return url;
    const { pathname, search, hash } = parsed;
    const isBelow = pathname === prefix || pathname.startsWith(`${prefix}/`) || prefix === '';
    const path = isBelow ? replacement + pathname.slice(prefix.length) : pathname;
    return `${to.origin}${path}${search}${hash}`;
  };
}
