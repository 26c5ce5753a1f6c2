/** Reads the tasks of a run: the task file with its patches, dates and checks. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';

import type { SuiteTask } from '../task.js';
import { readChecksFile } from './checks-file.js';
import { insertDates } from './date-templates.js';
import { reportDateTemplateErrors } from './template-errors.js';
import { applyPatchFile, type PatchedTask } from './patches.js';
import { readTaskFile } from './task-file.js';

export interface TaskFiles {
  tasks: string;
  patches?: string | undefined;
  /** The file of checks. By default, the file next to the task file that ends in `.checks.yaml`, if it exists. */
  checks?: string | undefined;
  /** The day to which relative dates in tasks refer. */
  today: Date;
}

interface TaskReadResult {
  tasks: SuiteTask[];
  checksFile: string | null;
  /** Remarks for the user, one sentence each. */
  remarks: string[];
}

/** @throws ParleyError `usage` with all errors in a file */
export function readTasks({ tasks: file, patches, checks, today }: TaskFiles): TaskReadResult {
  const fileEntries = readTaskFile(file);
  const patchOutcome =
    patches === undefined
      ? {
          tasks: fileEntries.map((task): PatchedTask => ({ ...task, isPatched: false })),
          removedIds: [],
          unknownIds: [],
        }
      : applyPatchFile(patches, fileEntries);
  const datedTasks = patchOutcome.tasks.map((task) => ({ task, inserted: insertDates(task.text, today) }));
  reportDateTemplateErrors(
    datedTasks.flatMap(({ task, inserted }) => ('error' in inserted ? [{ task, ...inserted }] : [])),
    { tasks: file, patches },
  );
  const defaultChecksFile = file.replace(/\.jsonl?$/, '') + '.checks.yaml';
  const checksFile = checks ?? (existsSync(defaultChecksFile) ? defaultChecksFile : null);
  const checksById =
    checksFile === null ? new Map() : readChecksFile(checksFile, new Set(fileEntries.map(({ id }) => id)));
  return {
    tasks: datedTasks.map(({ task, inserted }): SuiteTask => {
      const { text, isDated } = inserted as { text: string; isDated: boolean };
      const { id, site, url, isPatched } = task;
      return {
        id,
        site,
        text,
        url,
        version: { hash: hashTask(text, url), patched: isPatched, dated: isDated },
        checks: checksById.get(id) ?? null,
      };
    }),
    checksFile,
    remarks: [
      ...(patchOutcome.removedIds.length > 0
        ? [`${patches} removes ${patchOutcome.removedIds.length} of ${fileEntries.length} tasks.`]
        : []),
      ...(patchOutcome.unknownIds.length > 0
        ? [`${patches} has patches for ${patchOutcome.unknownIds.length} tasks that ${file} does not have.`]
        : []),
    ],
  };
}

const HASH_LENGTH = 12;

const hashTask = (text: string, url: string): string =>
  createHash('sha256').update(`${text}\n${url}`).digest('hex').slice(0, HASH_LENGTH);
