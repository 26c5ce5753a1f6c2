/** Writes the log of one episode in SteP's layout: a header and the trajectory, as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readPrompts } from '../../demonstration/index.js';
import type { FinishedTask } from '../suite.js';
import { createTrajectory } from './trajectory.js';

/** The run's subfolder that contains the logs of all episodes and `summary.csv`. */
const TRAJECTORY_FOLDER = 'trajectories';

/** SteP indents its files by four spaces. */
const INDENT = 4;

export const getTrajectoryFolder = (runFolder: string): string => join(runFolder, TRAJECTORY_FOLDER);

/**
 * @param name file name without `.json`
 * @param header the keys that come before `trajectory` in the file
 */
export function writeEpisodeFile(
  { runFolder, result, events, demonstration }: FinishedTask,
  name: string,
  header: Readonly<Record<string, string | number>>,
  end: { done: boolean; reward: number },
): void {
  const prompts = (demonstration !== null && readPrompts(demonstration)) || [];
  const trajectory = createTrajectory(events, prompts, { ...end, success: result.success ? 1 : 0 });
  mkdirSync(getTrajectoryFolder(runFolder), { recursive: true });
  writeFileSync(
    join(getTrajectoryFolder(runFolder), `${name}.json`),
    `${JSON.stringify({ ...header, trajectory }, null, INDENT)}\n`,
  );
}
