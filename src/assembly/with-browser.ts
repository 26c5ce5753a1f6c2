/** The browser of one session, from its start to its end. */
import { join } from 'node:path';

import { createSurface, openBrowser, type EgressOptions, type OpenBrowser } from '../page/index.js';
import type { BrowserPlan } from './browser-plan.js';

export interface Room {
  browser: BrowserPlan;
  /** A browser that somebody else starts and owns. */
  host?: (() => Promise<OpenBrowser>) | undefined;
  egress: EgressOptions;
  /** The demonstration's. */
  folder: string;
  dialogs: 'ask' | 'dismiss';
  onFault(error: unknown): void;
}

export async function withBrowser<T>(
  { browser: plan, host, egress, folder, dialogs, onFault }: Room,
  body: (surface: Awaited<ReturnType<typeof createSurface>>) => Promise<T>,
): Promise<T> {
  const browser = await (host ? host() : openBrowser(plan.browser));
  try {
    const opened = await browser.openContext({ ...plan.context, egress });
    const surface = await createSurface(opened.context, {
      page: opened.page,
      owns: opened.owns,
      ...(opened.adopt ? { adopt: opened.adopt } : {}),
      staysOpen: opened.staysOpen,
      downloads: join(folder, 'downloads'),
      uploads: plan.uploads,
      dialogs,
    });
    try {
      return await body(surface);
    } finally {
      await surface.close();
      // What goes wrong now (the storage state cannot be written) is told, and changes no verdict.
      await opened.close().catch((error: unknown) => {
        onFault(error);
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      });
    }
  } finally {
    await browser.close();
  }
}
