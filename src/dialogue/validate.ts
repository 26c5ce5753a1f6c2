/** Reports errors of the schema and the file system at their source locations. */
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';

import type { Path } from './complaints.js';
import { Merged, SHARED_KEYS } from './merge.js';
import type { Plain } from './plain.js';
import { scenarioSchema } from './schema/scenario.js';
import { remarksOn, valueAt } from './sentences.js';
import { filePath, type StartFile, startAddress } from './start-files.js';

type Issue = z.core.$ZodIssue;

/** What `start` names as a place, absolute. */
export interface Placed {
  path: Path;
  place: string;
}

/**
 * @param whole whether all used files could be read
 * @returns the places that `start` names
 */
export function checkScenario(
  merged: Merged,
  issues: readonly Issue[],
  waiting: () => boolean,
  whole: boolean,
): readonly Placed[] {
  const waits = (path: Path): boolean => {
    const origin = merged.originOf(path);
    return isSettled(origin.plain, origin.path, waiting);
  };
  const complain = (path: Path, sentence: string, onKey = false): void => {
    const origin = merged.originOf(path);
    origin.plain.notes.add(origin.plain.offsetOf(origin.path, onKey), origin.path, sentence);
  };
  const written = (path: Path): string | undefined => {
    const origin = merged.originOf(path);
    return origin.plain.sourceOf(origin.path);
  };
  const explained = (path: Path): boolean => {
    const origin = merged.originOf(path);
    return origin.plain.isExplained(origin.path);
  };
  const elsewhere = (path: Path): boolean =>
    !whole && isPath(path, ['start'], ['start', 'url']) && valueAt(merged.value, path) === undefined;
  for (const remark of remarksOn(issues, merged.value, written))
    if (!elsewhere(remark.path) && !explained(remark.path) && (remark.structural || !waits(remark.path)))
      complain(remark.path, remark.sentence, remark.onKey);
  return startPlaces(merged, waits, complain);
}

function isPath(path: Path, ...ones: readonly Path[]): boolean {
  return ones.some((one) => one.length === path.length && one.every((key, i) => key === path[i]));
}

/** Whether a value's errors are unknown or already reported. */
function isSettled(plain: Plain, path: Path, waiting: () => boolean): boolean {
  return plain.isExplained(path) || (plain.isOpen(path) && waiting());
}

const PLACES: readonly { path: Path; find: (written: string, folder: string) => StartFile }[] = [
  { path: ['start', 'url'], find: startAddress },
  { path: ['start', 'storage'], find: filePath },
  { path: ['start', 'har', 'file'], find: filePath },
];

function startPlaces(
  merged: Merged,
  waits: (path: Path) => boolean,
  complain: (path: Path, sentence: string) => void,
): Placed[] {
  return PLACES.flatMap(({ path, find }) => {
    const written = valueAt(merged.value, path);
    if (typeof written !== 'string' || written.trim() === '' || waits(path)) return [];
    const { file } = merged.originOf(path).plain.notes;
    const found = find(written.trim(), dirname(resolve(file)));
    if ('place' in found) return [{ path, place: found.place }];
    complain(path, found.fault);
    return [];
  });
}

/** Keys that a used file leaves to the scenario, so that the rest can be validated alone. */
const BORROWED = { scenario: 1, name: 'x', dialogue: [{ say: 'x' }] };
const BORROWED_START = { url: 'https://x.test/' };

/** Validates a used file alone; its errors count even if another file overrides the values. */
export function checkFragment(plain: Plain, waiting: () => boolean): void {
  const given = Object.entries(plain.value as Record<string, unknown>);
  for (const [key] of given) {
    if (SHARED_KEYS.has(key) || !(key in scenarioSchema.shape)) continue;
    const sentence = `"${key}" is not taken from a used file; move it into the scenario, or what is shared into a file of its own`;
    plain.notes.add(plain.offsetOf([key], true), [key], sentence);
  }
  const taken = Object.fromEntries(
    given.filter(([key]) => SHARED_KEYS.has(key) || !(key in scenarioSchema.shape)),
  );
  const start = taken['start'];
  const whole = {
    ...BORROWED,
    ...taken,
    start:
      typeof start === 'object' && start !== null && !Array.isArray(start)
        ? { ...BORROWED_START, ...start }
        : (start ?? BORROWED_START),
  };
  const issues = scenarioSchema.safeParse(whole).error?.issues ?? [];
  for (const { path, sentence, onKey, structural } of remarksOn(issues, whole, (at) => plain.sourceOf(at)))
    if (!plain.isExplained(path) && (structural || !isSettled(plain, path, waiting)))
      plain.notes.add(plain.offsetOf(path, onKey), path, sentence);
}
