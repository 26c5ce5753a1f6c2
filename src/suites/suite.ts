/** What the runner needs to know about one suite, and the hooks that a suite may have. */
import type { SessionEvent } from '../contract/index.js';
import type { OpenContext } from '../page/index.js';
import type { Budget, ConfirmPolicy } from '../policy/index.js';
import type { FlagValues, SuiteFlag } from './flags.js';
import type { SuiteViewport } from './task-scenario.js';
import type { SuiteTask, TaskResult } from './task.js';

/** The tab in which a task runs. */
export type TaskPage = OpenContext['page'];

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

/** The tasks of a run. */
export interface ReadTasks {
  tasks: SuiteTask[];
  /** Remarks for the user, one sentence each. */
  remarks: string[];
  /** Name and version of the data that the tasks come from, if they are not in a file of the run. */
  source?: string | undefined;
  taskFile?: string | undefined;
  patchFile?: string | undefined;
  checksFile?: string | undefined;
  /** The day that dates in tasks count from; by default the day of the run. */
  today?: Date | undefined;
}

/** The suite's own verdict about a task, read when the conversation has ended and the page is still open. */
export interface Measurement {
  /** Takes the place of checks. Null if the suite cannot tell. */
  success: boolean | null;
  /** By name, for `result.json` and the columns of the suite. */
  figures: Readonly<Record<string, number>>;
  /** What was found, as part of a sentence: `raw reward 0.75`. */
  note?: string;
}

/** A column of the table, computed from the results of its row. */
export interface SuiteColumn {
  heading: string;
  /** `share`: of the results for which the value is 1. */
  kind: 'mean' | 'share';
  /** Null if the result has no value; it is then left out. */
  valueOf(result: TaskResult): number | null;
}

/** A row of the table over the tasks of several sites. */
export interface SiteGroup {
  name: string;
  includes(site: string): boolean;
}

/** A server that runs as long as the run does. Tasks name it `{{SUITE}}`. */
export interface SuiteServer {
  url: string;
  close(): Promise<void>;
}

/** Downloads the data of the suite on request (`--fetch`). */
export interface DataSource {
  /** The folder of `--fetch` without a value. */
  folder: string;
  /** @returns lines for the user */
  fetch(folder: string, source: string | undefined, signal: AbortSignal): Promise<string[]>;
}

/** A task that was run, for the files that the suite writes about it. */
export interface FinishedTask {
  /** The folder of the run. */
  run: string;
  task: SuiteTask;
  result: TaskResult;
  /** The start page with its address. */
  url: string;
  events: readonly SessionEvent[];
  /** Absolute; null if the session never began. */
  demonstration: string | null;
}

/** What the hooks of a task receive. */
export interface TaskContext {
  task: SuiteTask;
  /** The start page with its address. */
  url: string;
  signal: AbortSignal;
}

export interface Suite {
  readonly name: string;
  readonly page: SuiteViewport;
  /** Most decisions of the navigator in a task, unless the run sets another number. */
  readonly maxIterations: number;
  /** Limits of a session, unless the configuration sets others. */
  readonly budget?: Partial<Budget>;
  /** The policies of the navigator `step`, unless the run names others. */
  readonly stepLibrary?: string;
  readonly published: readonly PublishedResult[];
  /** Why they cannot be compared with a run: `on other tasks`. */
  readonly publishedNote: string;
  /** Flags that only this suite has, by name. */
  readonly flags: Readonly<Record<string, SuiteFlag>>;
  readonly data?: DataSource;
  /** Columns and rows of the table besides those of every suite. */
  readonly columns?: readonly SuiteColumn[];
  readonly groups?: readonly SiteGroup[];

  /** @throws ParleyError `usage` with every mistake in a flag or file */
  readTasks(flags: FlagValues): ReadTasks | Promise<ReadTasks>;
  /** Starts the server of the tasks, if they need one. @throws ParleyError `usage` */
  serve?(flags: FlagValues): Promise<SuiteServer>;
  /**
   * @param url the start page with its address
   * @param allowedHosts those that the run allows with `--allow-host`
   */
  hostPolicy(url: string, allowedHosts: readonly string[]): HostPolicy;

  /**
   * Called when the start page is open, before the instructor speaks.
   * @returns the instruction, if only the page knows it
   */
  preparePage?(page: TaskPage, context: TaskContext): Promise<string | void>;
  /** Whether the page has ended the task. Asked after every action; the session then stops. */
  isOver?(page: TaskPage, context: TaskContext): Promise<boolean>;
  /** Called once when the conversation has ended. @param page null if no tab is open any more */
  measure?(page: TaskPage | null, context: TaskContext): Promise<Measurement>;

  /** Writes the files of the suite’s results layout into the task’s folder. */
  writeTask(folder: string, finished: FinishedTask): void;
  /** Names of files that `writeTask` may have written, to be deleted before the task runs again. */
  isDerivedFile(name: string): boolean;
  /** Writes files about the whole run, when it has ended or was interrupted. @param results those so far */
  writeRun?(run: string, results: readonly { task: SuiteTask; result: TaskResult }[]): void;
}
