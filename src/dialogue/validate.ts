/** Reports errors of the schema and the file system at their source locations. */
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';

import type { Path } from './scenario-errors.js';
import { MergedScenario, SHARED_KEYS } from './merge.js';
import type { PlainFile } from './plain-file.js';
import { scenarioSchema } from './schema/scenario.js';
import { describeIssues, valueAt } from './schema-messages.js';
import { resolveFile, type ResolvedPath, resolveStartUrl } from './start-paths.js';

type Issue = z.core.$ZodIssue;

/** An absolute URL or file path in `start`. */
export interface ResolvedStartPath {
  path: Path;
  place: string;
}

/**
 * @param waiting whether a built-in variable still lacks its value
 * @param complete whether all used files could be read
 * @returns the resolved paths of `start`
 */
export function checkScenario(
  merged: MergedScenario,
  issues: readonly Issue[],
  waiting: () => boolean,
  complete: boolean,
): readonly ResolvedStartPath[] {
  const waits = (path: Path): boolean => {
    const origin = merged.originOf(path);
    return isSettled(origin.plain, origin.path, waiting);
  };
  const report = (path: Path, sentence: string, onKey = false): void => {
    const origin = merged.originOf(path);
    origin.plain.fileErrors.add(origin.plain.offsetOf(origin.path, onKey), origin.path, sentence);
  };
  const written = (path: Path): string | undefined => {
    const origin = merged.originOf(path);
    return origin.plain.sourceOf(origin.path);
  };
  const explained = (path: Path): boolean => {
    const origin = merged.originOf(path);
    return origin.plain.isExplained(origin.path);
  };
  const mayBeElsewhere = (path: Path): boolean =>
    !complete && isPath(path, ['start'], ['start', 'url']) && valueAt(merged.value, path) === undefined;
  for (const message of describeIssues(issues, merged.value, written))
    if (
      !mayBeElsewhere(message.path) &&
      !explained(message.path) &&
      (message.structural || !waits(message.path))
    )
      report(message.path, message.sentence, message.onKey);
  return resolveStartPaths(merged, waits, report);
}

function isPath(path: Path, ...ones: readonly Path[]): boolean {
  return ones.some((one) => one.length === path.length && one.every((key, i) => key === path[i]));
}

/** Whether a value's errors are unknown or already reported. */
function isSettled(plain: PlainFile, path: Path, waiting: () => boolean): boolean {
  return plain.isExplained(path) || (plain.isPending(path) && waiting());
}

const START_PATHS: readonly { path: Path; find: (written: string, folder: string) => ResolvedPath }[] = [
  { path: ['start', 'url'], find: resolveStartUrl },
  { path: ['start', 'storage'], find: resolveFile },
  { path: ['start', 'har', 'file'], find: resolveFile },
];

function resolveStartPaths(
  merged: MergedScenario,
  waits: (path: Path) => boolean,
  report: (path: Path, sentence: string) => void,
): ResolvedStartPath[] {
  return START_PATHS.flatMap(({ path, find }) => {
    const written = valueAt(merged.value, path);
    if (typeof written !== 'string' || written.trim() === '' || waits(path)) return [];
    const { file } = merged.originOf(path).plain.fileErrors;
    const found = find(written.trim(), dirname(resolve(file)));
    if ('place' in found) return [{ path, place: found.place }];
    report(path, found.fault);
    return [];
  });
}

/** Values for required keys that a used file does not contain, so that it can be validated alone. */
const REQUIRED_KEYS = { scenario: 1, name: 'x', dialogue: [{ say: 'x' }] };
const REQUIRED_START = { url: 'https://x.test/' };

/** Validates a used file alone; its errors count even if another file overrides the values. */
export function checkUsedFile(plain: PlainFile, waiting: () => boolean): void {
  const given = Object.entries(plain.value as Record<string, unknown>);
  for (const [key] of given) {
    if (SHARED_KEYS.has(key) || !(key in scenarioSchema.shape)) continue;
    const sentence = `"${key}" is not allowed in a used file; move it into the scenario, or move the shared part into its own file`;
    plain.fileErrors.add(plain.offsetOf([key], true), [key], sentence);
  }
  const taken = Object.fromEntries(
    given.filter(([key]) => SHARED_KEYS.has(key) || !(key in scenarioSchema.shape)),
  );
  const start = taken['start'];
  const completed = {
    ...REQUIRED_KEYS,
    ...taken,
    start:
      typeof start === 'object' && start !== null && !Array.isArray(start)
        ? { ...REQUIRED_START, ...start }
        : (start ?? REQUIRED_START),
  };
  const issues = scenarioSchema.safeParse(completed).error?.issues ?? [];
  for (const { path, sentence, onKey, structural } of describeIssues(issues, completed, (at) =>
    plain.sourceOf(at),
  ))
    if (!plain.isExplained(path) && (structural || !isSettled(plain, path, waiting)))
      plain.fileErrors.add(plain.offsetOf(path, onKey), path, sentence);
}
