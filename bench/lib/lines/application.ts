/** An application of the `lines` benchmark: starts it, reads its data, and restores its initial state. */
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

import { runProgram } from '../application-processes.js';
import type { Data } from './data.js';

export const APPLICATIONS_FOLDER = join(process.cwd(), 'bench/applications');

export interface BenchmarkApplication {
  name: string;
  /** Name and purpose, for reports. */
  title: string;
  /** Columns that the application changes by itself: `table.column`. */
  volatileColumns: readonly string[];
  /** Starts the application, and installs it on first use. @param folder an empty folder for its files */
  start(folder: string): Promise<RunningApplication>;
}

export interface RunningApplication {
  url: string;
  /** Logs in. Every session gets the resulting cookies. */
  logIn?(page: Page): Promise<void>;
  /** Called once, after logging in. */
  saveInitialState(): Promise<void>;
  readData(): Promise<Data>;
  /** Restores the initial state. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type StateStore = Pick<RunningApplication, 'saveInitialState' | 'readData' | 'reset'>;

/**
 * Stores the initial state of an application that keeps its data in one SQLite file. A reset overwrites the file while
 * the server runs; SQLite notices this from the file's change counter.
 *
 * @param queries SQL by table name, with the key as the first column; empty: all tables
 */
export function createSqliteStateStore(file: string, queries: Record<string, string>): StateStore {
  const copyPath = `${file}.initial`;
  let initialData: Data | null = null;
  const readTables = (): Data =>
    JSON.parse(
      runProgram('.', 'python3', [join(APPLICATIONS_FOLDER, 'dump.py'), file, JSON.stringify(queries)]),
    ) as Data;
  const isInitial = (): boolean =>
    !existsSync(`${file}-wal`) && readFileSync(file).equals(readFileSync(copyPath));
  return {
    saveInitialState: async () => {
      copyFileSync(file, copyPath);
      initialData = readTables();
    },
    readData: async () => (initialData && isInitial() ? initialData : readTables()),
    reset: async () => {
      if (isInitial()) return;
      for (const suffix of ['-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      copyFileSync(copyPath, file);
    },
  };
}
