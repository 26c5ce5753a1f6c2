/** Starts an application, logs in, and saves its initial state. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { OpenBrowser } from '../../../src/page/index.js';
import type { BenchmarkApplication, RunningApplication } from './application.js';
import type { Line, LineFile } from './line.js';

export interface ApplicationLines {
  application: BenchmarkApplication;
  file: LineFile;
  /** The selected lines of the file. */
  lines: Line[];
}

export interface PreparedApplication {
  runningApplication: RunningApplication;
  browser: OpenBrowser;
  /** File with the cookies from logging in. */
  storageState: string | undefined;
  workFolder: string;
}

export async function withApplication<T>(
  application: BenchmarkApplication,
  browser: OpenBrowser,
  body: (preparedApplication: PreparedApplication) => Promise<T>,
): Promise<T> {
  const workFolder = mkdtempSync(join(tmpdir(), `parley-lines-${application.name}-`));
  try {
    const applicationFolder = join(workFolder, 'application');
    mkdirSync(applicationFolder);
    const runningApplication = await application.start(applicationFolder);
    try {
      let storageState: string | undefined;
      if (runningApplication.logIn) {
        const { context, page, close } = await browser.openContext({});
        await runningApplication.logIn(page);
        storageState = join(workFolder, 'login.json');
        await context.storageState({ path: storageState });
        await close();
      }
      await runningApplication.saveInitialState();
      return await body({ runningApplication, browser, storageState, workFolder });
    } finally {
      await runningApplication.close();
    }
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}
