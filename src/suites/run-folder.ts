/**
 * Reads and writes the folder of a suite's run:
 *
 *     run.json          settings and versions
 *     tasks.jsonl       the tasks of the run, in their final wording
 *     spending.jsonl    tokens and dollars of every attempted task
 *     task<id>/         result.json, the suite's own files, and demonstrations/
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { isFinished, type SuiteTask, type TaskResult } from './task.js';

/** The content of `run.json`. It never contains secret keys: flags name variables and commands instead. */
export interface RunDescription {
  v: 1;
  suite: string;
  startedAt: string;
  /** The date that relative dates in tasks refer to: `2026-11-24`. */
  today: string;
  parleyVersion: string;
  nodeVersion: string;
  playwrightVersion: string;
  taskFile: string | null;
  patchFile: string | null;
  checksFile: string | null;
  /** Name and version of the data that the tasks come from, unless they are in a file of the run. */
  source: string | null;
  taskCount: number;
  /** The flags of the command line. */
  flags: Record<string, unknown>;
}

const RESULT_FILE = 'result.json';

export const getTaskFolder = (runFolder: string, id: string): string => join(runFolder, `task${id}`);

export function writeJson(file: string, value: unknown): void {
  // Writes the complete file before renaming it, so that nobody who reads a run in progress sees an incomplete file.
  writeFileSync(`${file}.tmp`, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
}

export function readRunDescription(runFolder: string): RunDescription {
  const file = join(runFolder, 'run.json');
  if (!existsSync(file))
    throw new ParleyError(
      'usage',
      `“${runFolder}” is not the folder of a suite's run, because it has no run.json.`,
      'Give a folder that parley bench wrote.',
    );
  return readJson(file) as RunDescription;
}

export function writeRun(runFolder: string, description: RunDescription, tasks: readonly SuiteTask[]): void {
  mkdirSync(runFolder, { recursive: true });
  writeJson(join(runFolder, 'run.json'), description);
  writeFileSync(join(runFolder, 'tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
}

export function readRunTasks(runFolder: string): SuiteTask[] {
  return readFileSync(join(runFolder, 'tasks.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SuiteTask);
}

/** @returns null if the task has no result yet */
export function readResult(runFolder: string, id: string): TaskResult | null {
  const file = join(getTaskFolder(runFolder, id), RESULT_FILE);
  return existsSync(file) ? (readJson(file) as TaskResult) : null;
}

export function writeResult(runFolder: string, result: TaskResult): void {
  const folder = getTaskFolder(runFolder, result.id);
  mkdirSync(folder, { recursive: true });
  writeJson(join(folder, RESULT_FILE), result);
}

/** Selects the tasks that have no final result yet, or all tasks if finished ones run again. */
export function selectPending(
  runFolder: string,
  tasks: readonly SuiteTask[],
  rerunsFinished: boolean,
): SuiteTask[] {
  return tasks.filter(({ id }) => {
    const result = rerunsFinished ? null : readResult(runFolder, id);
    return result === null || !isFinished(result);
  });
}

/** Deletes the files of an earlier run of the task, except its demonstrations. */
export function clearTask(runFolder: string, id: string, mustDelete: (name: string) => boolean): void {
  const folder = getTaskFolder(runFolder, id);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    // A judge's verdict applies only to the run that was judged.
    if (name === RESULT_FILE || JUDGEMENT_FILES.includes(name) || mustDelete(name))
      rmSync(join(folder, name));
}

/** The file that `parley judge` writes. */
const JUDGEMENT_FILE = 'judge.json';
const JUDGEMENT_FILES = [JUDGEMENT_FILE, 'judge.hints.json'];

/** The fields of `judge.json` that a report reads. */
export interface TaskJudgement {
  /** 1 for success, 0 for failure, null if the judge could not decide. */
  verdict: 1 | 0 | null;
  /** `run-error`: the task was not judged, because its run ended for reasons outside the navigator. */
  status?: 'judged' | 'unknown' | 'run-error';
  reached_captcha?: boolean | null;
}

/** @returns null if the task was not judged */
export function readJudgement(runFolder: string, id: string): TaskJudgement | null {
  const file = join(getTaskFolder(runFolder, id), JUDGEMENT_FILE);
  return existsSync(file) ? (readJson(file) as TaskJudgement) : null;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ParleyError(
      'usage',
      `“${file}” cannot be read: ${(error as Error).message}.`,
      'Delete it to run the task again, or restore it from a copy.',
      { cause: error },
    );
  }
}
