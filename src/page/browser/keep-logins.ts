/**
 * Saves a copy of the log-ins while a session runs, so that it can be resumed after a crash. Unlike the final storage
 * state, this opens no pages: it reads all cookies, and the local storage of open pages.
 */
import { renameSync, writeFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';

import { withTimeout } from '../timeouts.js';

const READ_TIMEOUT_MS = 1_000;

interface NamedValue {
  name: string;
  value: string;
}

/** The storage state that can be read without opening pages. */
export interface SavedLogins {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  origins: { origin: string; localStorage: NamedValue[] }[];
}

export interface LoginKeeper {
  /** Writes the file with access for its owner only. @returns null if the browser did not answer */
  save(): Promise<SavedLogins | null>;
}

/** @param initialOrigins the session's initial local storage; it stays valid for origins whose pages are not opened again */
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
      // If the process is killed between the two calls, the previous file remains.
      writeFileSync(`${file}.tmp`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
      return state;
    },
  };
}

async function readLocalStorage(page: Page): Promise<SavedLogins['origins'][number] | null> {
  if (!/^https?:/.test(page.url())) return null;
  const reading = page
    .evaluate(() => ({
      origin: location.origin,
      localStorage: Object.entries(localStorage).map(([name, value]) => ({ name, value: String(value) })),
    }))
    // Fails for pages without storage, such as sandboxed ones, and for pages that close meanwhile.
    .catch(() => null);
  return withTimeout(reading, READ_TIMEOUT_MS);
}
