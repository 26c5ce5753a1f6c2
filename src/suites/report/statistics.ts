/** Computes statistics per site, over all tasks of a run, and over those that were not blocked. No side effects. */
import type { VerdictKind } from '../../contract/index.js';
import { type Interval, computeWilsonInterval } from '../../measure/index.js';
import type { TaskJudgement } from '../run-folder.js';
import type { SiteGroup, SuiteColumn } from '../suite.js';
import type { TaskResult } from '../task.js';

/** A task's result and the judge's verdict, which is null if the task was not judged. */
export interface ScoredResult {
  result: TaskResult;
  judgement: TaskJudgement | null;
}

export interface SuccessShare {
  succeeded: number;
  /** Number of tasks with a definite check result, or number of judged tasks, including those with an unknown verdict. */
  decided: number;
  /** Successes as a share of the decided tasks; null if no tasks were decided. */
  rate: number | null;
  interval: Interval | null;
}

/** The value in a suite's own column, computed from the results of a row. */
export type ColumnStatistic =
  | { heading: string; kind: 'mean'; mean: number | null }
  | { heading: string; kind: 'share'; share: SuccessShare };

export interface SuiteStatistics {
  tasks: number;
  /** Success according to the checks of the tasks. */
  byCheck: SuccessShare;
  /** Success according to the model judge. */
  byJudge: SuccessShare;
  /** Number of tasks that the judge could not decide. */
  unknown: number;
  /** Number of tasks that ended on a page that asks the visitor to prove that they are human. */
  blocked: number;
  /** Number of infrastructure errors, which are not failures of the navigator. */
  errors: number;
  /** Number of tasks that the navigator did not complete. */
  failures: number;
  /** The suite's own columns. */
  columns: ColumnStatistic[];
  /** Number of tasks per verdict. */
  verdicts: Partial<Record<VerdictKind, number>>;
  /** Mean number of navigator turns per task; null if there are no tasks. */
  steps: number | null;
  tokens: number;
  /** Null if the price of any task is unknown. */
  usd: number | null;
  /** Mean duration of a task in seconds; null if there are no tasks. */
  seconds: number | null;
}

export interface SuiteRunStatistics {
  sites: { site: string; figures: SuiteStatistics }[];
  /** The suite's site groups. */
  groups: { name: string; figures: SuiteStatistics }[];
  overall: SuiteStatistics;
  withoutBlocked: SuiteStatistics;
  /** Number of tasks without a result. */
  notRun: number;
}

export function computeStatistics(
  scoredResults: readonly ScoredResult[],
  taskCount: number,
  { columns = [], groups = [] }: { columns?: readonly SuiteColumn[]; groups?: readonly SiteGroup[] } = {},
): SuiteRunStatistics {
  const summarize = (subset: readonly ScoredResult[]): SuiteStatistics => summarizeResults(subset, columns);
  const sites = [...new Set(scoredResults.map(({ result }) => result.site))].toSorted();
  return {
    sites: sites.map((site) => ({
      site,
      figures: summarize(scoredResults.filter(({ result }) => result.site === site)),
    })),
    groups: groups.flatMap(({ name, includes }) => {
      const subset = scoredResults.filter(({ result }) => includes(result.site));
      return subset.length === 0 ? [] : [{ name, figures: summarize(subset) }];
    }),
    overall: summarize(scoredResults),
    withoutBlocked: summarize(scoredResults.filter((task) => !isBlocked(task))),
    notRun: taskCount - scoredResults.length,
  };
}

/** Whether an infrastructure error ended the task. */
export const isError = ({ verdict }: Pick<TaskResult, 'verdict'>): boolean =>
  verdict === 'infra' || verdict === 'usage';

const isBlocked = ({ result, judgement }: ScoredResult): boolean =>
  result.blocked || judgement?.reached_captcha === true;

export function toShare(outcomes: readonly (boolean | null)[]): SuccessShare {
  const decided = outcomes.filter((outcome) => outcome !== null);
  const succeeded = decided.filter(Boolean).length;
  const rate = decided.length === 0 ? null : succeeded / decided.length;
  return {
    succeeded,
    decided: decided.length,
    rate,
    interval: rate === null ? null : computeWilsonInterval(rate, decided.length),
  };
}

/** Verdicts of tasks that the navigator did not complete, unless the suite reports success. */
const FAILURE_VERDICTS: readonly VerdictKind[] = ['check', 'dialogue', 'guard', 'budget', 'stuck'];

const isFailure = ({ success, verdict }: TaskResult): boolean =>
  success === null ? FAILURE_VERDICTS.includes(verdict) : !success;

function summarizeColumn(
  { heading, kind, getValue }: SuiteColumn,
  results: readonly TaskResult[],
): ColumnStatistic {
  const values = results.map(getValue).filter((value) => value !== null);
  if (kind === 'share') return { heading, kind, share: toShare(values.map((value) => value === 1)) };
  const sum = values.reduce((total, value) => total + value, 0);
  return { heading, kind, mean: values.length === 0 ? null : sum / values.length };
}

function summarizeResults(
  scoredResults: readonly ScoredResult[],
  columns: readonly SuiteColumn[],
): SuiteStatistics {
  const validResults = scoredResults.filter(({ result }) => !isError(result));
  const computeMean = (select: (result: TaskResult) => number): number | null =>
    validResults.length === 0
      ? null
      : validResults.reduce((sum, { result }) => sum + select(result), 0) / validResults.length;
  const verdicts: SuiteStatistics['verdicts'] = {};
  for (const { result } of scoredResults) verdicts[result.verdict] = (verdicts[result.verdict] ?? 0) + 1;
  const judgements = validResults.flatMap(({ judgement }) =>
    judgement === null || judgement.status === 'run-error' ? [] : [judgement],
  );
  return {
    tasks: scoredResults.length,
    byCheck: toShare(validResults.map(({ result }) => result.success)),
    // An unknown verdict stays in the denominator, as in the table of `parley judge`.
    byJudge: toShare(judgements.map(({ verdict }) => verdict === 1)),
    unknown: judgements.filter(({ verdict }) => verdict === null).length,
    blocked: scoredResults.filter(isBlocked).length,
    errors: scoredResults.length - validResults.length,
    failures: validResults.filter(({ result }) => isFailure(result)).length,
    columns: columns.map((column) =>
      summarizeColumn(
        column,
        validResults.map(({ result }) => result),
      ),
    ),
    verdicts,
    steps: computeMean(({ steps }) => steps),
    tokens: scoredResults.reduce((sum, { result }) => sum + result.tokens, 0),
    usd: scoredResults.some(({ result }) => result.usd === null)
      ? null
      : scoredResults.reduce((sum, { result }) => sum + (result.usd ?? 0), 0),
    seconds: computeMean(({ seconds }) => seconds),
  };
}
