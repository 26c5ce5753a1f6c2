/** Maps recorded URLs to the replayed site, which may be at another address. Pure. */

export interface Rebase {
  /** Moves a recorded URL to the replayed site's address. */
  (url: string): string;
}

/**
 * Compares the start URLs from their ends: `http://a:1/shop/` and `http://b:2/new/shop/` differ by `http://a:1` and
 * `http://b:2/new`. URLs of other sites stay as they are.
 */
export function createRebase(recordedStart: string, start: string): Rebase {
  if (!URL.canParse(recordedStart) || !URL.canParse(start) || recordedStart === start) return (url) => url;
  const [recordedUrl, startUrl] = [new URL(recordedStart), new URL(start)];
  // Blank pages and data URLs have no origin to replace.
  if (recordedUrl.origin === 'null' || startUrl.origin === 'null') return (url) => url;
  const [recordedSegments, startSegments] = [recordedUrl.pathname.split('/'), startUrl.pathname.split('/')];
  while (
    recordedSegments.length > 1 &&
    startSegments.length > 1 &&
    recordedSegments.at(-1) === startSegments.at(-1)
  ) {
    recordedSegments.pop();
    startSegments.pop();
  }
  const [prefix, replacement] = [recordedSegments.join('/'), startSegments.join('/')];
  return (url) => {
    if (!URL.canParse(url)) return url;
    const parsed = new URL(url);
    if (parsed.origin !== recordedUrl.origin) return url;
    const { pathname, search, hash } = parsed;
    const isUnderPrefix = pathname === prefix || pathname.startsWith(`${prefix}/`) || prefix === '';
    const path = isUnderPrefix ? replacement + pathname.slice(prefix.length) : pathname;
    return `${startUrl.origin}${path}${search}${hash}`;
  };
}
