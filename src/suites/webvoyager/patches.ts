/**
 * Patch files keep old tasks usable: `{ "<id>": { reason, prev, new } }` rewords a task, and `{ "<id>": { reason,
 * remove: true } }` removes it. Published patch files for this data set have the same format.
 */
import * as z from 'zod';

import {
  describeIssues,
  FileErrors,
  LocatedTree,
  exactMap,
  nonEmptyText,
  parseYaml,
  readText,
} from '../../yaml/index.js';
import { createFileKind, throwIfAnyError } from './input-file.js';
import type { TaskFileEntry } from './task-file.js';

const REWORDING = exactMap({ reason: nonEmptyText, prev: nonEmptyText, new: nonEmptyText });
const REMOVAL = exactMap({ reason: nonEmptyText, remove: z.literal(true) });
const PATCHES = z.record(
  z.string(),
  z.union(
    [REWORDING, REMOVAL],
    'must be { "reason": …, "prev": …, "new": … } or { "reason": …, "remove": true }',
  ),
);

export interface PatchedTask extends TaskFileEntry {
  isPatched: boolean;
}

export interface PatchOutcome {
  tasks: PatchedTask[];
  /** Ids of the removed tasks. */
  removedIds: string[];
  /** Ids in the patch file that match no task. */
  unknownIds: string[];
}

const PATCH_FILE = createFileKind('a patch', 'Check the path.');

/** @throws ParleyError `usage` with every error in the file */
export function applyPatchFile(file: string, tasks: readonly TaskFileEntry[]): PatchOutcome {
  return applyPatches(file, readText(file, PATCH_FILE), tasks);
}

/** @param file the file's path, for messages */
export function applyPatches(file: string, text: string, tasks: readonly TaskFileEntry[]): PatchOutcome {
  const fileErrors = new FileErrors(file, text);
  // JSON is a subset of YAML, and this parser reports the positions of values.
  const root = parseYaml(text, fileErrors);
  throwIfAnyError(fileErrors);
  if (root?.kind !== 'map') {
    fileErrors.add(0, [], 'a patch file is an object with task ids as keys');
    throwIfAnyError(fileErrors);
    return { tasks: [], removedIds: [], unknownIds: [] };
  }
  const tree = new LocatedTree(root);
  const parsed = PATCHES.safeParse(tree.value);
  for (const { path, isAboutKey, sentence: message } of describeIssues(
    parsed.error?.issues ?? [],
    tree.value,
    (path) => tree.findRawText(path),
    { newNames: new Map(), rejectionReasons: new Map() },
  ))
    fileErrors.add(tree.findOffset(path, isAboutKey), path, message);
  throwIfAnyError(fileErrors);
  const patchById = new Map(Object.entries(parsed.data ?? {}));
  const patchedTasks: PatchedTask[] = [];
  const removedIds: string[] = [];
  for (const task of tasks) {
    const patch = patchById.get(task.id);
    if (patch && 'remove' in patch) removedIds.push(task.id);
    else if (patch) {
      if (collapseWhitespace(patch.prev) !== collapseWhitespace(task.text))
        fileErrors.add(
          tree.findOffset([task.id, 'prev']),
          [task.id, 'prev'],
          `differs from the task, which is “${task.text}”; the patch was made for a different version of the data`,
        );
      patchedTasks.push({ ...task, text: patch.new, isPatched: true });
    } else patchedTasks.push({ ...task, isPatched: false });
  }
  throwIfAnyError(fileErrors);
  const ids = new Set(tasks.map(({ id }) => id));
  return {
    tasks: patchedTasks,
    removedIds,
    unknownIds: [...patchById.keys()].filter((id) => !ids.has(id)),
  };
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();
