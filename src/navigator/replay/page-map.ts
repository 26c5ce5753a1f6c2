/** Maps recorded pages to pages of the replayed site: by URL, and by the correspondences added during the replay. */
import { isMovedPage, isSamePage, toUrlPattern } from '../../fingerprint/index.js';
import type { Rebase } from './rebase.js';

export class PageMap {
  /** URL patterns of pages on the replayed site, by the URL pattern of the recorded page. */
  readonly #currentPatternByRecorded = new Map<string, string>();

  readonly #visitedPatterns = new Set<string>();

  constructor(readonly rebase: Rebase) {}

  /** @param recordedUrl a recorded URL, rebased to the replayed site */
  isCorresponding(recordedUrl: string, currentUrl: string): boolean {
    return (
      isSamePage(recordedUrl, currentUrl) ||
      isMovedPage(recordedUrl, currentUrl) ||
      this.#currentPatternByRecorded.get(toUrlPattern(recordedUrl)) === toUrlPattern(currentUrl)
    );
  }

  addVisited(url: string): void {
    this.#visitedPatterns.add(toUrlPattern(url));
  }

  hasVisited(url: string): boolean {
    return this.#visitedPatterns.has(toUrlPattern(url));
  }

  /** Adds the page that corresponds to a recorded page. Pages of different sites never correspond. */
  addCorrespondence(recordedUrl: string, currentUrl: string): void {
    if (isSamePage(recordedUrl, currentUrl) || getOrigin(recordedUrl) !== getOrigin(currentUrl)) return;
    this.#currentPatternByRecorded.set(toUrlPattern(recordedUrl), toUrlPattern(currentUrl));
  }
}

const getOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);
