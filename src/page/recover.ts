/**
 * A tab whose process died shows its last address again, in a new page of the same context. What a form had
 * sent is not sent again. An address that kills its tab over and over is left alone.
 */
import { ParleyError } from '../contract/index.js';
import { goTo } from './go-to.js';
import type { EffectLog, IncidentLog } from './page-events.js';
import type { Limits } from './limits.js';
import { capped } from './patience.js';
import type { Tab, Tabs } from './tabs.js';

const RELOAD_MS = 15_000;

export class Recovery {
  /** How often in a row an address killed a tab. */
  readonly #deaths = new WeakMap<Tab, { url: string; count: number }>();
  readonly #release: () => void;
  #over = false;

  constructor(
    private readonly tabs: Tabs,
    private readonly limits: Limits,
    private readonly effects: EffectLog,
    private readonly incidents: IncidentLog,
  ) {
    this.#release = tabs.crashed.hear((tab) => this.#onCrash(tab));
  }

  #onCrash(tab: Tab): void {
    if (this.#over) return;
    const url = tab.page.url();
    this.effects.note({ type: 'crashed', url });
    this.incidents.note({ type: 'crash', url });
    const before = this.#deaths.get(tab);
    const count = before?.url === url ? before.count + 1 : 1;
    this.#deaths.set(tab, { url, count });
    const recovering = this.#reopen(tab, url, count > this.limits.crashes).finally(() => {
      if (tab.recovering === recovering) tab.recovering = null;
    });
    tab.recovering = recovering;
  }

  async #reopen(tab: Tab, url: string, lost: boolean): Promise<void> {
    const page = await this.tabs.make().catch(() => null);
    if (this.#over || !page || !this.tabs.all.includes(tab)) {
      // Without another page the dead one stays, and looking at it says so.
      if (page) await capped(page.close(), this.limits.close);
      return;
    }
    this.tabs.replace(tab, page);
    if (this.tabs.active === tab) await this.tabs.show(tab);
    if (lost) {
      tab.lost = url;
      return;
    }
    await goTo(page, url, { timeout: RELOAD_MS, signal: null }).catch(() => undefined);
  }

  /** The tab shows something: only deaths in a row at one address count. */
  alive(tab: Tab): void {
    const before = this.#deaths.get(tab);
    if (before && before.url !== tab.page.url()) this.#deaths.delete(tab);
  }

  release(): void {
    this.#over = true;
    this.#release();
  }
}

export function crashesAgainAndAgain(url: string): ParleyError {
  return new ParleyError(
    'infra',
    `The page at ${url} crashes the browser tab each time it is opened.`,
    'Start at another page of the site, or try another version of the browser.',
  );
}
