/** The end of a run: cleans its folder and decides the exit code. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { VerdictKind } from '../contract/index.js';
import { exitCode } from '../policy/index.js';
import type { SuiteRunFigures } from './report/figures.js';
import { clearStop, readStop, type RunStop } from './stop.js';

/** Deletes the files that only the test processes needed. @returns why the run ended early, if it did */
export function finishRun(folder: string): RunStop | null {
  const stop = readStop(folder);
  clearStop(folder);
  for (const name of ['.pending.json', '.playwright'])
    rmSync(join(folder, name), { recursive: true, force: true });
  return stop;
}

/** Verdicts of tasks that the navigator did not complete. */
const FAILURES: readonly VerdictKind[] = ['check', 'dialogue', 'guard', 'budget', 'stuck'];

/**
 * The exit code of a run, the first that applies: interrupted, a mistake of the run or its used-up budget, a failed
 * task, an infrastructure error. A refused or stuck task is a failed task.
 */
export function suiteExitCode({
  interrupted,
  stop,
  figures,
}: {
  interrupted: boolean;
  stop: RunStop | null;
  figures: SuiteRunFigures;
}): number {
  if (interrupted) return exitCode('user');
  if (stop) return exitCode(stop.kind);
  const { byCheck, errors, verdicts } = figures.overall;
  const failed = FAILURES.some((kind) => (verdicts[kind] ?? 0) > 0);
  if (failed || byCheck.succeeded < byCheck.decided) return exitCode('check');
  return errors > 0 || figures.notRun > 0 ? exitCode('infra') : 0;
}
