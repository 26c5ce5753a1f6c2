/** Determines the start page of a saved scenario, and recognises the fixture sites, which can be reset. Pure. */
import { FIXTURES } from '../dialogue/index.js';
import type { Conversation } from './conversation.js';

/** The fixture sites that ship with Parley: the first path segment of each, and a word that all its titles contain. */
export const FIXTURE_SITE_WORDS: Readonly<Record<string, string>> = {
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
  /** Origin of the fixture sites; null on other sites. */
  fixturesOrigin: string | null;
}

/** Finds the first page of the conversation; null if it never opened a page. */
export function findStart({ session, startUrl, startTitle, lines }: Conversation): SavedStart | null {
  // Prefers the requested URL, because the site may redirect from it.
  const requestedUrl = isPageUrl(session.url) && isPageUrl(startUrl) ? session.url : '';
  const isRedirected = requestedUrl !== '' && new URL(requestedUrl).host === new URL(startUrl).host;
  const openedUrl = isRedirected ? requestedUrl : startUrl;
  const url = isPageUrl(openedUrl) ? openedUrl : lines.map(({ urlAfter }) => urlAfter).find(isPageUrl);
  return url === undefined ? null : { url, fixturesOrigin: findFixturesOrigin(url, startTitle) };
}

const isPageUrl = (url: string): boolean => /^(?:https?|file):/.test(url) && URL.canParse(url);

/** The fixture sites may run on any local port. Their titles distinguish them from other local sites. */
function findFixturesOrigin(url: string, title: string): string | null {
  const word = findFixtureWord(url);
  return word !== null && title.includes(word) ? new URL(url).origin : null;
}

/** Returns the title word of the fixture site that the URL may belong to; null if there is none. */
export function findFixtureWord(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const isLocal = /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
  return (isLocal ? FIXTURE_SITE_WORDS[pathname.split('/')[1] ?? ''] : undefined) ?? null;
}

/** Replaces the fixture sites' origin with its variable. */
export const insertFixtures = (text: string, fixturesOrigin: string | null): string =>
  fixturesOrigin === null ? text : text.replaceAll(fixturesOrigin, `{{${FIXTURES}}}`);
