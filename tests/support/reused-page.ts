/**
 * A blank page that consecutive tests share, because a new page costs more CPU time than most tests. The page is reset
 * between tests. If a test leaves state that a reset does not remove, the next test gets a new context.
 */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright';

/** Sessions and listeners pile up in the browser; after this many tests the context is replaced. */
const MAX_TESTS = 40;
/** A page that does not become blank in this time is replaced. */
const RESET_TIMEOUT_MS = 1_500;

interface OpenPage {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
  /** How many tests used the page. */
  tests: number;
  /** Set if the test did something that a reset does not undo. */
  changed: boolean;
}

/** Documents without an origin store nothing. */
const storesNothing = (frame: Frame): boolean => /^(data:|about:|$)/.test(frame.url());

export class ReusedPage {
  #open: OpenPage | null = null;

  constructor(private readonly createContext: () => Promise<BrowserContext>) {}

  async open(): Promise<OpenPage> {
    if (this.#open) return this.#open;
    const context = await this.createContext();
    const page = await context.newPage();
    const open = { context, page, cdp: await context.newCDPSession(page), tests: 0, changed: false };
    const markChanged = (): void => void (open.changed = true);
    for (const event of ['close', 'crash', 'download', 'worker'] as const)
      page.on(event as 'close', markChanged);
    page.on('framenavigated', (frame) => {
      if (!storesNothing(frame)) markChanged();
    });
    context.on('page', markChanged);
    return (this.#open = open);
  }

  /** Makes the page blank, without history. Replaces it if that is impossible or not enough. */
  async reset(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    open.tests++;
    if (open.changed || open.tests >= MAX_TESTS) return this.close();
    try {
      await open.page.goto('about:blank', { timeout: RESET_TIMEOUT_MS });
      await open.cdp.send('Page.resetNavigationHistory');
    } catch {
      await this.close();
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.context.close();
  }
}
