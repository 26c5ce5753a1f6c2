/** Prepares a run: selects the tasks, writes the run's folder, and configures the test processes. */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ParleyError } from '../contract/index.js';
import { formatSuggestion } from '../yaml/index.js';
import { selectPending, writeRun, type RunDescription } from './run-folder.js';
import { SUITE_VARIABLE, type SuiteSettings } from './settings.js';
import { clearStop } from './stop.js';
import type { SuiteTask } from './task.js';

export interface TaskSelection {
  /** Site names; case is ignored. */
  sites?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
  /** Maximum number of tasks, taken from the start of the selection. */
  limit?: number | undefined;
  shard?: { part: number; total: number } | undefined;
}

/** @throws ParleyError `usage` if no task has the site or id, or if no task is left */
export function selectTasks(
  tasks: readonly SuiteTask[],
  { sites, ids, limit, shard }: TaskSelection,
): SuiteTask[] {
  const allSites = [...new Set(tasks.map(({ site }) => site))];
  const isSameSite = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  for (const site of sites ?? [])
    if (!allSites.some((taskSite) => isSameSite(taskSite, site)))
      throw new ParleyError(
        'usage',
        `No task has the site “${site}”.${formatSuggestion(site, allSites)}`,
        `The sites are: ${allSites.join(', ')}.`,
      );
  for (const id of ids ?? [])
    if (!tasks.some((task) => task.id === id))
      throw new ParleyError(
        'usage',
        `No task has the id “${id}”.${formatSuggestion(
          id,
          tasks.map((task) => task.id),
        )}`,
        'Use an id from the task file.',
      );
  const selectedTasks = tasks
    .filter(({ site }) => !sites || sites.some((selected) => isSameSite(selected, site)))
    .filter(({ id }) => !ids || ids.includes(id))
    .slice(0, limit)
    // Adjacent tasks belong to the same site. Assigning them to the shards in turn gives each shard tasks of every
    // site.
    .filter((_, index) => !shard || index % shard.total === shard.part - 1);
  if (selectedTasks.length === 0)
    throw new ParleyError(
      'usage',
      'No task is selected.',
      'Select more tasks with --site, --id, --limit or --shard.',
    );
  return selectedTasks;
}

/** Creates a folder such as `2026-11-24T08-03-22-webvoyager` in the results folder. */
export function createRunFolder(results: string, suite: string, now: Date): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  const folder = resolve(results, `${time}-${suite}`);
  return existsSync(folder) ? `${folder}-${process.pid}` : folder;
}

interface RunRequest extends Omit<SuiteSettings, 'pendingFile'> {
  /** Null if an earlier run is resumed. */
  description: RunDescription | null;
  tasks: readonly SuiteTask[];
  /** The tasks to run now: all tasks of the run, or only some if it is resumed. */
  selectedTasks: readonly SuiteTask[];
  rerunsFinished: boolean;
}

export interface PreparedRun {
  pendingTasks: SuiteTask[];
  /** Config and environment for Playwright Test. */
  config: string;
  env: Record<string, string>;
}

/** @throws ParleyError `usage` if the folder cannot be written */
export function prepareRun({
  description,
  tasks,
  selectedTasks,
  rerunsFinished,
  ...settings
}: RunRequest): PreparedRun {
  const { folder } = settings;
  try {
    if (description) writeRun(folder, description, tasks);
    clearStop(folder);
    const pendingTasks = selectPending(folder, selectedTasks, rerunsFinished);
    const pendingFile = join(folder, '.pending.json');
    writeFileSync(pendingFile, JSON.stringify(pendingTasks.map(({ id }) => id)));
    const completeSettings: SuiteSettings = { ...settings, pendingFile };
    return {
      pendingTasks: pendingTasks,
      config: CONFIG_PATH,
      env: { [SUITE_VARIABLE]: JSON.stringify(completeSettings) },
    };
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    throw new ParleyError(
      'usage',
      `“${folder}” cannot be written: ${(error as Error).message}.`,
      'Choose another folder with --results.',
      { cause: error },
    );
  }
}

const CONFIG_PATH = fileURLToPath(new URL('runner/playwright.config.js', import.meta.url));
