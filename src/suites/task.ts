/** A task of a suite, and what is recorded about it. Every suite's reader produces these types. */
import type { CheckResult, VerdictKind } from '../contract/index.js';

/** The wording of a task that was run. Results of different versions are not comparable. */
export interface TaskVersion {
  /** The first digits of the SHA-256 of the final text and start page. */
  hash: string;
  /** A patch file changed the text. */
  patched: boolean;
  /** The text contains dates that were computed from the day of the run. */
  dated: boolean;
}

export interface SuiteTask {
  /** Unique in the suite. The folder of its results is named after it. */
  id: string;
  site: string;
  /** What the instructor says. */
  text: string;
  /** What the instructor says after that, each when the navigator has done the line before or asks something. */
  lines?: readonly string[];
  /** The start page. It may contain `{{FIXTURES}}`, the address of the example sites, or `{{SUITE}}`. */
  url: string;
  version: TaskVersion;
  /** What the hooks of the suite need to know about it. */
  parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Parts of a scenario that judge the task; null if nothing but a model can judge it. */
  checks: TaskChecks | null;
}

/** Parts of a scenario in its written form, with `{{FIXTURES}}` not yet replaced. */
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
  /** The task as it was given to the navigator. */
  task: string;
  url: string;
  version: TaskVersion;
  navigator: string;
  verdict: VerdictKind;
  reason: string;
  /** By the suite or the task's checks; null if neither can tell, or if the run says nothing about the task. */
  success: boolean | null;
  /** The suite's own figures, by name. */
  figures?: Readonly<Record<string, number>>;
  checks: CheckResult[];
  /** The navigator's last words that end a task; null if there are none. */
  answer: string | null;
  /** The site asked whether its visitor is a person. */
  blocked: boolean;
  /** Navigator turns. */
  steps: number;
  turns: number;
  actions: number;
  tokens: number;
  /** Null if the price is unknown. */
  usd: number | null;
  seconds: number;
  /** Repetitions after infrastructure errors. */
  retries: number;
  startedAt: string;
  /** Folder of the demonstration, relative to the task's folder; empty if there is none. */
  demonstration: string;
}

/** Whether the task ran to its end. Interrupted tasks and infrastructure errors run again. */
export const isFinished = ({ verdict }: Pick<TaskResult, 'verdict'>): boolean =>
  !['infra', 'user', 'usage'].includes(verdict);
