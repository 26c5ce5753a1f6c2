/** Settings of a run for its test processes, in one environment variable. Flags of sessions: `test/settings.ts`. */
import type { SuiteBudget } from './spending.js';

export interface SuiteSettings {
  suite: string;
  /** Absolute folder of the run. */
  folder: string;
  /** Ids of the tasks to run; in a file, because an environment variable is too short for thousands. */
  pendingFile: string;
  maxIterations: number;
  budget: SuiteBudget;
}

export const SUITE_VARIABLE = 'PARLEY_SUITE';

export function readSuiteSettings(env: NodeJS.ProcessEnv = process.env): SuiteSettings {
  const text = env[SUITE_VARIABLE];
  if (!text) throw new Error(`${SUITE_VARIABLE} is not set; parley bench sets it`);
  return JSON.parse(text) as SuiteSettings;
}
