/** Maps recorded pages to pages of the replayed site: by URL, and by what the replay has learned. */
import { isMovedPage, isSamePage, toUrlPattern } from '../../fingerprint/index.js';
import type { Rebase } from './rebase.js';

export class PageMap {
  /** URL pattern of the current page by the pattern of the recorded page. */
  readonly #learned = new Map<string, string>();

  readonly #visited = new Set<string>();

  constructor(readonly rebase: Rebase) {}

  /** @param recorded a recorded URL, rebased to the replayed site */
  isSame(recorded: string, current: string): boolean {
    return (
      isSamePage(recorded, current) ||
      isMovedPage(recorded, current) ||
      this.#learned.get(toUrlPattern(recorded)) === toUrlPattern(current)
    );
  }

  visit(url: string): void {
    this.#visited.add(toUrlPattern(url));
  }

  hasVisited(url: string): boolean {
    return this.#visited.has(toUrlPattern(url));
  }

  /** Remembers that a page corresponds to a recorded page. Pages of other sites never correspond. */
  learn(recorded: string, current: string): void {
    if (isSamePage(recorded, current) || originOf(recorded) !== originOf(current)) return;
    this.#learned.set(toUrlPattern(recorded), toUrlPattern(current));
  }
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);
