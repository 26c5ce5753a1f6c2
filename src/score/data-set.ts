/**
 * Finds the demonstrations of a data set on disk:
 *
 *     splits.json            names of demonstrations by split
 *     demonstrations/<name>  or <name> directly in the folder
 *     candidates/<split>.jsonl
 *
 * A folder of sessions without `splits.json`, or a single demonstration, counts as one split with the name `all`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';

export interface DataSet {
  folder: string;
  splits: ReadonlyMap<string, DataSplit>;
}

export interface DataSplit {
  name: string;
  /** Absolute folders of the demonstrations by name, in the order of `splits.json`. */
  demonstrations: ReadonlyMap<string, string>;
  /** Names in `splits.json` that have no folder. */
  missing: readonly string[];
  /** Output of the data set's ranker; null if the file does not exist. */
  candidatesFile: string | null;
}

/** The split of a folder without `splits.json`. */
export const WHOLE_SPLIT = 'all';

const isDemonstration = (folder: string): boolean => existsSync(join(folder, 'replay.json'));

/** @throws ParleyError `usage` if the folder has neither splits nor demonstrations, or if `splits.json` is damaged */
export function openDataSet(path: string): DataSet {
  const folder = resolve(path);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new ParleyError(
      'usage',
      `${path} is not a folder.`,
      'Give the path of a data set, a folder of demonstrations, or a single demonstration.',
    );
  const splitsFile = join(folder, 'splits.json');
  const names = existsSync(splitsFile)
    ? readSplits(splitsFile)
    : new Map([[WHOLE_SPLIT, listDemonstrations(folder)]]);
  const splits = new Map(
    [...names].map(([name, members]): [string, DataSplit] => [name, createSplit(folder, name, members)]),
  );
  if ([...splits.values()].every(({ demonstrations }) => demonstrations.size === 0))
    throw new ParleyError(
      'usage',
      `${path} contains no demonstrations.`,
      'A demonstration is a folder with replay.json, metadata.json and form.json; in a data set it is in demonstrations/.',
    );
  return { folder, splits };
}

function createSplit(folder: string, name: string, members: readonly string[]): DataSplit {
  const demonstrations = new Map<string, string>();
  const missingNames: string[] = [];
  for (const member of members) {
    const demonstrationFolder = [join(folder, 'demonstrations', member), join(folder, member), folder].find(
      (path) => basename(path) === member && isDemonstration(path),
    );
    if (demonstrationFolder) demonstrations.set(member, demonstrationFolder);
    else missingNames.push(member);
  }
  const candidatesFile = join(folder, 'candidates', `${name}.jsonl`);
  return {
    name,
    demonstrations,
    missing: missingNames,
    candidatesFile: existsSync(candidatesFile) ? candidatesFile : null,
  };
}

/** The names of the demonstrations below a folder, or of the folder itself. */
function listDemonstrations(folder: string): string[] {
  if (isDemonstration(folder)) return [basename(folder)];
  return [join(folder, 'demonstrations'), folder].flatMap((parent) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((name) => isDemonstration(join(parent, name)))
          .toSorted()
      : [],
  );
}

function readSplits(path: string): Map<string, string[]> {
  const fail = (fault: string): never => {
    throw new ParleyError(
      'usage',
      `${path} cannot be used: ${fault}.`,
      'It must map the name of each split to a list of names: {"test_iid": ["aaabtsd", …]}. Restore it from a copy.',
    );
  };
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return fail((error as Error).message);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('it is not an object');
  return new Map(
    Object.entries(value).map(([split, names]: [string, unknown]) => {
      if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
        return fail(`“${split}” is not a list of names`);
      return [split, names];
    }),
  );
}

/** @throws ParleyError `usage` if the data set has no such split */
export function getSplit<T>(splits: ReadonlyMap<string, T>, name: string, folder: string): T {
  const split = splits.get(name);
  if (split !== undefined) return split;
  throw new ParleyError(
    'usage',
    `${folder} has no split “${name}”.`,
    `Its splits are: ${[...splits.keys()].join(', ')}.`,
  );
}
