/**
 * Writes results in SteP's layout (spec A.14) to the folder `trajectories` of the run. `summary.csv` has the columns of
 * the AirlineCRM notebook; its trajectories were not published, so they have the format of MiniWoB++.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { writeCsv } from '../step-layout/csv.js';
import { trajectoryFolder, writeEpisodeFile } from '../step-layout/episode-file.js';
import type { FinishedTask } from '../suite.js';
import type { SuiteTask, TaskResult } from '../task.js';

const COLUMNS = ['task', 'scenario', 'policy', 'success', 'task_progress', 'num_actions'];

const progressOf = ({ figures }: TaskResult): number => figures?.['progress'] ?? 0;

/** The names of the task and the scenario on the site. */
const nameOf = ({ parameters }: SuiteTask) => ({
  task: String(parameters?.['task']),
  scenario: String(parameters?.['scenario']),
});

/** `cancel-flight_001.json` */
export function writeScenario(_folder: string, finished: FinishedTask): void {
  const { task, result } = finished;
  const end = { done: result.verdict === 'done', reward: progressOf(result) };
  writeEpisodeFile(finished, task.id, { ...nameOf(task), policy: result.navigator }, end);
}

export function writeSummary(run: string, results: readonly { task: SuiteTask; result: TaskResult }[]): void {
  const folder = trajectoryFolder(run);
  mkdirSync(folder, { recursive: true });
  writeCsv(
    join(folder, 'summary.csv'),
    COLUMNS,
    results.map(({ task, result }) => {
      const { task: id, scenario } = nameOf(task);
      const success = result.success ? 1 : 0;
      return [id, scenario, result.navigator, success, progressOf(result), result.actions];
    }),
  );
}
