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

interface PausedDocument {
  requestId: string;
  frameId: string;
}

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

/**
 * Stops a page from loading itself again: what it is about to load, and what it has planned to. The next
 * document is kept from coming rather than stopped on its way, so that what stays is a whole document and not
 * the first lines of one.
 */
export async function holdStill(page: Page, cdp: CDPSession): Promise<void> {
  const main = (await capped(cdp.send('Target.getTargetInfo'), CALL_MS))?.targetInfo.targetId;
  const keepOut = ({ requestId, frameId }: PausedDocument): void => {
    const answer =
      frameId === main
        ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : cdp.send('Fetch.continueRequest', { requestId });
    // The tab has gone, and the request with it.
    void answer.catch(() => undefined);
  };
  cdp.on('Fetch.requestPaused', keepOut);
  try {
    const patterns = [{ urlPattern: '*', resourceType: 'Document' as const }];
    await capped(cdp.send('Fetch.enable', { patterns }), CALL_MS);
    let before: number | null = null;
    for (let i = 0; i < STILL_TRIES; i++) {
      const now = await ask<WirePulse>(page.mainFrame(), 'pulse', ANSWER_MS).catch(() => null);
      if (now && now.born === before) return;
      before = null;
      if (now && now.ready !== 'loading') {
        before = now.born;
        // What is not fetched over the network, a file say, can only be stopped.
        await capped(cdp.send('Page.stopLoading'), ANSWER_MS);
      }
      await pause(STILL_MS);
    }
  } finally {
    cdp.off('Fetch.requestPaused', keepOut);
    await capped(cdp.send('Fetch.disable'), CALL_MS);
  }
}
