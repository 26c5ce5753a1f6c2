/**
 * Writes results in SteP's layout to the folder `trajectories` of the run. `summary.csv` has the columns of
 * the AirlineCRM notebook. The notebook's trajectories were not published, so these have the format of MiniWoB++.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { writeCsv } from '../step-layout/csv.js';
import { getTrajectoryFolder, writeEpisodeFile } from '../step-layout/episode-file.js';
import type { FinishedTask } from '../suite.js';
import type { SuiteTask, TaskResult } from '../task.js';

const COLUMNS = ['task', 'scenario', 'policy', 'success', 'task_progress', 'num_actions'];

const getProgress = ({ figures }: TaskResult): number => figures?.['progress'] ?? 0;

/** Returns the names that the site gives to the task and the scenario. */
const getScenarioNames = ({ parameters }: SuiteTask) => ({
  task: String(parameters?.['task']),
  scenario: String(parameters?.['scenario']),
});

/** Writes a scenario's log to a file such as `cancel-flight_001.json`. */
export function writeScenario(_folder: string, finishedTask: FinishedTask): void {
  const { task, result } = finishedTask;
  const endStatus = { done: result.verdict === 'done', reward: getProgress(result) };
  writeEpisodeFile(finishedTask, task.id, { ...getScenarioNames(task), policy: result.navigator }, endStatus);
}

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
      const { task: id, scenario } = getScenarioNames(task);
      const success = result.success ? 1 : 0;
      return [id, scenario, result.navigator, success, getProgress(result), result.actions];
    }),
  );
}
