/**
 * Recovers unresponsive pages: stops an endless script, kills the page's process if that does not help, and stops a
 * page that keeps reloading itself.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright';

import type { WirePageState } from './injected/wire.js';
import { queryEngine } from './engine.js';
import { withTimeout } from './timeouts.js';

const CALL_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 500;
const MAX_STOP_ATTEMPTS = 3;
/** More than this many documents during one observation count as a reload loop, not a chain of redirects. */
const MAX_DOCUMENTS = 8;
const RECHECK_MS = 150;
const MAX_RECHECKS = 20;

interface PausedDocument {
  requestId: string;
  frameId: string;
}

/** Stops the running script, even in the middle of a loop. The page keeps its content. */
export async function stopScript(page: Page, cdp: CDPSession): Promise<void> {
  for (let i = 0; i < MAX_STOP_ATTEMPTS; i++) {
    await withTimeout(cdp.send('Runtime.terminateExecution'), CALL_TIMEOUT_MS);
    if (await queryEngine<WirePageState>(page.mainFrame(), 'page-state', ANSWER_TIMEOUT_MS).catch(() => null))
      return;
  }
}

/** Kills the page's process. The tab then reloads its URL, as after any crash. */
export async function killPage(_page: Page, cdp: CDPSession): Promise<void> {
  await withTimeout(cdp.send('Page.crash'), CALL_TIMEOUT_MS);
}

/** Calls `listener` when the page loads more than MAX_DOCUMENTS documents. @returns a function that unsubscribes */
export function onReloadLoop(page: Page, listener: () => void): () => void {
  let documentCount = 0;
  const onNavigated = (frame: Frame): void => {
    if (frame === page.mainFrame() && ++documentCount > MAX_DOCUMENTS) listener();
  };
  page.on('framenavigated', onNavigated);
  return () => void page.off('framenavigated', onNavigated);
}

/**
 * Stops a page from reloading itself. It blocks the request for the next document and lets a loading document finish,
 * so that the page stays complete.
 */
export async function stopReloading(page: Page, cdp: CDPSession): Promise<void> {
  const mainFrameId = (await withTimeout(cdp.send('Target.getTargetInfo'), CALL_TIMEOUT_MS))?.targetInfo
    .targetId;
  const blockDocument = ({ requestId, frameId }: PausedDocument): void => {
    const response =
      frameId === mainFrameId
        ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : cdp.send('Fetch.continueRequest', { requestId });
    // Fails only if the tab was closed.
    void response.catch(() => undefined);
  };
  cdp.on('Fetch.requestPaused', blockDocument);
  try {
    const patterns = [{ urlPattern: '*', resourceType: 'Document' as const }];
    await withTimeout(cdp.send('Fetch.enable', { patterns }), CALL_TIMEOUT_MS);
    let loadedTimeOrigin: number | null = null;
    for (let i = 0; i < MAX_RECHECKS; i++) {
      const pageState = await queryEngine<WirePageState>(
        page.mainFrame(),
        'page-state',
        ANSWER_TIMEOUT_MS,
      ).catch(() => null);
      if (pageState && pageState.timeOrigin === loadedTimeOrigin) return;
      loadedTimeOrigin = null;
      if (pageState && pageState.readyState !== 'loading') {
        loadedTimeOrigin = pageState.timeOrigin;
        // Documents that do not come from the network, such as files, can only be stopped while they load.
        await withTimeout(cdp.send('Page.stopLoading'), ANSWER_TIMEOUT_MS);
      }
      await pause(RECHECK_MS);
    }
  } finally {
    cdp.off('Fetch.requestPaused', blockDocument);
    await withTimeout(cdp.send('Fetch.disable'), CALL_TIMEOUT_MS);
  }
}
