/**
 * Recognises a page after the site's addresses got another form: `/shop/p/fennel-scarf` and `/shop/item/fennel-scarf`
 * are about the same thing, `/users/edit` and `/orders/edit` are not. Pure.
 */

/** What is done with a thing; it does not say with which one. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'add all change create delete details edit form home index info insert item items list login logout main manage new ' +
    'overview page preview print remove save search send settings show start submit update view'
  ).split(' '),
);

const segmentsOf = (pathname: string): string[] =>
  pathname
    .replace(/\/(?:index\.html?)?$/u, '')
    .split('/')
    .slice(1)
    .map((segment) => segment.toLowerCase());

/** The last part of a link's address, by which it says what it leads to; null if it says nothing. */
export function slugOf(address: string): string | null {
  if (!URL.canParse(address, 'http://site/')) return null;
  // The same path with another query leads to another state of a page.
  const { pathname, search, protocol } = new URL(address, 'http://site/');
  if (search !== '' || !/^https?:$/u.test(protocol)) return null;
  const slug = segmentsOf(pathname).at(-1) ?? '';
  return /\p{L}{3}/u.test(decode(slug)) && !VERBS.has(slug.replace(/\.\w+$/u, '')) ? slug : null;
}

/** Whether a part of a path names one thing among others: `ev-108` and `fennel-scarf`, but neither `12` nor `basket`. */
const isIdentifier = (segment: string): boolean => {
  const parts = segment.split(/[-_.]/u).filter((part) => part !== '');
  const hasLetter = /\p{L}/u.test(segment);
  return hasLetter && (/\d/u.test(segment) || (parts.length > 1 && !parts.some((part) => VERBS.has(part))));
};

/** How far two addresses of one site agree, if they end alike and no more than one other part of the path differs. */
function compare(recorded: string, current: string): { last: string; isSameQuery: boolean } | null {
  if (!URL.canParse(recorded) || !URL.canParse(current)) return null;
  const [before, now] = [new URL(recorded), new URL(current)];
  const [from, to] = [segmentsOf(before.pathname), segmentsOf(now.pathname)];
  const last = from.at(-1);
  if (before.origin !== now.origin || last === undefined || from.length < 2 || from.length !== to.length)
    return null;
  const differing = from.filter((segment, i) => segment !== to[i]);
  const sameQuery = isSameQuery(before, now);
  return (last === to.at(-1) || sameQuery) && differing.length <= 1 ? { last, isSameQuery: sameQuery } : null;
}

/** A search for the same words. */
const isSameQuery = (recorded: URL, current: URL): boolean =>
  recorded.search === current.search && /=[^&]*\p{L}{3}/u.test(recorded.search);

/** Whether both addresses are about the same identified thing of one site. */
export function isCounterpart(recorded: string, current: string): boolean {
  const agreement = compare(recorded, current);
  return agreement !== null && (agreement.isSameQuery || isIdentifier(agreement.last));
}

/** Whether a link that was known leads to the same place in another form of addresses. */
export function isSameDestination(recorded: string, current: string): boolean {
  const agreement = compare(recorded, current);
  return agreement !== null && (agreement.isSameQuery || slugOf(recorded) !== null);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
