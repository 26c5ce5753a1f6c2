/**
 * A blank page that consecutive tests share, because a new page costs more CPU time than most tests. It is reset
 * between tests. If a test leaves state that a reset does not remove, the next test gets a new context.
 */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright';

/** The context is replaced after this many tests, because sessions and listeners accumulate in the browser. */
const MAX_TESTS = 40;
/** A page that does not become blank within this time is replaced. */
const RESET_TIMEOUT_MS = 1_500;

interface OpenPage {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
  /** Origins that the current test has opened. */
  origins: Set<string>;
  /** Number of tests that used the page. */
  testCount: number;
  /** Whether the test did something that a reset does not undo. */
  needsReplacement: boolean;
}

/** Documents without an origin have no storage. */
const hasNoStorage = (frame: Frame): boolean => /^(data:|about:|$)/.test(frame.url());

/** The origin of a test's own server, which ends with the test. */
const findTestServerOrigin = (frame: Frame): string | null =>
  /^http:\/\/[^/]+/.exec(frame.url())?.[0] ?? null;

export class ReusedPage {
  #openPage: OpenPage | null = null;

  constructor(private readonly createContext: () => Promise<BrowserContext>) {}

  async open(): Promise<OpenPage> {
    if (this.#openPage) return this.#openPage;
    const context = await this.createContext();
    const page = await context.newPage();
    const openPage = {
      context,
      page,
      cdp: await context.newCDPSession(page),
      origins: new Set<string>(),
      testCount: 0,
      needsReplacement: false,
    };
    const markForReplacement = (): void => void (openPage.needsReplacement = true);
    for (const event of ['close', 'crash', 'download', 'worker'] as const)
      page.on(event as 'close', markForReplacement);
    page.on('framenavigated', (frame) => {
      if (hasNoStorage(frame)) return;
      const origin = findTestServerOrigin(frame);
      if (origin) openPage.origins.add(origin);
      else markForReplacement();
    });
    context.on('serviceworker', markForReplacement);
    context.on('page', markForReplacement);
    return (this.#openPage = openPage);
  }

  /** Blanks the page and clears its history. Discards the page if that fails or is not enough. */
  async reset(): Promise<void> {
    const openPage = this.#openPage;
    if (!openPage) return;
    openPage.testCount++;
    if (openPage.needsReplacement || openPage.testCount >= MAX_TESTS) return this.close();
    try {
      await openPage.page.goto('about:blank', { timeout: RESET_TIMEOUT_MS });
      await openPage.cdp.send('Page.resetNavigationHistory');
      if (openPage.origins.size > 0) await this.clearStorage(openPage);
    } catch {
      await this.close();
    }
  }

  /** Cookies belong to the host, which all test servers share; other storage belongs to the server's port. */
  private async clearStorage({ context, cdp, origins }: OpenPage): Promise<void> {
    await context.clearCookies();
    for (const origin of origins)
      await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    origins.clear();
  }

  async close(): Promise<void> {
    const openPage = this.#openPage;
    this.#openPage = null;
    await openPage?.context.close();
  }
}
