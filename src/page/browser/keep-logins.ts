/**
 * Keeps a copy of the log-ins while a session runs, so that it can be resumed after a crash. Unlike the storage state
 * at the end of a session, this opens no page: it reads all cookies, and the local storage of the open pages.
 */
import { renameSync, writeFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';

import { withTimeout } from '../timeouts.js';

const READ_TIMEOUT_MS = 1_000;

interface NamedValue {
  name: string;
  value: string;
}

/** The part of Playwright's storage state that can be read without opening pages. */
export interface KeptLogins {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  origins: { origin: string; localStorage: NamedValue[] }[];
}

export interface LoginKeeper {
  /** Writes the file, readable for its owner only. Returns null if the browser did not answer. */
  save(): Promise<KeptLogins | null>;
}

/** @param initial local storage that the session started with; pages that are not open again keep theirs */
export function createLoginKeeper(
  context: BrowserContext,
  file: string,
  initial: KeptLogins['origins'] = [],
): LoginKeeper {
  const byOrigin = new Map(initial.map(({ origin, localStorage }) => [origin, localStorage]));
  return {
    async save() {
      const cookies = await withTimeout(context.cookies(), READ_TIMEOUT_MS);
      if (cookies === null) return null;
      for (const read of await Promise.all(context.pages().map(readLocalStorage)))
        if (read) byOrigin.set(read.origin, read.localStorage);
      const origins = [...byOrigin].map(([origin, localStorage]) => ({ origin, localStorage }));
      const state: KeptLogins = {
        cookies,
        origins: origins.filter(({ localStorage }) => localStorage.length > 0),
      };
      // A kill between the two calls leaves the previous file.
      writeFileSync(`${file}.tmp`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
      return state;
    },
  };
}

async function readLocalStorage(page: Page): Promise<KeptLogins['origins'][number] | null> {
  if (!/^https?:/.test(page.url())) return null;
  const read = page
    .evaluate(() => ({
      origin: location.origin,
      localStorage: Object.entries(localStorage).map(([name, value]) => ({ name, value: String(value) })),
    }))
    // Pages without storage, such as sandboxed ones, and pages that close meanwhile.
    .catch(() => null);
  return withTimeout(read, READ_TIMEOUT_MS);
}
