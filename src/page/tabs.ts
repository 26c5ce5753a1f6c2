/**
 * The tabs of one session. A tab keeps its small number for life, also when its page is replaced after a
 * crash; which one is active follows what the page opens and closes. There are never more than a page may ask
 * for: further ones are closed at once.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright';

import type { Observation } from '../contract/index.js';
import type { EffectLog, IncidentLog } from './page-events.js';
import { Bell, capped } from './patience.js';

const CALL_MS = 5_000;

export interface Tab {
  readonly id: number;
  page: Page;
  opener: Tab | null;
  /** As last looked at, for the time when it cannot be. */
  seen: Observation | null;
  /** Set while a page that crashed is opened again. */
  recovering: Promise<void> | null;
  /** The address that crashed it too often. */
  lost: string | null;
  /** Its size and debugging session. */
  ready: Promise<void>;
  cdp: CDPSession | null;
}

/** What watches every page; returns how to stop. */
export type Attach = (page: Page) => () => void;

/** Where the tabs are, and which of those there belong to this session; without a rule all do. */
export interface House {
  context: BrowserContext;
  owns?(page: Page): Promise<boolean>;
  adopt?(page: Page): Promise<void>;
}

export class Tabs {
  readonly all: Tab[] = [];
  /** Pages of tabs crashed. */
  readonly crashed = new Bell<Tab>();
  readonly #releases = new Map<Page, () => void>();
  #active: Tab | null = null;
  #next = 1;
  /** Pages that are being made here, not by a page; events for them wait until it is known which they are. */
  #making = 0;
  #unsorted: Page[] = [];
  #stopped = false;
  readonly #viewport: { width: number; height: number } | null;

  constructor(
    private readonly house: House,
    first: Page,
    private readonly most: number,
    private readonly attach: readonly Attach[],
    private readonly onSession: (cdp: CDPSession) => Promise<void>,
    private readonly effects: EffectLog,
    private readonly incidents: IncidentLog,
  ) {
    this.#viewport = first.viewportSize();
    this.#active = this.#adopt(first, null);
    house.context.on('page', this.#onAnyPage);
  }

  /** Null when every window was closed. */
  get active(): Tab | null {
    return this.#active;
  }

  find(id: number): Tab | null {
    return this.all.find((tab) => tab.id === id) ?? null;
  }

  of(page: Page): Tab | null {
    return this.all.find((tab) => tab.page === page) ?? null;
  }

  get full(): boolean {
    return this.all.length >= this.most;
  }

  /** Pages that may share a process with this one, and so stand still with it. */
  family(tab: Tab): Page[] {
    const root = (one: Tab): Tab => {
      let at = one;
      for (let i = 0; at.opener && i < this.most; i++) at = at.opener;
      return at;
    };
    return this.all.filter((other) => root(other) === root(tab)).map((other) => other.page);
  }

  list(): Observation['tabs'] {
    return this.all.map((tab) => ({
      id: tab.id,
      url: tab.page.url(),
      active: tab === this.#active,
    }));
  }

  /** A page of our own that no page has asked for. @throws when the browser gives none */
  async make(): Promise<Page> {
    this.#making++;
    try {
      const page = await capped(this.house.context.newPage(), CALL_MS);
      if (!page) throw new Error('the browser opened no new tab');
      await this.house.adopt?.(page);
      this.#unsorted = this.#unsorted.filter((other) => other !== page);
      return page;
    } finally {
      this.#making--;
      if (this.#making === 0) for (const page of this.#unsorted.splice(0)) this.#onPage(page);
    }
  }

  /** A new blank tab, which becomes the active one. */
  async create(): Promise<Tab> {
    const tab = this.#adopt(await this.make(), null);
    this.#active = tab;
    await tab.ready;
    return tab;
  }

  async show(tab: Tab): Promise<void> {
    this.#active = tab;
    await capped(tab.page.bringToFront(), CALL_MS);
  }

  /** Closes a tab; one whose page does not let go is dropped all the same. */
  async remove(tab: Tab): Promise<void> {
    const { page } = tab;
    await capped(page.close(), CALL_MS);
    this.#onClose(page);
  }

  /** Another page in the place of one that crashed. */
  replace(tab: Tab, page: Page): void {
    const gone = tab.page;
    this.#release(gone);
    tab.page = page;
    this.#take(tab);
    void capped(gone.close(), CALL_MS);
  }

  /** From here on tabs that open and close change nothing any more. */
  stop(): void {
    this.#stopped = true;
    this.house.context.off('page', this.#onAnyPage);
  }

  /** The pages stay open, and nothing of this stays with them. */
  release(): void {
    for (const page of this.#releases.keys()) this.#release(page);
    for (const { cdp } of this.all) cdp?.detach().catch(() => undefined);
  }

  #adopt(page: Page, opener: Tab | null): Tab {
    const tab: Tab = {
      id: this.#next++,
      page,
      opener,
      seen: null,
      recovering: null,
      lost: null,
      ready: Promise.resolve(),
      cdp: null,
    };
    this.all.push(tab);
    this.#take(tab);
    return tab;
  }

  #take(tab: Tab): void {
    const { page } = tab;
    const onClose = (): void => this.#onClose(page);
    const onCrash = (): void => this.crashed.ring(tab);
    page.on('close', onClose);
    page.on('crash', onCrash);
    const releases = this.attach.map((attach) => attach(page));
    this.#releases.set(page, () => {
      page.off('close', onClose);
      page.off('crash', onCrash);
      for (const release of releases) release();
    });
    tab.cdp = null;
    tab.ready = this.#prepare(tab, page);
  }

