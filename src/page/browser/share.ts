/** A tab in a browser that somebody uses: with his log-ins, among his other tabs, which stay untouched. */
import type { Browser, BrowserContext, Page } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { guardContext, raiseBarrier } from '../egress/guard.js';
import { whileItRuns } from './alive.js';
import { assertFits } from './context-options.js';
import { closing, type OpenContext } from './open-context.js';
import type { ContextOptions } from './options.js';

/** A tab that is not in front draws nothing, so that no act could be done in it; it is kept as if it were. */
async function keepAwake(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}

/** The browser's own context, for one session. @throws Problem when the options cannot be had there */
export async function shareContext(browser: Browser, options: ContextOptions): Promise<OpenContext> {
  assertFits(options);
  const context = browser.contexts()[0];
  if (!context)
    throw new ParleyError(
      'infra',
      'That browser shows no window that could be used.',
      'Open one, or add --isolated.',
    );
  const barrier = options.egress ? await raiseBarrier(options.egress, false) : null;
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
  const page = await whileItRuns(browser, async () => {
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
      closing(context, options, barrier, async () => {
        context.off('page', onPage);
        await Promise.all([...own].map((tab) => tab.close()));
      }),
  };
}
