/** A session's tabs in a user's running browser, with the user's log-ins. The user's own tabs stay untouched. */
import type { Browser, BrowserContext, Page } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { guardContext, createEgressBarrier } from '../egress/guard.js';
import { whileBrowserRuns } from './while-browser-runs.js';
import { assertRunningBrowserSupports } from './context-options.js';
import { closeContext, type OpenContext } from './open-context.js';
import type { ContextOptions } from './options.js';

/** Makes the browser render the tab as if it had the focus; a background tab is not rendered. */
async function keepAwake(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}

/** Uses the browser's own context for one session. @throws ParleyError if it cannot have these options */
export async function shareContext(browser: Browser, options: ContextOptions): Promise<OpenContext> {
  assertRunningBrowserSupports(options);
  const context = browser.contexts()[0];
  if (!context) throw new ParleyError('infra', 'That browser has no window.', 'Open one, or add --isolated.');
  const barrier = options.egress ? await createEgressBarrier(options.egress, false) : null;
  const watch = barrier ? guardContext(context, barrier) : null;
  const own = new Set<Page>();
  const take = async (page: Page): Promise<void> => {
    own.add(page);
    page.once('close', () => own.delete(page));
    await keepAwake(context, page).catch(() => undefined);
    await watch?.(page);
  };
  const owns = async (page: Page): Promise<boolean> => {
    if (own.has(page)) return true;
    const opener = await page.opener().catch(() => null);
    return opener !== null && own.has(opener);
  };
  const onPage = (page: Page): void => {
    void owns(page).then((mine) => (mine ? take(page) : undefined));
  };
  const page = await whileBrowserRuns(browser, async () => {
    const made = await context.newPage();
    await take(made);
    return made;
  });
  context.on('page', onPage);
  return {
    context,
    page,
    owns,
    adopt: take,
    close: () =>
      closeContext(context, options, barrier, async () => {
        context.off('page', onPage);
        await Promise.all([...own].map((tab) => tab.close()));
      }),
  };
}
