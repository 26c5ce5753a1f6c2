/**
 * The tabs of one session. A tab keeps its number when its page is replaced after a crash. A tab that a page opens
 * becomes active, and its opener becomes active again when it closes. Tabs over the limit are closed at once.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright';

import type { Observation } from '../contract/index.js';
import type { EffectLog, PageEventLog } from './page-events.js';
import { Listeners, withTimeout } from './timeouts.js';

const CALL_TIMEOUT_MS = 5_000;

export interface Tab {
  readonly id: number;
  page: Page;
  opener: Tab | null;
  /** The tab's last observation, for use while a dialog blocks the page. */
  lastObservation: Observation | null;
  /** Set while a crashed page is being reloaded. */
  recovery: Promise<void> | null;
  /** The URL of a page that crashed the tab too often. */
  crashingUrl: string | null;
  /** Resolves when the tab has its viewport size and debugging session. */
  ready: Promise<void>;
  cdp: CDPSession | null;
}

/** Adds listeners to a page. @returns a function that removes them */
export type AttachToPage = (page: Page) => () => void;

/**
 * The tabs' browser context. `ownsTab` returns whether a page belongs to this session; without it, every page does.
 * `adopt` prepares a page that Parley opens.
 */
export interface TabContext {
  context: BrowserContext;
  ownsTab?(page: Page): Promise<boolean>;
  adopt?(page: Page): Promise<void>;
}

export class Tabs {
  readonly all: Tab[] = [];
  /** Notified with a tab whose page has crashed. */
  readonly tabCrashed = new Listeners<Tab>();
  readonly #detachByPage = new Map<Page, () => void>();
  #active: Tab | null = null;
  #nextId = 1;
  /** Number of pages that Parley itself is creating. Playwright's `page` events are deferred until it is 0. */
  #pageCreationCount = 0;
  #pendingPages: Page[] = [];
  #isStopped = false;
  /**
   * Number of tabs that user gestures are opening. Chromium announces a tab at once; Playwright reports its page only
   * after the server has responded.
   */
  #announcedTabCount = 0;
  readonly #tabArrivals = new Listeners<void>();
  readonly #viewport: { width: number; height: number } | null;

  constructor(
    private readonly tabContext: TabContext,
    firstPage: Page,
    private readonly maxTabCount: number,
    private readonly attachers: readonly AttachToPage[],
    /** Adds listeners to a tab's debugging session before its page events are enabled. */
    private readonly onSession: (cdp: CDPSession) => void,
    private readonly effects: EffectLog,
    private readonly pageEvents: PageEventLog,
  ) {
    this.#viewport = firstPage.viewportSize();
    this.#active = this.#addTab(firstPage, null);
    tabContext.context.on('page', this.#onAnyPage);
  }

  /** The active tab; null after all windows were closed. */
  get active(): Tab | null {
    return this.#active;
  }

  find(id: number): Tab | null {
    return this.all.find((tab) => tab.id === id) ?? null;
  }

  findByPage(page: Page): Tab | null {
    return this.all.find((tab) => tab.page === page) ?? null;
  }

  get isFull(): boolean {
    return this.all.length >= this.maxTabCount;
  }

  /** Pages that may share a process with this tab. A dialog in one of them can block the tab. */
  listRelatedPages(tab: Tab): Page[] {
    const findRootTab = (descendant: Tab): Tab => {
      let ancestor = descendant;
      for (let i = 0; ancestor.opener && i < this.maxTabCount; i++) ancestor = ancestor.opener;
      return ancestor;
    };
    return this.all
      .filter((candidate) => findRootTab(candidate) === findRootTab(tab))
      .map((other) => other.page);
  }

  list(): Observation['tabs'] {
    return this.all.map((tab) => {
      const { id, page, lastObservation } = tab;
      const url = page.url();
      const isActive = tab === this.#active;
      return !isActive && lastObservation?.url === url
        ? { id, url, active: isActive, title: lastObservation.title }
        : { id, url, active: isActive };
    });
  }

  /** Forgets announced tabs. Some never arrive. */
  forgetAnnouncedTabs(): void {
    this.#announcedTabCount = 0;
  }

  /** Waits until the announced tabs have arrived. @returns false if there were none */
  async waitForAnnouncedTabs(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#announcedTabCount === 0) return false;
    let unsubscribe: (() => void) | undefined;
    const allArrived = new Promise<void>((resolve) => {
      unsubscribe = this.#tabArrivals.listen(() => {
        if (this.#announcedTabCount === 0) resolve();
      });
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await withTimeout(allArrived, timeoutMs);
    unsubscribe?.();
    this.forgetAnnouncedTabs();
    return true;
  }

  /** Creates a page for Parley itself. @throws if the browser does not open one */
  async createPage(): Promise<Page> {
    this.#pageCreationCount++;
    try {
      const page = await withTimeout(this.tabContext.context.newPage(), CALL_TIMEOUT_MS);
      if (!page) throw new Error('the browser opened no new tab');
      await this.tabContext.adopt?.(page);
      this.#pendingPages = this.#pendingPages.filter((other) => other !== page);
      return page;
    } finally {
      this.#pageCreationCount--;
      if (this.#pageCreationCount === 0) for (const page of this.#pendingPages.splice(0)) this.#onPage(page);
    }
  }

  /** Opens a blank tab and activates it. */
  async create(): Promise<Tab> {
    const tab = this.#addTab(await this.createPage(), null);
    this.#active = tab;
    await tab.ready;
    return tab;
  }

  async activate(tab: Tab): Promise<void> {
    this.#active = tab;
    await withTimeout(tab.page.bringToFront(), CALL_TIMEOUT_MS);
  }

  /** Closes a tab. If its page does not close in time, the tab is dropped anyway. */
  async remove(tab: Tab): Promise<void> {
    const { page } = tab;
    await withTimeout(page.close(), CALL_TIMEOUT_MS);
    this.#onClose(page);
  }

  /** Replaces the crashed page of a tab. */
  replace(tab: Tab, page: Page): void {
    const crashedPage = tab.page;
    this.#detachPage(crashedPage);
    tab.page = page;
    this.#attachPage(tab);
    void withTimeout(crashedPage.close(), CALL_TIMEOUT_MS);
  }

  /** Ignores tabs that open or close from now on. */
  stop(): void {
    this.#isStopped = true;
    this.tabContext.context.off('page', this.#onAnyPage);
  }

  /** Removes all listeners and debugging sessions; the pages stay open. */
  release(): void {
    for (const page of this.#detachByPage.keys()) this.#detachPage(page);
    for (const { cdp } of this.all) cdp?.detach().catch(() => undefined);
  }

  #addTab(page: Page, opener: Tab | null): Tab {
    const tab: Tab = {
      id: this.#nextId++,
      page,
      opener,
      lastObservation: null,
      recovery: null,
      crashingUrl: null,
      ready: Promise.resolve(),
      cdp: null,
    };
    this.all.push(tab);
    this.#attachPage(tab);
    return tab;
  }

  #attachPage(tab: Tab): void {
    const { page } = tab;
    const onClose = (): void => this.#onClose(page);
    const onCrash = (): void => this.tabCrashed.notify(tab);
    page.on('close', onClose);
    page.on('crash', onCrash);
    const detachers = this.attachers.map((attach) => attach(page));
    this.#detachByPage.set(page, () => {
      page.off('close', onClose);
      page.off('crash', onCrash);
      for (const release of detachers) release();
    });
    tab.cdp = null;
    tab.ready = this.#prepareTab(tab, page);
  }

  async #prepareTab(tab: Tab, page: Page): Promise<void> {
    const size = this.#viewport;
    const currentSize = page.viewportSize();
    // A page may open a window that is too small to work with.
    if (size && currentSize && (currentSize.width !== size.width || currentSize.height !== size.height))
      await withTimeout(page.setViewportSize(size), CALL_TIMEOUT_MS);
    const cdp = await withTimeout(this.tabContext.context.newCDPSession(page), CALL_TIMEOUT_MS);
    if (tab.page === page) tab.cdp = cdp;
    if (!cdp) return;
    // The browser may block windows that open without a user gesture, so nothing waits for those.
    cdp.on('Page.windowOpen', ({ userGesture }) => {
      if (userGesture) this.#announcedTabCount++;
    });
    this.onSession(cdp);
    await withTimeout(cdp.send('Page.enable'), CALL_TIMEOUT_MS);
  }

