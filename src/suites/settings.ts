/**
 * Passes a run's settings to its test processes in an environment variable. For session flags, see `test/settings.ts`.
 */
import type { SuiteBudget } from './spending.js';

/** Which demonstrations to keep after their task has finished. */
export const KEEP_DEMONSTRATIONS = ['all', 'failed', 'none'] as const;
export type KeepDemonstrations = (typeof KEEP_DEMONSTRATIONS)[number];

export interface SuiteSettings {
  suite: string;
  /** Absolute path of the run's folder. */
  folder: string;
  /** File with the ids of the tasks to run. Thousands of ids would not fit into an environment variable. */
  pendingFile: string;
  maxIterations: number;
  /** URL of the suite's server; null if the suite has no server. */
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
