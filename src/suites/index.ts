/**
 * `suites/` runs benchmarks: many tasks, each a session with its own result. `runner/` contains the Playwright config,
 * spec and reporter for all suites; each suite has a folder with its task reader and its results layout. `test/` and
 * `assembly/` run the conversations; `cli/` contains the command.
 */
export { checkResumedFlags, type FlagValues } from './flags.js';
export { finishRun, getSuiteExitCode } from './finish-run.js';
export {
  createRunFolder,
  prepareRun,
  selectTasks,
  type PreparedRun,
  type TaskSelection,
} from './prepare-run.js';
export { reportRun, writeReport } from './report/report.js';
export { readRunDescription, readRunTasks, type RunDescription } from './run-folder.js';
export type { SuiteBudget } from './spending.js';
export { KEEP_DEMONSTRATIONS, type KeepDemonstrations } from './settings.js';
export { assertOwnFlags, findSuite, SUITE_FLAGS, SUITE_NAMES } from './suites.js';
export type { SuiteTask } from './task.js';
export type { Suite, SuiteServer } from './suite.js';
