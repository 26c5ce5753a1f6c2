/**
 * Matches the URL patterns in checks and triggers. `**` matches anything, `*` anything but a slash, and every other character
 * matches itself (also `?`, because it is part of URLs). A pattern must match the whole URL.
 */
export function matchesGlob(glob: string, url: string): boolean {
  const pattern = globToRegExp(glob);
  return [url, decodeUrl(url)].some((urlForm) => pattern.test(urlForm)) || isSameUrl(glob, url);
}

/** Returns what is wrong with a pattern; null if it is valid. */
export function findGlobError(glob: string): string | null {
  if (glob.startsWith('*') || /^[a-z][a-z\d+.-]*:/i.test(glob)) return null;
  const suggestion = glob.startsWith('/') ? `**${glob}` : `**/${glob}`;
  return `"${glob}" can never match a whole URL; start it with https:// or with **, for example "${suggestion}"`;
}

function globToRegExp(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`, 's');
}

/** `https://shop.test` and `https://shop.test/` are the same URL. */
function isSameUrl(glob: string, url: string): boolean {
  return !glob.includes('*') && URL.canParse(glob) && new URL(glob).href === url;
}

function decodeUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
