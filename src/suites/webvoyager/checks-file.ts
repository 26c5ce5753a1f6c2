/**
 * Reads the checks of tasks: a YAML file with scenario keys for each task id. A top-level `reset` applies to every task.
 * The keys are written in the scenario language (docs/scenarios.md). The scenario loader finds their errors, and this
 * module maps the errors back to their lines in the YAML file.
 *
 *     reset: { post: "{{FIXTURES}}/reset" }
 *     tasks:
 *       Shop--0:
 *         expect: [{ says: "34.90" }]
 *         check: [{ url: "http://shop.test/basket" }]
 */
import { BrokenScenario, FIXTURES, parseScenario } from '../../dialogue/index.js';
import { findEntry, FileErrors, LocatedTree, parseYaml, readText, type KeyPath } from '../../yaml/index.js';
import { TASK_VARIABLE, toScenarioText } from '../task-scenario.js';
import type { TaskChecks } from '../task.js';
import { createFileKind, throwIfAnyError } from './input-file.js';

const CHECKS_FILE = createFileKind('a checks', 'Check the path.');
const TASK_KEYS = ['reset', 'replies', 'expect', 'check', 'finally'] as const;

/** @throws ParleyError `usage` with every error in the file */
export function readChecksFile(file: string, taskIds: ReadonlySet<string>): Map<string, TaskChecks> {
  return parseChecks(file, readText(file, CHECKS_FILE), taskIds);
}

/** @param file the file's path, for messages */
export function parseChecks(
  file: string,
  text: string,
  taskIds: ReadonlySet<string>,
): Map<string, TaskChecks> {
  const fileErrors = new FileErrors(file, text);
  const root = parseYaml(text, fileErrors);
  throwIfAnyError(fileErrors);
  const tasks = findEntry(root ?? undefined, 'tasks')?.value;
  if (root?.kind !== 'map' || tasks?.kind !== 'map') {
    fileErrors.add(0, [], 'a checks file is a map with the key "tasks", whose value is a map of task ids');
    throwIfAnyError(fileErrors);
    return new Map();
  }
  for (const { key, keyAt } of root.entries)
    if (key !== 'reset' && key !== 'tasks')
      fileErrors.add(keyAt, [key], 'is not a key of a checks file; it may have reset and tasks');
  const tree = new LocatedTree(root);
  const value = tree.value as { reset?: unknown; tasks: Record<string, TaskChecks> };
  const checksById = new Map<string, TaskChecks>();
  // An error in the shared reset is found once for every task, but must be reported only once.
  const reportedErrors = new Set<string>();
  for (const { key: id, keyAt, value: node } of tasks.entries) {
    const path = ['tasks', id];
    if (!taskIds.has(id)) fileErrors.add(keyAt, path, 'no task has this id');
    if (node.kind !== 'map') {
      fileErrors.add(node.offset, path, `is not a map with keys of ${TASK_KEYS.join(', ')}`);
      continue;
    }
    for (const entry of node.entries)
      if (!TASK_KEYS.some((key) => key === entry.key))
        fileErrors.add(
          entry.keyAt,
          [...path, entry.key],
          `is not known here; a task may have ${TASK_KEYS.join(', ')}`,
        );
    const checks: TaskChecks = {
      ...(value.reset === undefined ? {} : { reset: value.reset }),
      ...value.tasks[id],
    };
    for (const { path: relativePath, message } of findErrors(id, checks)) {
      const isShared = relativePath[0] === 'reset' && !node.entries.some(({ key }) => key === 'reset');
      const fullPath = isShared ? relativePath : [...path, ...relativePath];
      const errorKey = JSON.stringify([fullPath, message]);
      // A message about an unknown key starts with the quoted key.
      const isAboutKey = message.startsWith(`"${String(fullPath.at(-1))}" `);
      if (!reportedErrors.has(errorKey))
        fileErrors.add(tree.findOffset(fullPath, isAboutKey), fullPath, message);
      reportedErrors.add(errorKey);
    }
    checksById.set(id, checks);
  }
  throwIfAnyError(fileErrors);
  return checksById;
}

/** Maps positions in a task's scenario to keys of the checks file. */
const SCENARIO_PATHS: readonly [scenario: string, task: (typeof TASK_KEYS)[number]][] = [
  ['dialogue[0].expect', 'expect'],
  ['dialogue[0].check', 'check'],
  ['finally', 'finally'],
  ['replies', 'replies'],
  ['start.reset', 'reset'],
];

/** Finds the errors in a task's checks, with paths in the task's map. */
function findErrors(id: string, checks: TaskChecks): { path: KeyPath; message: string }[] {
  try {
    parseScenario(id, toScenarioText({ id, url: 'http://127.0.0.1/', checks }), {
      builtins: [FIXTURES],
      overrides: { [TASK_VARIABLE]: id },
    });
    return [];
  } catch (error) {
    if (!(error instanceof BrokenScenario)) throw error;
    return error.errors.map(({ path, sentence: text }) => {
      const [prefix, key] = SCENARIO_PATHS.find(([scenario]) => path.startsWith(scenario)) ?? [path, null];
      return { path: key === null ? [] : [key, ...parseKeyPath(path.slice(prefix.length))], message: text };
    });
  }
}

/** Parses a path: `[0].element.role` becomes `[0, 'element', 'role']`. */
const parseKeyPath = (path: string): KeyPath =>
  [...path.matchAll(/\[(\d+)\]|\.?([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? key! : Number(index),
  );
