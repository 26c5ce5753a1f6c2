/** What the runner needs to know about one suite. */
import type { SessionEvent } from '../contract/index.js';
import type { ConfirmPolicy } from '../policy/index.js';
import type { SuiteViewport } from './task-scenario.js';
import type { SuiteTask, TaskResult } from './task.js';

/** What a session may do on the hosts of a task. */
export interface HostPolicy {
  confirm: ConfirmPolicy;
  /** Whether only local sites may be opened, besides the hosts that the run allows. */
  localOnly: boolean;
  /** One sentence for the record. */
  note: string;
}

/** A result that a paper or a repository published. */
export interface PublishedResult {
  system: string;
  /** 0 … 1 */
  success: number;
  /** What was measured, and how. */
  note: string;
}

/** A task that was run, for the files that the suite writes about it. */
export interface FinishedTask {
  task: SuiteTask;
  result: TaskResult;
  /** The start page with its address. */
  url: string;
  events: readonly SessionEvent[];
  /** Absolute; null if the session never began. */
  demonstration: string | null;
}

export interface Suite {
  readonly name: string;
  readonly page: SuiteViewport;
  /** Most decisions of the navigator in a task, unless the run sets another number. */
  readonly maxIterations: number;
  readonly published: readonly PublishedResult[];
  /**
   * @param url the start page with its address
   * @param allowedHosts those that the run allows with `--allow-host`
   */
  hostPolicy(url: string, allowedHosts: readonly string[]): HostPolicy;
  /** Writes the files of the suite’s results layout into the task’s folder. */
  writeTask(folder: string, finished: FinishedTask): void;
  /** Names of files that `writeTask` may have written, to be deleted before the task runs again. */
  isDerivedFile(name: string): boolean;
}
