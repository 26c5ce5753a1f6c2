/**
 * Computes success rates over judged tasks: per site and overall, with and without blocked tasks. Unknown verdicts stay
 * in the denominator; tasks without a usable run or a verdict are counted separately. Pure.
 */
import { type Interval, computeWilsonInterval } from '../measure/index.js';
import type { JudgedTask } from './judge-tasks.js';
import type { JudgeRecord } from './record.js';

export interface SuccessRate {
  success: number;
  /** Number of successes, failures and unknown verdicts. */
  tasks: number;
  /** 0 … 1; null if there are no tasks. */
  rate: number | null;
  /** 95 % Wilson interval. */
  interval: Interval;
}

export interface SiteFigures {
  site: string;
  /** Number of all tasks, whatever their outcome. */
  total: number;
  success: number;
  failure: number;
  unknown: number;
  /** Number of runs that ended for reasons outside the navigator; excluded from all rates. */
  runErrors: number;
  /** Number of tasks without a verdict because the judge's server failed; excluded from all rates. */
  judgeErrors: number;
  /** Number of tasks that the site blocked, according to the run itself or the judge. */
  blocked: number;
  /** Number of tasks that the judge considers impossible. */
  impossible: number;
  rate: SuccessRate;
  rateWithoutBlocked: SuccessRate;
  /** Share of answers that contain their golden reference answer. */
  references: SuccessRate;
}

/** A judged task with its score against a reference answer; null if there is no golden one. */
export type ScoredTask = JudgedTask & { reference: 1 | 0 | null };

export function isBlocked(record: JudgeRecord): boolean {
  return record.blocked || record.reached_captcha === true;
}

/** Aggregates per site, in the order of each site's first task. */
export function aggregateBySite(tasks: readonly ScoredTask[]): SiteFigures[] {
  const sites = new Map<string, ScoredTask[]>();
  for (const task of tasks) sites.set(task.task.site, [...(sites.get(task.task.site) ?? []), task]);
  return [...sites].map(([site, siteTasks]) => aggregateTasks(site, siteTasks));
}

export function aggregateTasks(site: string, tasks: readonly ScoredTask[]): SiteFigures {
  const records = tasks.flatMap(({ record }) => (record === null ? [] : [record]));
  const ratedRecords = records.filter(({ status }) => status !== 'run-error');
  const references = tasks.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  const countVerdicts = (verdict: JudgeRecord['verdict']): number =>
    ratedRecords.filter((record) => record.verdict === verdict).length;
  return {
    site,
    total: tasks.length,
    success: countVerdicts(1),
    failure: countVerdicts(0),
    unknown: countVerdicts(null),
    runErrors: records.length - ratedRecords.length,
    judgeErrors: tasks.length - records.length,
    blocked: ratedRecords.filter(isBlocked).length,
    impossible: ratedRecords.filter((record) => record.impossible_task === true).length,
    rate: toRate(ratedRecords.map(({ verdict }) => verdict === 1)),
    rateWithoutBlocked: toRate(
      ratedRecords.filter((record) => !isBlocked(record)).map(({ verdict }) => verdict === 1),
    ),
    references: toRate(references.map((score) => score === 1)),
  };
}

function toRate(successes: readonly boolean[]): SuccessRate {
  const success = successes.filter(Boolean).length;
  const tasks = successes.length;
  const rate = tasks === 0 ? null : success / tasks;
  return { success, tasks, rate, interval: computeWilsonInterval(rate ?? 0, tasks) };
}
