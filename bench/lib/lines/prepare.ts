/** Starts an application, logs in, and saves its initial state. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { OpenBrowser } from '../../../src/page/index.js';
import type { LineApplication, RunningApplication } from './application.js';
import type { Line, LineFile } from './line.js';

export interface Subject {
  application: LineApplication;
  file: LineFile;
  /** The selected lines of the file. */
  lines: Line[];
}

export interface PreparedApplication {
  running: RunningApplication;
  browser: OpenBrowser;
  /** File with the cookies of the log-in. */
  storageState: string | undefined;
  folder: string;
}

export async function withApplication<T>(
  application: LineApplication,
  browser: OpenBrowser,
  body: (prepared: PreparedApplication) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `parley-lines-${application.name}-`));
  try {
    const home = join(folder, 'application');
    mkdirSync(home);
    const running = await application.start(home);
    try {
      let storageState: string | undefined;
      if (running.logIn) {
        const { context, page, close } = await browser.openContext({});
        await running.logIn(page);
        storageState = join(folder, 'log-in.json');
        await context.storageState({ path: storageState });
        await close();
      }
      await running.saveInitialState();
      return await body({ running, browser, storageState, folder });
    } finally {
      await running.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
