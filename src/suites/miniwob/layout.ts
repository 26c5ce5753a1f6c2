/** Writes results in SteP's layout for MiniWoB++ to the folder `trajectories` of the run. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { writeCsv } from '../step-layout/csv.js';
import { getTrajectoryFolder, writeEpisodeFile } from '../step-layout/episode-file.js';
import type { FinishedTask } from '../suite.js';
import type { SuiteTask, TaskResult } from '../task.js';
import { getEpisodeParameters } from './read-tasks.js';

/** Writes an episode's log to a file such as `click-link_001.json`. */
export function writeEpisode(_folder: string, finishedTask: FinishedTask): void {
  const { task, result } = finishedTask;
  const { seed } = getEpisodeParameters(task);
  const { done, reward } = readEpisodeEnd(result);
  writeEpisodeFile(
    finishedTask,
    task.id,
    { task: task.site, seed, model: result.navigator },
    { done, reward },
  );
}

const readEpisodeEnd = ({ figures }: TaskResult): { done: boolean; reward: number } => ({
  done: figures?.['done'] === 1,
  reward: figures?.['reward'] ?? 0,
});

const COLUMNS = ['task', 'seed', 'model', 'logfile', 'done', 'reward', 'success', 'num_actions'];

/**
 * Writes `summary.csv`. Its column `success` requires the full reward, whereas SteP counts every reward above zero. The
 * column `reward` contains the reward itself.
 */
export function writeSummary(
  runFolder: string,
  results: readonly { task: SuiteTask; result: TaskResult }[],
): void {
  const folder = getTrajectoryFolder(runFolder);
  mkdirSync(folder, { recursive: true });
  writeCsv(
    join(folder, 'summary.csv'),
    COLUMNS,
    results.map(({ task, result }) => {
      const { done, reward } = readEpisodeEnd(result);
      return [
        task.site,
        getEpisodeParameters(task).seed,
        result.navigator,
        join(folder, `${task.id}.json`),
        done,
        reward,
        result.success ? 1 : 0,
        result.actions,
      ];
    }),
  );
}
