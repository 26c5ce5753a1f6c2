/**
 * Reloads the last URL of a crashed tab in a new page of the same context, without resending form data. Gives up on a
 * tab that keeps crashing at the same URL.
 */
import { ParleyError } from '../contract/index.js';
import { goTo } from './go-to.js';
import type { EffectLog, PageEventLog } from './page-events.js';
import type { PageLimits } from './limits.js';
import { withTimeout } from './timeouts.js';
import type { Tab, Tabs } from './tabs.js';

export class CrashRecovery {
  /** Consecutive crashes at one URL. */
  readonly #crashes = new WeakMap<Tab, { url: string; count: number }>();
  readonly #stopListening: () => void;
  #isReleased = false;

  constructor(
    private readonly tabs: Tabs,
    private readonly limits: PageLimits,
    private readonly effects: EffectLog,
    private readonly pageEvents: PageEventLog,
  ) {
    this.#stopListening = tabs.tabCrashed.listen((tab) => this.#onCrash(tab));
  }

  #onCrash(tab: Tab): void {
    if (this.#isReleased) return;
    const url = tab.page.url();
    this.effects.add({ type: 'crashed', url });
    this.pageEvents.add({ type: 'crash', url });
    const previousCrash = this.#crashes.get(tab);
    const count = previousCrash?.url === url ? previousCrash.count + 1 : 1;
    this.#crashes.set(tab, { url, count });
    const recovering = this.#reopen(tab, url, count > this.limits.maxCrashCount).finally(() => {
      if (tab.recovery === recovering) tab.recovery = null;
    });
    tab.recovery = recovering;
  }

  async #reopen(tab: Tab, url: string, giveUp: boolean): Promise<void> {
    const page = await this.tabs.createPage().catch(() => null);
    if (this.#isReleased || !page || !this.tabs.all.includes(tab)) {
      // Without a new page the crashed page stays in the tab, and the next observation reports it.
      if (page) await withTimeout(page.close(), this.limits.closeMs);
      return;
    }
    this.tabs.replace(tab, page);
    if (this.tabs.active === tab) await this.tabs.activate(tab);
    if (giveUp) {
      tab.crashingUrl = url;
      return;
    }
    await goTo(page, url, { timeout: this.limits.reloadMs, signal: null }).catch(() => undefined);
  }

  /** Resets the crash count of a tab once a page at another URL has responded. */
  markResponsive(tab: Tab): void {
    const lastCrash = this.#crashes.get(tab);
    if (lastCrash && lastCrash.url !== tab.page.url()) this.#crashes.delete(tab);
  }

  release(): void {
    this.#isReleased = true;
    this.#stopListening();
  }
}

export function createRepeatedCrashError(url: string): ParleyError {
  return new ParleyError(
    'infra',
    `The page at ${url} crashes the browser tab each time it is opened.`,
    'Start at another page of the site, or try another version of the browser.',
  );
}
