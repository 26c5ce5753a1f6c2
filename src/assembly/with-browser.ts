/** Opens the browser of one session and closes it at the end. */
import { join } from 'node:path';

import {
  createLoginKeeper,
  createSurface,
  openBrowser,
  type EgressGuardOptions,
  type LoginKeeper,
  type OpenBrowser,
  readStorageState,
  type SurfaceOptions,
} from '../page/index.js';
import type { BrowserPlan } from './browser-plan.js';

export interface BrowserScope {
  browser: BrowserPlan;
  /** Provides a browser that the caller owns. */
  provideBrowser?: (() => Promise<OpenBrowser>) | undefined;
  egress: EgressGuardOptions;
  /** The demonstration folder. */
  folder: string;
  dialogs: 'ask' | 'dismiss';
  /** Overrides of the page's limits, for tests. */
  limits?: SurfaceOptions['limits'];
  /** File in which to keep a copy of the logins while the session runs; undefined if they are not kept. */
  loginsFile?: string | undefined;
  onFault(error: unknown): void;
}

export async function withBrowser<T>(
  { browser: plan, provideBrowser, egress, folder, dialogs, limits, loginsFile, onFault }: BrowserScope,
  body: (surface: Awaited<ReturnType<typeof createSurface>>, logins: LoginKeeper | null) => Promise<T>,
): Promise<T> {
  const browser = await (provideBrowser ? provideBrowser() : openBrowser(plan.browser));
  try {
    const openedContext = await browser.openContext({ ...plan.context, egress });
    const surface = await createSurface(openedContext.context, {
      page: openedContext.page,
      ownsTab: openedContext.ownsTab,
      ...(openedContext.adopt ? { adopt: openedContext.adopt } : {}),
      keepContextOpen: openedContext.keepContextOpen,
      downloads: join(folder, 'downloads'),
      uploads: plan.uploads,
      dialogs,
      ...(limits ? { limits } : {}),
    });
    try {
      const { storageState } = plan.context;
      const initialOrigins = storageState === undefined ? [] : readStorageState(storageState).origins;
      const logins =
        loginsFile === undefined
          ? null
          : createLoginKeeper(openedContext.context, loginsFile, initialOrigins);
      return await body(surface, logins);
    } finally {
      await surface.close();
      // An error here, such as a storage state that cannot be written, is reported but does not change the verdict.
      await openedContext.close().catch((error: unknown) => {
        onFault(error);
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      });
    }
  } finally {
    await browser.close();
  }
}
