/** The interface of a suite: what the runner needs to know, and optional hooks. */
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
  /** Whether public hosts are blocked, except those allowed by `--allow-host`. */
  blocksPublicHosts: boolean;
  /** One sentence, which is stored in the session record. */
  note: string;
}

/** A published result from a paper or repository. */
export interface PublishedResult {
  system: string;
  /** Share of successful tasks, from 0 to 1. */
  success: number;
  /** What was measured, and how. */
  note: string;
}

export interface TaskList {
  tasks: SuiteTask[];
  /** Remarks for the user, one sentence each. */
  remarks: string[];
  /** Name and version of the data that the tasks come from, unless they are in a file of the run. */
  source?: string | undefined;
  taskFile?: string | undefined;
  patchFile?: string | undefined;
  checksFile?: string | undefined;
  /** The date that relative dates in tasks refer to; by default the day of the run. */
  today?: Date | undefined;
}

/** The suite's own verdict about a task, determined after the conversation, while the page is still open. */
export interface Measurement {
  /** Replaces the result of the checks. Null if the suite cannot decide. */
  success: boolean | null;
  /** Values for `result.json` and the suite's columns. Keys are their names. */
  figures: Readonly<Record<string, number>>;
  /** A short remark on the result, such as `raw reward 0.75`. */
  note?: string;
}

/** A table column that is computed from the results of a row. */
export interface SuiteColumn {
  heading: string;
  /** `share`: the share of results whose value is 1. */
  kind: 'mean' | 'share';
  /** Returns null if the result has no value for this column. Such results are left out. */
  getValue(result: TaskResult): number | null;
}

/** A table row that combines the tasks of several sites. */
export interface SiteGroup {
  name: string;
  includes(site: string): boolean;
}

/** A server that runs during the whole run. Tasks refer to it as `{{SUITE}}`. */
export interface SuiteServer {
  url: string;
  close(): Promise<void>;
}

/** Downloads the suite's data on request (`--fetch`). */
export interface DataSource {
  /** The default folder of `--fetch`. */
  folder: string;
  /** @returns lines to print for the user */
  fetch(folder: string, source: string | undefined, signal: AbortSignal): Promise<string[]>;
}

/** A finished task, for the files that the suite writes about it. */
export interface FinishedTask {
  runFolder: string;
  task: SuiteTask;
  result: TaskResult;
  /** The start page's URL, with placeholders filled in. */
  url: string;
  events: readonly SessionEvent[];
  /** Absolute path; null if the session never started. */
  demonstration: string | null;
}

/** What a task's hooks receive. */
export interface TaskContext {
  task: SuiteTask;
  /** The start page's URL, with placeholders filled in. */
  url: string;
  signal: AbortSignal;
}

export interface Suite {
  readonly name: string;
  readonly page: SuiteViewport;
  /** Default maximum number of navigator decisions in a task. */
  readonly maxIterations: number;
  /** Default limits of a session. */
  readonly budget?: Partial<Budget>;
  /** Name of the default policy library for the `step` navigator. */
  readonly stepLibrary?: string;
  readonly published: readonly PublishedResult[];
  /** Why a run cannot be compared with the published results, such as `on other tasks`. */
  readonly publishedNote: string;
  /** Flags of this suite only. Keys are their names. */
  readonly flags: Readonly<Record<string, SuiteFlag>>;
  readonly data?: DataSource;
  /** Additional columns and rows of the table. */
  readonly columns?: readonly SuiteColumn[];
  readonly groups?: readonly SiteGroup[];

  /** @throws ParleyError `usage` with all mistakes in flags and files */
  readTasks(flags: FlagValues): TaskList | Promise<TaskList>;
  /** Starts the server for the tasks, if they need one. @throws ParleyError `usage` */
  serve?(flags: FlagValues): Promise<SuiteServer>;
  /**
   * @param url the start page's URL, with placeholders filled in
   * @param allowedHosts the hosts allowed by `--allow-host`
   */
  getHostPolicy(url: string, allowedHosts: readonly string[]): HostPolicy;

  /**
   * Called after the start page has loaded, before the instructor speaks.
   * @returns the instruction, if the page provides it
   */
  preparePage?(page: TaskPage, context: TaskContext): Promise<string | void>;
  /** Whether the page has ended the task. Called after every action; if true, the session stops. */
  isOver?(page: TaskPage, context: TaskContext): Promise<boolean>;
  /** Called once after the conversation. @param page null if no tab is open */
  measure?(page: TaskPage | null, context: TaskContext): Promise<Measurement>;

  /** Writes the files of the suite's results layout into the task's folder. */
  writeTask(folder: string, finishedTask: FinishedTask): void;
  /** Whether `writeTask` may have written a file with this name into the task's folder. */
  mustDeleteBeforeRerun(name: string): boolean;
  /** Writes files about the whole run after it has ended or was interrupted. @param results the results so far */
  writeRun?(runFolder: string, results: readonly { task: SuiteTask; result: TaskResult }[]): void;
}
