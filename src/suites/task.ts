/** A task of a suite, and the record of its run. Every suite's reader produces these types. */
import type { CheckResult, VerdictKind } from '../contract/index.js';

/** Identifies a task's wording. The results of different versions cannot be compared. */
export interface TaskVersion {
  /** The first digits of a SHA-256 hash over the final text and the start page. */
  hash: string;
  /** Whether a patch file changed the text. */
  patched: boolean;
  /** Whether the text contains dates that were computed from the day of the run. */
  dated: boolean;
}

export interface SuiteTask {
  /** Unique in the suite; also the name of its results folder. */
  id: string;
  site: string;
  /** What the instructor says. */
  text: string;
  /** Further instructor lines, each said after the navigator has completed the previous one or asks a question. */
  lines?: readonly string[];
  /** The start page's URL. It may contain `{{FIXTURES}}`, the base URL of the fixture sites, or `{{SUITE}}`. */
  url: string;
  version: TaskVersion;
  /** Parameters for the suite's hooks. */
  parameters?: Readonly<Record<string, string | number | boolean>>;
  /** The scenario keys that check the task; null if only a model can judge the task. */
  checks: TaskChecks | null;
}

/** Scenario keys as written, with `{{FIXTURES}}` not yet replaced. */
export interface TaskChecks {
  reset?: unknown;
  replies?: unknown[];
  expect?: unknown[];
  check?: unknown[];
  finally?: unknown[];
}

/** `result.json` of a task. */
export interface TaskResult {
  v: 1;
  id: string;
  site: string;
  /** The task as given to the navigator. */
  task: string;
  url: string;
  version: TaskVersion;
  navigator: string;
  verdict: VerdictKind;
  reason: string;
  /**
   * Whether the task succeeded, according to the suite or the task's checks. Null if neither can tell, or if the run
   * was not a valid attempt.
   */
  success: boolean | null;
  /** The suite's own values. Keys are their names. */
  figures?: Readonly<Record<string, number>>;
  checks: CheckResult[];
  /** The navigator's final message; null if it sent none. */
  answer: string | null;
  /** Whether the site asked the visitor to prove that they are human. */
  blocked: boolean;
  /** Number of navigator turns. */
  steps: number;
  turns: number;
  actions: number;
  tokens: number;
  /** Null if the price is unknown. */
  usd: number | null;
  seconds: number;
  /** Number of retries after infrastructure errors. */
  retries: number;
  startedAt: string;
  /** Folder of the demonstration, relative to the task's folder; empty if the session never started. */
  demonstration: string;
}

/** Whether the task has a final result. Interrupted tasks and infrastructure errors run again. */
export const isFinished = ({ verdict }: Pick<TaskResult, 'verdict'>): boolean =>
  !['infra', 'user', 'usage'].includes(verdict);
