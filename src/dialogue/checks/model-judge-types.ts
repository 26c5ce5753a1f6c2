/** The interface between the check `judge` and the model that judges. */
import type { Probe, Turn } from '../../contract/index.js';

export interface ModelJudgeQuestion {
  /** The task to judge; null means the instructor's lines so far. */
  task: string | null;
  /** Number of latest screenshots to judge, including the current page. */
  last: number;
  turns: readonly Turn[];
  probe: Probe;
}

/**
 * - `unknown`: the judge could not decide, or its server failed.
 * - `misconfigured`: the settings are wrong, such as a model without vision or a missing recorded answer.
 */
export interface ModelJudgement {
  verdict: 'success' | 'failure' | 'unknown' | 'misconfigured';
  explanation: string;
}

/** @throws only when `signal` is aborted */
export type ModelJudge = (question: ModelJudgeQuestion, signal: AbortSignal) => Promise<ModelJudgement>;
