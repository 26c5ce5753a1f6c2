/** Ends a run: cleans up its folder, writes the suite's files, and determines the exit code. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { getExitCode } from '../policy/index.js';
import type { SuiteRunStatistics } from './report/statistics.js';
import { readResult, readRunTasks } from './run-folder.js';
import type { Suite } from './suite.js';
import { clearStop, readStop, type RunStop } from './stop.js';

/** Deletes the files that only the test processes needed. @returns why the run ended early; null if it did not */
export function finishRun(folder: string, suite: Suite): RunStop | null {
  const stop = readStop(folder);
  clearStop(folder);
  for (const name of ['.pending.json', '.playwright'])
    rmSync(join(folder, name), { recursive: true, force: true });
  const results = readRunTasks(folder).flatMap((task) => {
    const result = readResult(folder, task.id);
    return result ? [{ task, result }] : [];
  });
  suite.writeRun?.(folder, results);
  return stop;
}

/**
 * Returns the exit code of a run. The first cause that applies decides: an interrupt, a mistake in the run
 * or an exceeded budget, a failed task, an infrastructure error. A refused or stuck task counts as failed.
 */
export function getSuiteExitCode({
  isInterrupted,
  stop,
  statistics,
}: {
  isInterrupted: boolean;
  stop: RunStop | null;
  statistics: SuiteRunStatistics;
}): number {
  if (isInterrupted) return getExitCode('user');
  if (stop) return getExitCode(stop.kind);
  const { failures, errors } = statistics.overall;
  if (failures > 0) return getExitCode('check');
  return errors > 0 || statistics.notRun > 0 ? getExitCode('infra') : 0;
}
