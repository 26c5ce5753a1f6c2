/** What is told of a run over MiniWoB++. Pure. */
import { median } from './measure.js';
import type { Run } from './miniwob-run.js';
import type { Tasks } from './miniwob-tasks.js';
import { number, table } from './table.js';

/** The usual measure: the page was content, in part at least. */
export function solved({ done, reward }: Pick<Run, 'done' | 'reward'>): boolean {
  return done && reward > 0;
}

const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function row(name: string, runs: readonly Run[]): string[] {
  return [
    name,
    `${number(runs.filter(solved).length)} of ${number(runs.length)}`,
    number(mean(runs.map(({ reward }) => reward)), 2),
    number(median(runs.map(({ acts }) => acts)), 1),
    number(median(runs.map(({ seconds }) => seconds)), 1),
  ];
}

/** By name, nothing left out, the total last. */
export function taskTable(runs: readonly Run[]): string {
  const names = [...new Set(runs.map(({ task }) => task))].toSorted();
  const rows = names.map((name) =>
    row(
      name,
      runs.filter(({ task }) => task === name),
    ),
  );
  const total = row(`all ${number(names.length)}`, runs);
  return table(['task', 'solved', 'mean reward', 'acts, median', 's, median'], [...rows, total]);
}

/** Nothing where no run was the worse for a busy machine. */
export function hurriedText(runs: readonly Run[]): string {
  const count = runs.filter(({ hurried }) => hurried > 0).length;
  return count ? `In ${number(count)} of them a ranking ran out of time: the machine was busy.\n\n` : '';
}

/** What went wrong, seed by seed. */
export function failuresText(runs: readonly Run[]): string {
  const failed = runs
    .filter((run) => !solved(run))
    .toSorted((a, b) => (a.task === b.task ? a.seed - b.seed : a.task < b.task ? -1 : 1));
  if (failed.length === 0) return 'None failed.';
  return failed
    .map(({ task, seed, utterance, reward, done, deeds, verdict, reason }) => {
      const head = `${task}, seed ${seed}: reward ${number(reward, 2)}${done ? '' : ' (not done)'}`;
      const lines = [`“${utterance}”`, ...deeds, `end ${verdict}: ${reason}`];
      return [head, ...lines.map((line) => `  ${line.replace(/\s+/g, ' ')}`)].join('\n');
    })
    .join('\n\n');
}

export function leftOutText(leftOut: Tasks['leftOut']): string {
  return leftOut.map(({ names, why }) => `Left out, ${why}: ${names.join(', ')}.`).join('\n');
}