  async #prepare(tab: Tab, page: Page): Promise<void> {
    const size = this.#viewport;
    const now = page.viewportSize();
    // A window that a page opened small cannot be worked with.
    if (size && now && (now.width !== size.width || now.height !== size.height))
      await capped(page.setViewportSize(size), CALL_MS);
    const cdp = await capped(this.house.context.newCDPSession(page), CALL_MS);
    if (tab.page === page) tab.cdp = cdp;
    if (cdp) await capped(this.onSession(cdp), CALL_MS);
  }

  #release(page: Page): void {
    this.#releases.get(page)?.();
    this.#releases.delete(page);
  }

  readonly #onAnyPage = (page: Page): void => {
    const { owns } = this.house;
    if (!owns) this.#onPage(page);
    else
      void owns(page).then(
        (mine) => (mine ? this.#onPage(page) : undefined),
        () => undefined,
      );
  };

  readonly #onPage = (page: Page): void => {
    if (this.#stopped || page.isClosed() || this.of(page)) return;
    if (this.#making > 0) {
      this.#unsorted.push(page);
      return;
    }
    if (this.full) {
      this.incidents.note({ type: 'too-many-tabs', closed: 1 });
      void capped(page.close(), CALL_MS);
      return;
    }
    const tab = this.#adopt(page, null);
    void page.opener().then(
      (opener) => {
        tab.opener = opener && this.of(opener);
      },
      () => undefined,
    );
    this.#active = tab;
    this.effects.note({ type: 'tab', opened: tab.id, url: page.url() });
  };

  readonly #onClose = (page: Page): void => {
    const tab = this.of(page);
    if (!tab || this.#stopped) return;
    this.#release(page);
    const at = this.all.indexOf(tab);
    this.all.splice(at, 1);
    for (const other of this.all) if (other.opener === tab) other.opener = tab.opener;
    if (tab !== this.#active) return;
    const back =
      tab.opener && this.all.includes(tab.opener)
        ? tab.opener
        : this.all[Math.min(Math.max(0, at - 1), this.all.length - 1)];
    this.#active = back ?? null;
    if (!back) return;
    void capped(back.page.bringToFront(), CALL_MS);
    const empty = page.url() === '' || page.url() === 'about:blank';
    if (empty && this.effects.current?.withdrawTab(tab.id)) return;
    this.effects.note({ type: 'tab-closed', closed: tab.id, now: back.id });
  };
}
