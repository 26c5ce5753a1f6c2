/**
 * Saves a copy of the logins while a session runs, so that the session can be resumed after a crash. Unlike saving the
 * final storage state, this opens no pages: it reads all cookies, and the local storage of the pages that are open.
 */
import { renameSync, writeFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';

import { withTimeout } from '../timeouts.js';

const READ_TIMEOUT_MS = 1_000;

interface NamedValue {
  name: string;
  value: string;
}

/** The subset of the storage state that can be read without opening pages. */
export interface SavedLogins {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  origins: { origin: string; localStorage: NamedValue[] }[];
}

export interface LoginKeeper {
  /** Writes the file, which only its owner can read. @returns null if the browser did not answer */
  save(): Promise<SavedLogins | null>;
}

/**
 * @param initialOrigins the local storage at the start of the session. It is kept for origins that the session does not
 *   open
 */
export function createLoginKeeper(
  context: BrowserContext,
  file: string,
  initialOrigins: SavedLogins['origins'] = [],
): LoginKeeper {
  const storageByOrigin = new Map(initialOrigins.map(({ origin, localStorage }) => [origin, localStorage]));
  return {
    async save() {
      const cookies = await withTimeout(context.cookies(), READ_TIMEOUT_MS);
      if (cookies === null) return null;
      for (const originStorage of await Promise.all(context.pages().map(readLocalStorage)))
        if (originStorage) storageByOrigin.set(originStorage.origin, originStorage.localStorage);
      const origins = [...storageByOrigin].map(([origin, localStorage]) => ({ origin, localStorage }));
      const state: SavedLogins = {
        cookies,
        origins: origins.filter(({ localStorage }) => localStorage.length > 0),
      };
      // If the process is killed before the rename, the previous file remains.
      writeFileSync(`${file}.tmp`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
      return state;
    },
  };
}

async function readLocalStorage(page: Page): Promise<SavedLogins['origins'][number] | null> {
  if (!/^https?:/.test(page.url())) return null;
  const storagePromise = page
    .evaluate(() => ({
      origin: location.origin,
      localStorage: Object.entries(localStorage).map(([name, value]) => ({ name, value: String(value) })),
    }))
    // Reading fails for pages without storage, such as sandboxed pages, and for pages that close in the meantime.
    .catch(() => null);
  return withTimeout(storagePromise, READ_TIMEOUT_MS);
}
