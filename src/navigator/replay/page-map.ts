/** Knows which page of the site is which recorded page: by address, and by what the replay has seen so far. */
import { isMovedPage, isSamePage, toUrlPattern } from '../../fingerprint/index.js';
import type { Rebase } from './rebase.js';

export class PageMap {
  /** Patterns of recorded pages with that of the page in their place. */
  readonly #learnt = new Map<string, string>();

  readonly #visited = new Set<string>();

  constructor(readonly rebase: Rebase) {}

  /** @param recorded already on the site of the replay */
  isSame(recorded: string, current: string): boolean {
    return (
      isSamePage(recorded, current) ||
      isMovedPage(recorded, current) ||
      this.#learnt.get(toUrlPattern(recorded)) === toUrlPattern(current)
    );
  }

  visit(url: string): void {
    this.#visited.add(toUrlPattern(url));
  }

  hasVisited(url: string): boolean {
    return this.#visited.has(toUrlPattern(url));
  }

  /** Remembers a page that is certainly in the place of the recorded one. Other sites are never in its place. */
  learn(recorded: string, current: string): void {
    if (isSamePage(recorded, current) || originOf(recorded) !== originOf(current)) return;
    this.#learnt.set(toUrlPattern(recorded), toUrlPattern(current));
  }
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);
