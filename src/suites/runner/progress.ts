/** Formats a run's progress: one line per finished task. No side effects. */
import { formatPercent, formatUsd } from '../report/table.js';
import { isError, toShare } from '../report/statistics.js';
import type { TaskResult } from '../task.js';

export interface RunProgress {
  /** Number of tasks in the run. */
  taskCount: number;
  /** Results so far, including those from before the run was resumed. */
  results: readonly TaskResult[];
  /** Number of tasks finished since the run was started or resumed. */
  finishedCount: number;
  elapsedSeconds: number;
}

/**
 * Formats a line such as `3/20  passed  Shop--2  6.1 s, 4 steps | success 2/3, 66.7 % (20.8 to 93.9 %), $0.03, about 2
 * min left`.
 */
export function formatProgress(latest: TaskResult, progress: RunProgress): string {
  const { taskCount, results } = progress;
  const { usd, tokens } = latest;
  const costs = tokens > 0 ? [`${tokens} tokens`, usd === null ? 'unknown cost' : formatUsd(usd)] : [];
  const details = [`${latest.seconds.toFixed(1)} s`, `${latest.steps} steps`, ...costs];
  const reason = latest.verdict === 'done' ? '' : `: ${toShortReason(latest.reason)}`;
  return `${results.length}/${taskCount}  ${formatOutcome(latest)}  ${latest.id}  ${details.join(', ')}${reason} | ${formatRunState(progress)}`;
}

function formatOutcome({ success, verdict, blocked }: TaskResult): string {
  if (isError({ verdict })) return 'error ';
  if (blocked) return 'blocked';
  if (success === null) return verdict === 'done' ? 'ended ' : verdict.padEnd(6);
  return success ? 'passed' : 'failed';
}

function formatRunState({ taskCount, results, finishedCount, elapsedSeconds }: RunProgress): string {
  const { succeeded, decided, rate, interval } = toShare(
    results.filter((result) => !isError(result)).map(({ success }) => success),
  );
  const success =
    rate === null || interval === null
      ? []
      : [
          `success ${succeeded}/${decided}, ${formatPercent(rate)} (${formatPercent(interval.low)} to ${formatPercent(interval.high)})`,
        ];
  const usd = results.some((result) => result.usd === null)
    ? null
    : results.reduce((sum, result) => sum + (result.usd ?? 0), 0);
  const remaining = taskCount - results.length;
  const timeLeftTexts =
    remaining === 0 || finishedCount === 0
      ? []
      : [`about ${formatDuration((elapsedSeconds / finishedCount) * remaining)} left`];
  return [...success, usd === null ? 'unknown cost' : formatUsd(usd), ...timeLeftTexts].join(', ');
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

const MAX_REASON_LENGTH = 160;

function toShortReason(text: string): string {
  const firstLine = text.split('\n')[0]!;
  return firstLine.length > MAX_REASON_LENGTH ? `${firstLine.slice(0, MAX_REASON_LENGTH - 1)}…` : firstLine;
}
