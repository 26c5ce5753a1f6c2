/** An application of the benchmark `lines`: starts it, reads its data, and restores its initial state. */
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

import { runProgram } from '../application-processes.js';
import type { Data } from './data.js';

export const APPLICATIONS_FOLDER = join(process.cwd(), 'bench/applications');

export interface LineApplication {
  name: string;
  /** Name and purpose, for reports. */
  title: string;
  /** Columns that the application changes by itself: `table.column`. */
  volatileColumns: readonly string[];
  /** Installs the application on first use. @param folder an empty folder for its files */
  start(folder: string): Promise<RunningApplication>;
}

export interface RunningApplication {
  url: string;
  /** Logs in. Every session gets the cookies. */
  logIn?(page: Page): Promise<void>;
  /** Called once, after the log-in. */
  saveInitialState(): Promise<void>;
  readData(): Promise<Data>;
  /** Restores the initial state. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type StateStore = Pick<RunningApplication, 'saveInitialState' | 'readData' | 'reset'>;

/**
 * Stores the initial state of an application with one SQLite file. A reset overwrites the file while the server runs;
 * SQLite notices it by the file's change counter.
 *
 * @param queries SQL by table name, with the key as the first column; empty: all tables
 */
export function createSqliteStateStore(file: string, queries: Record<string, string>): StateStore {
  const copy = `${file}.initial`;
  let initial: Data | null = null;
  const read = (): Data =>
    JSON.parse(
      runProgram('.', 'python3', [join(APPLICATIONS_FOLDER, 'dump.py'), file, JSON.stringify(queries)]),
    ) as Data;
  const isInitial = (): boolean =>
    !existsSync(`${file}-wal`) && readFileSync(file).equals(readFileSync(copy));
  return {
    saveInitialState: async () => {
      copyFileSync(file, copy);
      initial = read();
    },
    readData: async () => (initial && isInitial() ? initial : read()),
    reset: async () => {
      if (isInitial()) return;
      for (const suffix of ['-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      copyFileSync(copy, file);
    },
  };
}
