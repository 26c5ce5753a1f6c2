/** A page whose script never comes to an end: the script is stopped, the page stays. */
import type { CDPSession, Page } from 'playwright';

import type { WirePulse } from './injected/wire.js';
import { ask } from './engine.js';
import { capped } from './patience.js';

const STOP_MS = 2_000;
const ANSWER_MS = 500;
/** What a timer starts again and again leaves gaps; one of them suffices. */
const TRIES = 8;

/** @returns whether the page answers again */
export async function stopScript(page: Page, cdp: CDPSession): Promise<boolean> {
  for (let i = 0; i < TRIES; i++) {
    // Works in the middle of a loop: it does not wait for the page's turn.
    await capped(cdp.send('Runtime.terminateExecution'), STOP_MS);
    const pulse = await ask<WirePulse>(page.mainFrame(), 'pulse', ANSWER_MS).catch(() => null);
    if (pulse) return true;
  }
  return false;
}
