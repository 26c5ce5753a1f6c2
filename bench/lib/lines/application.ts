/** An application of the benchmark of lines: how it starts, what its data are, and how it gets its first state back. */
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

import { runProgram } from '../application-processes.js';
import type { Data } from './data.js';

export const APPLICATIONS_FOLDER = join(process.cwd(), 'bench/applications');

export interface LineApplication {
  name: string;
  /** Name with what the application is for, for reports. */
  title: string;
  /** `table.column` that the application writes by itself. */
  volatileColumns: readonly string[];
  /** Installs the application on first use. @param folder an empty folder for its files */
  start(folder: string): Promise<RunningApplication>;
}

export interface RunningApplication {
  url: string;
  /** Logs in. The cookies are given to every session. */
  logIn?(page: Page): Promise<void>;
  /** Called once, after the log-in: remembers the first state. */
  keepFirstState(): Promise<void>;
  readData(): Promise<Data>;
  /** Gets the first state back. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type StateKeeper = Pick<RunningApplication, 'keepFirstState' | 'readData' | 'reset'>;

/**
 * Keeps the first state of an application whose data are one SQLite file. The file is overwritten in place while the
 * server runs; SQLite notices that by the change counter of the file.
 *
 * @param queries table name to SQL with the key as its first column; all tables if it is empty
 */
export function keepSqliteState(file: string, queries: Record<string, string>): StateKeeper {
  const copy = `${file}.first`;
  let first: Data | null = null;
  const read = (): Data =>
    JSON.parse(
      runProgram('.', 'python3', [join(APPLICATIONS_FOLDER, 'dump.py'), file, JSON.stringify(queries)]),
    ) as Data;
  const isFirst = (): boolean => !existsSync(`${file}-wal`) && readFileSync(file).equals(readFileSync(copy));
  return {
    keepFirstState: async () => {
      copyFileSync(file, copy);
      first = read();
    },
    readData: async () => (first && isFirst() ? first : read()),
    reset: async () => {
      if (isFirst()) return;
      for (const suffix of ['-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      copyFileSync(copy, file);
    },
  };
}
