/**
 * Patch files keep old tasks usable: `{ "<id>": { reason, prev, new } }` rewords a task, and `{ "<id>": { reason,
 * remove: true } }` removes it. Published patch files for this data set have the same format.
 */
import * as z from 'zod';

import {
  describeIssues,
  FileErrors,
  LocatedTree,
  map,
  nonEmpty,
  parseYaml,
  readText,
} from '../../yaml/index.js';
import { inputFile, throwIfAny } from './input-file.js';
import type { WrittenTask } from './task-file.js';

const rewording = map({ reason: nonEmpty, prev: nonEmpty, new: nonEmpty });
const removal = map({ reason: nonEmpty, remove: z.literal(true) });
const patches = z.record(
  z.string(),
  z.union(
    [rewording, removal],
    'must be { "reason": …, "prev": …, "new": … } or { "reason": …, "remove": true }',
  ),
);

export interface PatchedTask extends WrittenTask {
  patched: boolean;
}

export interface PatchOutcome {
  tasks: PatchedTask[];
  /** Ids of the removed tasks. */
  removed: string[];
  /** Ids in the patch file that match no task. */
  unknown: string[];
}

const PATCH_FILE = inputFile('a patch', 'Check the path.');

/** @throws ParleyError `usage` with every error in the file */
export function applyPatchFile(file: string, tasks: readonly WrittenTask[]): PatchOutcome {
  return applyPatches(file, readText(file, PATCH_FILE), tasks);
}

/** @param file its path, for messages */
export function applyPatches(file: string, text: string, tasks: readonly WrittenTask[]): PatchOutcome {
  const fileErrors = new FileErrors(file, text);
  // JSON is a subset of YAML, and this parser reports the positions of values.
  const root = parseYaml(text, fileErrors);
  throwIfAny(fileErrors);
  if (root?.kind !== 'map') {
    fileErrors.add(0, [], 'a patch file is an object with task ids as keys');
    throwIfAny(fileErrors);
    return { tasks: [], removed: [], unknown: [] };
  }
  const tree = new LocatedTree(root);
  const parsed = patches.safeParse(tree.value);
  for (const { path, isAboutKey, sentence } of describeIssues(
    parsed.error?.issues ?? [],
    tree.value,
    (path) => tree.findRawText(path),
    { newNames: new Map(), rejectionReasons: new Map() },
  ))
    fileErrors.add(tree.findOffset(path, isAboutKey), path, sentence);
  throwIfAny(fileErrors);
  const patchById = new Map(Object.entries(parsed.data ?? {}));
  const patchedTasks: PatchedTask[] = [];
  const removed: string[] = [];
  for (const task of tasks) {
    const patch = patchById.get(task.id);
    if (patch && 'remove' in patch) removed.push(task.id);
    else if (patch) {
      if (collapse(patch.prev) !== collapse(task.text))
        fileErrors.add(
          tree.findOffset([task.id, 'prev']),
          [task.id, 'prev'],
          `differs from the task, which is “${task.text}”; the patch was made for another version of the data`,
        );
      patchedTasks.push({ ...task, text: patch.new, patched: true });
    } else patchedTasks.push({ ...task, patched: false });
  }
  throwIfAny(fileErrors);
  const ids = new Set(tasks.map(({ id }) => id));
  return {
    tasks: patchedTasks,
    removed,
    unknown: [...patchById.keys()].filter((id) => !ids.has(id)),
  };
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();
