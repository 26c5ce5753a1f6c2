/** Writes results in SteP's layout for MiniWoB++ (spec A.14) to the folder `trajectories` of the run. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { writeCsv } from '../step-layout/csv.js';
import { trajectoryFolder, writeEpisodeFile } from '../step-layout/episode-file.js';
import type { FinishedTask } from '../suite.js';
import type { SuiteTask, TaskResult } from '../task.js';
import { episodeParameters } from './read-tasks.js';

/** `click-link_001.json` */
export function writeEpisode(_folder: string, finished: FinishedTask): void {
  const { task, result } = finished;
  const { seed } = episodeParameters(task);
  const { done, reward } = readEnd(result);
  writeEpisodeFile(finished, task.id, { task: task.site, seed, model: result.navigator }, { done, reward });
}

const readEnd = ({ figures }: TaskResult): { done: boolean; reward: number } => ({
  done: figures?.['done'] === 1,
  reward: figures?.['reward'] ?? 0,
});

const COLUMNS = ['task', 'seed', 'model', 'logfile', 'done', 'reward', 'success', 'num_actions'];

/**
 * Writes `summary.csv`. Its success is strict, whereas SteP counts every reward above zero; the column `reward`
 * contains it.
 */
export function writeSummary(run: string, results: readonly { task: SuiteTask; result: TaskResult }[]): void {
  const folder = trajectoryFolder(run);
  mkdirSync(folder, { recursive: true });
  writeCsv(
    join(folder, 'summary.csv'),
    COLUMNS,
    results.map(({ task, result }) => {
      const { done, reward } = readEnd(result);
      return [
        task.site,
        episodeParameters(task).seed,
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
