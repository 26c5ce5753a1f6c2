/** What a session uses of a browser: a context with a tab to begin in, and its end. */
import type { BrowserContext, Page } from 'playwright';

import type { Barrier } from '../egress/guard.js';
import { capped } from '../patience.js';
import type { ContextOptions } from './options.js';
import { saveStorageState } from './storage-state.js';

const CLOSE_MS = 8_000;

export interface OpenContext {
  context: BrowserContext;
  /** A tab to begin in. */
  page: Page;
  /** The tabs of this session; in a joined browser there are others, which are none of its business. */
  owns(page: Page): Promise<boolean>;
  /** Takes in a tab that the session made for itself. */
  adopt?(page: Page): Promise<void>;
  /** Its owner uses it further: it and its tabs are let go of, and not closed. */
  staysOpen?: true;
  /** Keeps the storage state if asked to, then closes what was opened. */
  close(): Promise<void>;
}

/** The storage state is kept, if asked for, while there is still something to keep. */
export async function closing(
  context: BrowserContext,
  options: ContextOptions,
  barrier: Barrier | null,
  end: () => Promise<void>,
): Promise<void> {
  try {
    if (options.saveStorageState) await saveStorageState(context, options.saveStorageState);
  } finally {
    // A browser that does not let go of a context must not keep the end from coming.
    await capped(end(), CLOSE_MS);
    await barrier?.proxy?.close();
  }
}
