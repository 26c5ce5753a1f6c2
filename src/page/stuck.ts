/** A page whose script never comes to an end: the script is stopped, and where that does not help, the page. */
import type { CDPSession, Page } from 'playwright';

import type { WirePulse } from './injected/wire.js';
import { ask } from './engine.js';
import { capped } from './patience.js';

const CALL_MS = 2_000;
const ANSWER_MS = 500;
const TRIES = 3;

/** Stops what runs now, which works in the middle of a loop; the page stays as it is. */
export async function stopScript(page: Page, cdp: CDPSession): Promise<void> {
  for (let i = 0; i < TRIES; i++) {
    await capped(cdp.send('Runtime.terminateExecution'), CALL_MS);
    if (await ask<WirePulse>(page.mainFrame(), 'pulse', ANSWER_MS).catch(() => null)) return;
  }
}

/** Ends the page's process; like after any crash, its tab shows the address again. */
export async function killPage(_page: Page, cdp: CDPSession): Promise<void> {
  await capped(cdp.send('Page.crash'), CALL_MS);
}
