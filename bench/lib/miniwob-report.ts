/** Formats the results of MiniWoB++ runs. Pure. */
import { median } from './measure.js';
import type { MiniwobRun } from './miniwob-run.js';
import type { MiniwobTasks } from './miniwob-tasks.js';
import { formatNumber, formatTable } from './table.js';

/** Whether the page ended the episode with a reward above 0, which is the usual measure. */
export function isSolved({ done, reward }: Pick<MiniwobRun, 'done' | 'reward'>): boolean {
  return done && reward > 0;
}

const mean = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function formatRow(name: string, runs: readonly MiniwobRun[]): string[] {
  return [
    name,
    `${formatNumber(runs.filter(isSolved).length)} of ${formatNumber(runs.length)}`,
    formatNumber(mean(runs.map(({ reward }) => reward)), 2),
    formatNumber(median(runs.map(({ actions }) => actions)), 1),
    formatNumber(median(runs.map(({ seconds }) => seconds)), 1),
  ];
}

/** One row per task, sorted by name, then the total. */
export function formatTaskTable(runs: readonly MiniwobRun[]): string {
  const names = [...new Set(runs.map(({ task }) => task))].toSorted();
  const rows = names.map((name) =>
    formatRow(
      name,
      runs.filter(({ task }) => task === name),
    ),
  );
  const total = formatRow(`all ${formatNumber(names.length)}`, runs);
  return formatTable(['task', 'solved', 'mean reward', 'actions, median', 's, median'], [...rows, total]);
}

/** Counts the runs in which a ranking ran out of time; empty if there are none. */
export function formatPartialRankings(runs: readonly MiniwobRun[]): string {
  const count = runs.filter(({ partialRankings }) => partialRankings > 0).length;
  return count
    ? `Runs in which a ranking ran out of time because the machine was busy: ${formatNumber(count)}.\n\n`
    : '';
}

/** The transcript of each failed run, sorted by task and seed. */
export function formatFailures(runs: readonly MiniwobRun[]): string {
  const failed = runs
    .filter((run) => !isSolved(run))
    .toSorted((a, b) => (a.task === b.task ? a.seed - b.seed : a.task < b.task ? -1 : 1));
  if (failed.length === 0) return 'No run failed.';
  return failed
    .map(({ task, seed, utterance, reward, done, transcript, verdict, reason }) => {
      const head = `${task}, seed ${seed}: reward ${formatNumber(reward, 2)}${done ? '' : ' (not done)'}`;
      const lines = [`“${utterance}”`, ...transcript, `verdict ${verdict}: ${reason}`];
      return [head, ...lines.map((line) => `  ${line.replace(/\s+/g, ' ')}`)].join('\n');
    })
    .join('\n\n');
}

export function formatOmittedPages(omitted: MiniwobTasks['omitted']): string {
  return omitted.map(({ names, reason }) => `Not run, ${reason}: ${names.join(', ')}.`).join('\n');
}
