/** Determines the start page of a saved scenario, and recognises the example sites, which can be reset. Pure. */
import { FIXTURES } from '../dialogue/index.js';
import type { Conversation } from './conversation.js';

/** The example sites that ship with Parley: first path segment, and a word that all titles contain. */
export const EXAMPLE_SITES: Readonly<Record<string, string>> = {
  encyclopedia: 'Lantern',
  'encyclopedia-2': 'Quarto',
  calendar: 'Daybook',
  'calendar-2': 'Sundial',
  shop: 'Fennwick',
  'shop-2': 'Oddment House',
  mail: 'Pigeonhole',
  'mail-2': 'Quillbox',
  airline: 'Seabird Airways',
  'airline-2': 'Seabird Airways',
};

export interface SavedStart {
  url: string;
  /** Origin of the example sites; null on other sites. */
  examples: string | null;
}

/** Finds the first page of the conversation; null if it never opened a page. */
export function findStart({ session, startUrl, startTitle, lines }: Conversation): SavedStart | null {
  // Prefers the requested URL, because the site may redirect from it.
  const requested = isAddress(session.url) && isAddress(startUrl) ? session.url : '';
  const redirected = requested !== '' && new URL(requested).host === new URL(startUrl).host;
  const opened = redirected ? requested : startUrl;
  const url = isAddress(opened) ? opened : lines.map(({ urlAfter }) => urlAfter).find(isAddress);
  return url === undefined ? null : { url, examples: findExampleSites(url, startTitle) };
}

const isAddress = (url: string): boolean => /^(?:https?|file):/.test(url) && URL.canParse(url);

/** The example sites run on any local port, so their titles distinguish them from other local sites. */
function findExampleSites(url: string, title: string): string | null {
  const word = findExampleWord(url);
  return word !== null && title.includes(word) ? new URL(url).origin : null;
}

/** Returns the title word of the example site that the URL may belong to; null if there is none. */
export function findExampleWord(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const isLocal = /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
  return (isLocal ? EXAMPLE_SITES[pathname.split('/')[1] ?? ''] : undefined) ?? null;
}

/** Replaces the origin of the example sites with its variable. */
export const insertFixtures = (text: string, examples: string | null): string =>
  examples === null ? text : text.replaceAll(examples, `{{${FIXTURES}}}`);
