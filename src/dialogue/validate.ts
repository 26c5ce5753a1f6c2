/** Validates scenarios against the schema and the file system, and reports errors at their source locations. */
import { dirname, resolve } from 'node:path';
import type * as z from 'zod';

import { describeIssues, type KeyPath, getValueAt } from '../yaml/index.js';
import { MergedScenario, SHARED_KEYS } from './merge.js';
import type { FileValues } from './file-values.js';
import { KEY_NOTES } from './schema/rejected-keys.js';
import { scenarioSchema } from './schema/scenario.js';
import { resolveFile, resolveSession, type ResolvedPath, resolveStartUrl } from './start-paths.js';

type Issue = z.core.$ZodIssue;

/** A URL or file path under `start`, made absolute. */
export interface ResolvedStartPath {
  path: KeyPath;
  resolved: string;
}

/**
 * @param hasPendingBuiltins whether a built-in variable has no value yet
 * @param isComplete whether all shared files could be read
 * @returns the resolved paths of `start`
 */
export function checkScenario(
  merged: MergedScenario,
  issues: readonly Issue[],
  hasPendingBuiltins: () => boolean,
  isComplete: boolean,
): readonly ResolvedStartPath[] {
  const shouldSkip = (path: KeyPath): boolean => {
    const origin = merged.originOf(path);
    return shouldSkipErrors(origin.fileValues, origin.path, hasPendingBuiltins);
  };
  const report = (path: KeyPath, sentence: string, pointsToKey = false): void => {
    const origin = merged.originOf(path);
    origin.fileValues.fileErrors.add(
      origin.fileValues.offsetOf(origin.path, pointsToKey),
      origin.path,
      sentence,
    );
  };
  const rawTextOf = (path: KeyPath): string | undefined => {
    const origin = merged.originOf(path);
    return origin.fileValues.rawTextOf(origin.path);
  };
  const hasReportedError = (path: KeyPath): boolean => {
    const origin = merged.originOf(path);
    return origin.fileValues.hasReportedError(origin.path);
  };
  const canBeInUnreadFile = (path: KeyPath): boolean =>
    !isComplete &&
    isOneOfPaths(path, ['start'], ['start', 'url']) &&
    getValueAt(merged.value, path) === undefined;
  for (const message of describeIssues(issues, merged.value, rawTextOf, KEY_NOTES))
    if (
      !canBeInUnreadFile(message.path) &&
      !hasReportedError(message.path) &&
      (message.isStructural || !shouldSkip(message.path))
    )
      report(message.path, message.sentence, message.isAboutKey);
  return resolveStartPaths(merged, shouldSkip, report);
}

function isOneOfPaths(path: KeyPath, ...candidates: readonly KeyPath[]): boolean {
  return candidates.some((other) => other.length === path.length && other.every((key, i) => key === path[i]));
}

/** Whether to skip the errors of a value, because the value is still unknown or its error was already reported. */
function shouldSkipErrors(fileValues: FileValues, path: KeyPath, hasPendingBuiltins: () => boolean): boolean {
  return fileValues.hasReportedError(path) || (fileValues.isPending(path) && hasPendingBuiltins());
}

const START_PATHS: readonly {
  path: KeyPath;
  resolve: (pathInScenario: string, folder: string) => ResolvedPath;
}[] = [
  { path: ['start', 'url'], resolve: resolveStartUrl },
  { path: ['start', 'storage'], resolve: resolveFile },
  { path: ['start', 'har', 'file'], resolve: resolveFile },
  { path: ['replay'], resolve: resolveSession },
  { path: ['replay', 'session'], resolve: resolveSession },
];

function resolveStartPaths(
  merged: MergedScenario,
  shouldSkip: (path: KeyPath) => boolean,
  report: (path: KeyPath, sentence: string) => void,
): ResolvedStartPath[] {
  return START_PATHS.flatMap(({ path, resolve: resolvePath }) => {
    const pathInScenario = getValueAt(merged.value, path);
    if (typeof pathInScenario !== 'string' || pathInScenario.trim() === '' || shouldSkip(path)) return [];
    const { file } = merged.originOf(path).fileValues.fileErrors;
    const resolution = resolvePath(pathInScenario.trim(), dirname(resolve(file)));
    if ('resolved' in resolution) return [{ path, resolved: resolution.resolved }];
    report(path, resolution.fault);
    return [];
  });
}

/** Stand-ins for required keys that a shared file lacks, so that the file can be validated alone. */
const REQUIRED_KEYS = { scenario: 1, name: 'x', dialogue: [{ say: 'x' }] };
const REQUIRED_START = { url: 'https://x.test/' };

/** Validates a shared file alone. Its errors are reported even if another file overrides the invalid values. */
export function checkSharedFile(fileValues: FileValues, hasPendingBuiltins: () => boolean): void {
  const entries = Object.entries(fileValues.value as Record<string, unknown>);
  for (const [key] of entries) {
    if (SHARED_KEYS.has(key) || !(key in scenarioSchema.shape)) continue;
    const message = `"${key}" is not allowed in a shared file; move it into the scenario, or move the shared part into its own file`;
    fileValues.fileErrors.add(fileValues.offsetOf([key], true), [key], message);
  }
  const sharedEntries = Object.fromEntries(
    entries.filter(([key]) => SHARED_KEYS.has(key) || !(key in scenarioSchema.shape)),
  );
  const start = sharedEntries['start'];
  const withRequiredKeys = {
    ...REQUIRED_KEYS,
    ...sharedEntries,
    start:
      typeof start === 'object' && start !== null && !Array.isArray(start)
        ? { ...REQUIRED_START, ...start }
        : (start ?? REQUIRED_START),
  };
  const issues = scenarioSchema.safeParse(withRequiredKeys).error?.issues ?? [];
  for (const { path, sentence, isAboutKey, isStructural } of describeIssues(
    issues,
    withRequiredKeys,
    (issuePath) => fileValues.rawTextOf(issuePath),
    KEY_NOTES,
  ))
    if (
      !fileValues.hasReportedError(path) &&
      (isStructural || !shouldSkipErrors(fileValues, path, hasPendingBuiltins))
    )
      fileValues.fileErrors.add(fileValues.offsetOf(path, isAboutKey), path, sentence);
}
