/** Waits a little longer for a new document that shows a loading indicator. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'playwright';

import { queryEngine } from './engine.js';
import type { WireLoading } from './injected/loading.js';
import type { PageLimits } from './limits.js';

const POLL_MS = 100;
/** On an older document, a loading indicator is permanent or belongs to one part of the page. */
const MAX_AGE_MS = 6_000;

/** @returns whether the page was still loading at the end */
export async function waitWhileLoading(
  page: Page,
  { loadingMs, queryMs }: Pick<PageLimits, 'loadingMs' | 'queryMs'>,
  signal: AbortSignal,
): Promise<{ isLoading: boolean }> {
  const deadline = performance.now() + loadingMs;
  for (;;) {
    const loadingState = await queryEngine<WireLoading>(page.mainFrame(), 'loading', queryMs).catch(
      () => null,
    );
    const isLoading = loadingState?.isLoading === true;
    if (!isLoading || loadingState.ageMs > MAX_AGE_MS || performance.now() > deadline) return { isLoading };
    await pause(POLL_MS, undefined, { signal });
  }
}