  #detachPage(page: Page): void {
    this.#detachByPage.get(page)?.();
    this.#detachByPage.delete(page);
  }

  readonly #onAnyPage = (page: Page): void => {
    const { ownsTab } = this.tabContext;
    const onOwnershipKnown = (isSessionTab: boolean): void => {
      if (isSessionTab) this.#onPage(page);
      this.#announcedTabCount = Math.max(0, this.#announcedTabCount - 1);
      this.#tabArrivals.notify();
    };
    if (!ownsTab) onOwnershipKnown(true);
    else void ownsTab(page).then(onOwnershipKnown, () => onOwnershipKnown(false));
  };

  readonly #onPage = (page: Page): void => {
    if (this.#isStopped || page.isClosed() || this.findByPage(page)) return;
    if (this.#pageCreationCount > 0) {
      this.#pendingPages.push(page);
      return;
    }
    if (this.isFull) {
      this.pageEvents.add({ type: 'too-many-tabs', closed: 1 });
      void withTimeout(page.close(), CALL_TIMEOUT_MS);
      return;
    }
    const tab = this.#addTab(page, null);
    void page.opener().then(
      (opener) => {
        tab.opener = opener && this.findByPage(opener);
      },
      () => undefined,
    );
    this.#active = tab;
    this.effects.add({ type: 'tab-opened', opened: tab.id, url: page.url() });
  };

  readonly #onClose = (page: Page): void => {
    const tab = this.findByPage(page);
    if (!tab || this.#isStopped) return;
    this.#detachPage(page);
    const index = this.all.indexOf(tab);
    this.all.splice(index, 1);
    for (const other of this.all) if (other.opener === tab) other.opener = tab.opener;
    if (tab !== this.#active) return;
    const nextActive =
      tab.opener && this.all.includes(tab.opener)
        ? tab.opener
        : this.all[Math.min(Math.max(0, index - 1), this.all.length - 1)];
    this.#active = nextActive ?? null;
    if (!nextActive) return;
    void withTimeout(nextActive.page.bringToFront(), CALL_TIMEOUT_MS);
    const wasBlank = page.url() === '' || page.url() === 'about:blank';
    if (wasBlank && this.effects.current?.withdrawTab(tab.id)) return;
    this.effects.add({ type: 'tab-closed', closed: tab.id, now: nextActive.id });
  };
}
