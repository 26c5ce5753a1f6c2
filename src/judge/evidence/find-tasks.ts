/** Finds the tasks in results folders, task folders and demonstrations. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ParleyError } from '../../contract/index.js';
import { readDemonstrationEvidence } from './demonstration.js';
import { readResultEvidence, readSuiteResult, RESULT_FILE } from './suite-result.js';
import type { TaskEvidence, UnreadableTask } from './types.js';
import { MESSAGES_FILE, readTaskFolder } from './webvoyager-folder.js';

const SKIPPED_FOLDERS = new Set(['node_modules', 'pages', 'bboxes', 'screenshots']);

/**
 * Reads every task once, in the order of the paths. A folder that is neither a task nor a demonstration is searched with
 * its subfolders. A task's demonstrations do not count as separate tasks.
 *
 * @throws ParleyError `usage` for a path without tasks
 */
export function findTasks(paths: readonly string[]): (TaskEvidence | UnreadableTask)[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const taskFolders = findTaskFolders(resolve(path));
    if (taskFolders.length === 0) throw createNoTasksError(path);
    for (const folder of taskFolders) folders.add(folder);
  }
  return [...folders].map(readTask);
}

function readTask(folder: string): TaskEvidence | UnreadableTask {
  const suiteResult = readSuiteResult(folder);
  if (existsSync(join(folder, MESSAGES_FILE))) return readTaskFolder(folder, suiteResult);
  return suiteResult ? readResultEvidence(folder, suiteResult) : readDemonstrationEvidence(folder);
}

function findTaskFolders(folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  const names = new Set(entries.map(({ name }) => name));
  if (names.has(MESSAGES_FILE) || names.has('session.jsonl')) return [folder];
  if (names.has(RESULT_FILE) && readSuiteResult(folder)) return [folder];
  // In the results of a suite, a task without a result was interrupted.
  const isSuiteRun = names.has('run.json') && names.has('tasks.jsonl');
  return entries
    .filter((entry) => entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name) && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => !isSuiteRun || existsSync(join(folder, name, RESULT_FILE)))
    .toSorted(compareNaturally)
    .flatMap((name) => findTaskFolders(join(folder, name)));
}

/** Sorts `Amazon--2` before `Amazon--10`. */
function compareNaturally(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function createNoTasksError(path: string): ParleyError {
  const stat = statSync(path, { throwIfNoEntry: false });
  const message =
    stat === undefined
      ? `There is no folder ${path}.`
      : stat.isDirectory()
        ? `${path} contains no task: no folder in it has ${MESSAGES_FILE} or session.jsonl.`
        : `${path} is a file, not a folder of results.`;
  return new ParleyError(
    'usage',
    message,
    'Give the path of a results folder, a task folder, or a demonstration.',
  );
}
