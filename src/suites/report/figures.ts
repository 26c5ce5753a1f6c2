/** The figures of a run: per site, over all tasks, and without blocked tasks. Pure. */
import type { VerdictKind } from '../../contract/index.js';
import { type Interval, wilsonInterval } from '../../measure/index.js';
import type { TaskJudgement } from '../run-folder.js';
import type { TaskResult } from '../task.js';

/** A result with the judge's verdict; null if it was not judged. */
export interface JudgedSuiteTask {
  result: TaskResult;
  judgement: TaskJudgement | null;
}

export interface SuccessShare {
  succeeded: number;
  /** Tasks with a yes or a no. */
  decided: number;
  /** Of the decided tasks; null without any. */
  rate: number | null;
  interval: Interval | null;
}

export interface SuiteFigures {
  /** Tasks with a result. */
  tasks: number;
  /** By the checks of the tasks. */
  byCheck: SuccessShare;
  /** By the model judge. */
  byJudge: SuccessShare;
  /** The judge could not tell. */
  unknown: number;
  /** Ended on a page that asks whether its visitor is a person. */
  blocked: number;
  /** Infrastructure errors: not counted as failures of the navigator. */
  errors: number;
  /** Tasks by their verdict. */
  verdicts: Partial<Record<VerdictKind, number>>;
  /** Navigator turns of a task, mean; null without tasks. */
  steps: number | null;
  tokens: number;
  /** Null if the price of any task is unknown. */
  usd: number | null;
  /** Mean seconds of a task; null without tasks. */
  seconds: number | null;
}

export interface SuiteRunFigures {
  sites: { site: string; figures: SuiteFigures }[];
  overall: SuiteFigures;
  withoutBlocked: SuiteFigures;
  /** Tasks of the run without a result. */
  notRun: number;
}

export function computeFigures(scored: readonly JudgedSuiteTask[], taskCount: number): SuiteRunFigures {
  const sites = [...new Set(scored.map(({ result }) => result.site))].toSorted();
  return {
    sites: sites.map((site) => ({
      site,
      figures: summarize(scored.filter(({ result }) => result.site === site)),
    })),
    overall: summarize(scored),
    withoutBlocked: summarize(scored.filter((task) => !isBlocked(task))),
    notRun: taskCount - scored.length,
  };
}

/** Whether an infrastructure error ended the task. */
export const isError = ({ verdict }: Pick<TaskResult, 'verdict'>): boolean =>
  verdict === 'infra' || verdict === 'usage';

const isBlocked = ({ result, judgement }: JudgedSuiteTask): boolean =>
  result.blocked || judgement?.reached_captcha === true;

export function toShare(outcomes: readonly (boolean | null)[]): SuccessShare {
  const decided = outcomes.filter((outcome) => outcome !== null);
  const succeeded = decided.filter(Boolean).length;
  const rate = decided.length === 0 ? null : succeeded / decided.length;
  return {
    succeeded,
    decided: decided.length,
    rate,
    interval: rate === null ? null : wilsonInterval(rate, decided.length),
  };
}

function summarize(scored: readonly JudgedSuiteTask[]): SuiteFigures {
  const counted = scored.filter(({ result }) => !isError(result));
  const mean = (select: (result: TaskResult) => number): number | null =>
    counted.length === 0
      ? null
      : counted.reduce((sum, { result }) => sum + select(result), 0) / counted.length;
  const verdicts: SuiteFigures['verdicts'] = {};
  for (const { result } of scored) verdicts[result.verdict] = (verdicts[result.verdict] ?? 0) + 1;
  const judged = counted.filter(({ judgement }) => judgement !== null);
  return {
    tasks: scored.length,
    byCheck: toShare(counted.map(({ result }) => result.success)),
    byJudge: toShare(judged.map(({ judgement }) => toOutcome(judgement!))),
    unknown: judged.filter(({ judgement }) => judgement!.verdict === null).length,
    blocked: scored.filter(isBlocked).length,
    errors: scored.length - counted.length,
    verdicts,
    steps: mean(({ steps }) => steps),
    tokens: scored.reduce((sum, { result }) => sum + result.tokens, 0),
    usd: scored.some(({ result }) => result.usd === null)
      ? null
      : scored.reduce((sum, { result }) => sum + (result.usd ?? 0), 0),
    seconds: mean(({ seconds }) => seconds),
  };
}

const toOutcome = ({ verdict }: TaskJudgement): boolean | null => (verdict === null ? null : verdict === 1);
