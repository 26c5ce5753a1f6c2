/**
 * Recognises pages after a site changed the structure of its URLs: `/shop/p/fennel-scarf` and `/shop/item/fennel-scarf`
 * show the same item, `/users/edit` and `/orders/edit` do not. Pure.
 */

/** Path segments that name an operation or a kind of page, not an item. */
const GENERIC_SEGMENTS: ReadonlySet<string> = new Set(
  (
    'add all change create delete details edit form home index info insert item items list login logout main manage new ' +
    'overview page preview print remove save search send settings show start submit update view'
  ).split(' '),
);

const getPathSegments = (pathname: string): string[] =>
  pathname
    .replace(/\/(?:index\.html?)?$/u, '')
    .split('/')
    .slice(1)
    .map((segment) => segment.toLowerCase());

/** Returns the last path segment of a link if it names an item; otherwise null. */
export function getSlug(href: string): string | null {
  if (!URL.canParse(href, 'http://site/')) return null;
  // A query may select another state of the page.
  const { pathname, search, protocol } = new URL(href, 'http://site/');
  if (search !== '' || !/^https?:$/u.test(protocol)) return null;
  const slug = getPathSegments(pathname).at(-1) ?? '';
  return /\p{L}{3}/u.test(decode(slug)) && !GENERIC_SEGMENTS.has(slug.replace(/\.\w+$/u, '')) ? slug : null;
}

/** Whether a path segment names one item: `ev-108` and `fennel-scarf`, but not `12` or `basket`. */
const isIdentifier = (segment: string): boolean => {
  const words = segment.split(/[-_.]/u).filter((part) => part !== '');
  const hasLetter = /\p{L}/u.test(segment);
  return (
    hasLetter &&
    (/\d/u.test(segment) || (words.length > 1 && !words.some((part) => GENERIC_SEGMENTS.has(part))))
  );
};

/**
 * Compares two URLs. Returns null unless they have the same origin, the same last segment or search, and at most one
 * differing segment.
 */
function compareUrls(
  recorded: string,
  current: string,
): { lastSegment: string; isSameQuery: boolean } | null {
  if (!URL.canParse(recorded) || !URL.canParse(current)) return null;
  const [recordedUrl, currentUrl] = [new URL(recorded), new URL(current)];
  const [recordedSegments, currentSegments] = [
    getPathSegments(recordedUrl.pathname),
    getPathSegments(currentUrl.pathname),
  ];
  const lastSegment = recordedSegments.at(-1);
  if (
    recordedUrl.origin !== currentUrl.origin ||
    lastSegment === undefined ||
    recordedSegments.length < 2 ||
    recordedSegments.length !== currentSegments.length
  )
    return null;
  const differingSegments = recordedSegments.filter((segment, i) => segment !== currentSegments[i]);
  const hasSameQuery = searchForSameWords(recordedUrl, currentUrl);
  return (lastSegment === currentSegments.at(-1) || hasSameQuery) && differingSegments.length <= 1
    ? { lastSegment, isSameQuery: hasSameQuery }
    : null;
}

/** Whether both URLs search for the same words. */
const searchForSameWords = (recorded: URL, current: URL): boolean =>
  recorded.search === current.search && /=[^&]*\p{L}{3}/u.test(recorded.search);

/** Whether both URLs are pages of the same item. */
export function isMovedPage(recorded: string, current: string): boolean {
  const agreement = compareUrls(recorded, current);
  return agreement !== null && (agreement.isSameQuery || isIdentifier(agreement.lastSegment));
}

/** Whether both links lead to the same place although the structure of the URLs differs. */
export function isMovedLink(recorded: string, current: string): boolean {
  const agreement = compareUrls(recorded, current);
  return agreement !== null && (agreement.isSameQuery || getSlug(recorded) !== null);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
