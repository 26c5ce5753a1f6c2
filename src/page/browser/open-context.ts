/** A session's browser context and its first tab. */
import type { BrowserContext, Page } from 'playwright';

import type { EgressBarrier } from '../egress/guard.js';
import { withTimeout } from '../timeouts.js';
import type { ContextOptions } from './options.js';
import { saveStorageState } from './storage-state.js';

const CLOSE_TIMEOUT_MS = 8_000;

export interface OpenContext {
  context: BrowserContext;
  /** The first tab. */
  page: Page;
  /** Whether a tab belongs to this session. A browser that Parley connected to also has the user's own tabs. */
  ownsTab(page: Page): Promise<boolean>;
  /** Adds a tab that Parley opened to the session. */
  adopt?(page: Page): Promise<void>;
  /** Set if the context's owner keeps it and its tabs open after the session. */
  keepContextOpen?: true;
  /** Saves the storage state if requested, then closes what the session opened. */
  close(): Promise<void>;
}

/** Saves the storage state if requested, then closes the context and the egress proxy. */
export async function closeContext(
  context: BrowserContext,
  options: ContextOptions,
  barrier: EgressBarrier | null,
  closeContextOrTabs: () => Promise<void>,
): Promise<void> {
  try {
    if (options.saveStorageState) await saveStorageState(context, options.saveStorageState);
  } finally {
    // If the browser does not close the context, the session must still end.
    await withTimeout(closeContextOrTabs(), CLOSE_TIMEOUT_MS);
    await barrier?.proxy?.close();
  }
}
