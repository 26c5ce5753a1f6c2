/**
 * Serves the fixture sites for the replay of a session that was recorded on them. The sites get a new port each time, so
 * the recorded address is usually no longer in use.
 */
import { resetSite } from '../dialogue/index.js';
import type { ReplayScript } from '../contract/index.js';
import { findFixtureWord } from '../save/index.js';
import { serveFixtures } from './fixture-sites.js';

export interface ServedFixtures {
  /** The recorded start page at its current address. */
  startUrl: string;
  close(): Promise<void>;
}

const PROBE_TIMEOUT_MS = 3_000;

/**
 * Serves the sites in the recorded initial state. Returns null if the session was recorded on another site, or if the
 * fixture sites are still served at the recorded address.
 */
export async function serveRecordedFixtures(
  { startUrl, startTitle, start }: Pick<ReplayScript, 'startUrl' | 'startTitle' | 'start'>,
  signal: AbortSignal,
): Promise<ServedFixtures | null> {
  const titleWord = findFixtureWord(startUrl);
  if (titleWord === null || !startTitle.includes(titleWord) || (await isServed(startUrl, titleWord, signal)))
    return null;
  const sites = await serveFixtures();
  try {
    const toServedUrl = (url: string): string => url.replace(new URL(startUrl).origin, sites.url);
    const { reset } = start;
    if (reset && toServedUrl(reset.post).startsWith(sites.url))
      await resetSite({ ...reset, post: toServedUrl(reset.post) }, signal);
    return { startUrl: toServedUrl(startUrl), close: () => sites.close() };
  } catch (error) {
    await sites.close();
    throw error;
  }
}

/** Whether the site still responds at its recorded address. Another program may be using the port now. */
async function isServed(url: string, titleWord: string, signal: AbortSignal): Promise<boolean> {
  try {
    const limitedSignal = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
    const response = await fetch(url, { signal: limitedSignal });
    return (await response.text()).includes(titleWord);
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
