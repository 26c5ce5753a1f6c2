/**
 * Pages that never come to rest enough to be read. A script without end is stopped, and where that does not
 * help, the page; a page that loads itself again without end is stopped from loading.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright';

import type { WirePulse } from './injected/wire.js';
import { ask } from './engine.js';
import { capped } from './patience.js';

const CALL_MS = 2_000;
const ANSWER_MS = 500;
const TRIES = 3;
/** More documents than this during one look are no chain of redirects. */
const MOST_DOCUMENTS = 8;
const STILL_MS = 150;
const STILL_TRIES = 20;

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

/** Calls back when the page has shown one new document after the other. */
export function everNewDocuments(page: Page, ear: () => void): () => void {
  let documents = 0;
  const onNavigated = (frame: Frame): void => {
    if (frame === page.mainFrame() && ++documents > MOST_DOCUMENTS) ear();
  };
  page.on('framenavigated', onNavigated);
  return () => void page.off('framenavigated', onNavigated);
}

/** Stops a page from loading itself again: what it is about to load, and what it has planned to. */
export async function holdStill(page: Page, cdp: CDPSession): Promise<void> {
  const born = async (): Promise<number | null> =>
    (await ask<WirePulse>(page.mainFrame(), 'pulse', ANSWER_MS).catch(() => null))?.born ?? null;
  for (let i = 0; i < STILL_TRIES; i++) {
    await capped(cdp.send('Page.stopLoading'), ANSWER_MS);
    const before = await born();
    await pause(STILL_MS);
    if (before !== null && before === (await born())) return;
  }
}
