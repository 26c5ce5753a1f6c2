/**
 * Runs a session in new tabs of the user's running browser, with the user's logins. The user's own tabs stay unchanged.
 */
import type { Browser, BrowserContext, Page } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { guardContext, createEgressBarrier } from '../egress/guard.js';
import { rejectIfBrowserEnds } from './while-browser-runs.js';
import { assertRunningBrowserSupports } from './context-options.js';
import { closeContext, type OpenContext } from './open-context.js';
import type { ContextOptions } from './options.js';

/** Makes the browser render the tab as if it had the focus. Background tabs are not rendered. */
async function keepRendering(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}

/**
 * Uses the browser's existing context for a session.
 *
 * @throws ParleyError if that context does not support the options
 */
export async function shareContext(browser: Browser, options: ContextOptions): Promise<OpenContext> {
  assertRunningBrowserSupports(options);
  const context = browser.contexts()[0];
  if (!context)
    throw new ParleyError('infra', 'That browser has no open window.', 'Open a window, or add --isolated.');
  const barrier = options.egress ? await createEgressBarrier(options.egress, false) : null;
  const guardPage = barrier ? guardContext(context, barrier) : null;
  const sessionTabs = new Set<Page>();
  const adopt = async (page: Page): Promise<void> => {
    sessionTabs.add(page);
    page.once('close', () => sessionTabs.delete(page));
    await keepRendering(context, page).catch(() => undefined);
    await guardPage?.(page);
  };
  const ownsTab = async (page: Page): Promise<boolean> => {
    if (sessionTabs.has(page)) return true;
    const opener = await page.opener().catch(() => null);
    return opener !== null && sessionTabs.has(opener);
  };
  const onPage = (page: Page): void => {
    void ownsTab(page).then((isSessionTab) => (isSessionTab ? adopt(page) : undefined));
  };
  const page = await rejectIfBrowserEnds(browser, async () => {
    const newPage = await context.newPage();
    await adopt(newPage);
    return newPage;
  });
  context.on('page', onPage);
  return {
    context,
    page,
    ownsTab,
    adopt,
    close: () =>
      closeContext(context, options, barrier, async () => {
        context.off('page', onPage);
        await Promise.all([...sessionTabs].map((tab) => tab.close()));
      }),
  };
}
