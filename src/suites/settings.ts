/** Settings of a run for its test processes, in one environment variable. Flags of sessions: `test/settings.ts`. */
import type { SuiteBudget } from './spending.js';

/** Which demonstrations stay on disk when their task is finished. */
export const KEEP_DEMONSTRATIONS = ['all', 'failed', 'none'] as const;
export type KeepDemonstrations = (typeof KEEP_DEMONSTRATIONS)[number];

export interface SuiteSettings {
  suite: string;
  /** Absolute folder of the run. */
  folder: string;
  /** Ids of the tasks to run; in a file, because an environment variable is too short for thousands. */
  pendingFile: string;
  maxIterations: number;
  /** The address of the suite's server; null if it has none. */
  serverUrl: string | null;
  keepDemonstrations: KeepDemonstrations;
  budget: SuiteBudget;
}

export const SUITE_VARIABLE = 'PARLEY_SUITE';

export function readSuiteSettings(env: NodeJS.ProcessEnv = process.env): SuiteSettings {
  const text = env[SUITE_VARIABLE];
  if (!text) throw new Error(`${SUITE_VARIABLE} is not set; parley bench sets it`);
  return JSON.parse(text) as SuiteSettings;
}
