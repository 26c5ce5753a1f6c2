/**
 * Reads the records of WebLINX 1.1, the version of the data set for BrowserGym:
 *
 *     metadata.json           every step by split and demonstration, with the reference action
 *     demonstrations/<name>   the demonstrations, in WebLINX's own layout
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { getSplit, WHOLE_SPLIT } from './data-set.js';
import type { ScoredBox } from './iou.js';

export interface BrowserGymStep {
  /** WebLINX's name in lower case: `textinput`, `tabswitch`, `say`. */
  intent: string;
  args: Readonly<Record<string, unknown>>;
  /** Box of the target element. */
  box: ScoredBox | null;
  /** Whether BrowserGym registers the step as a task. */
  isTask: boolean;
}

export interface BrowserGymSplit {
  name: string;
  /** Steps by demonstration and by index in `replay.json`. */
  demonstrations: ReadonlyMap<string, ReadonlyMap<number, BrowserGymStep>>;
}

export interface BrowserGymData {
  /** Absolute. */
  folder: string;
  splits: ReadonlyMap<string, BrowserGymSplit>;
}

const RECORDS_FILE = 'metadata.json';

/**
 * Whether a folder has records of WebLINX 1.1. A demonstration also has a `metadata.json`, but next to a `replay.json`.
 *
 * @throws ParleyError `usage` if it also has the splits of WebLINX 1.0
 */
export function isBrowserGymData(folder: string): boolean {
  if (!existsSync(join(folder, RECORDS_FILE)) || existsSync(join(folder, 'replay.json'))) return false;
  if (!existsSync(join(folder, 'splits.json'))) return true;
  throw new ParleyError(
    'usage',
    `${folder} mixes two data sets: splits.json belongs to WebLINX 1.0, ${RECORDS_FILE} to WebLINX 1.1.`,
    'Move one of the two files to another folder; the demonstrations folder may be a link.',
  );
}

/** @throws ParleyError `usage` with the position of the first record that is not a step */
export function readBrowserGymData(path: string): BrowserGymData {
  const folder = resolve(path);
  const file = join(folder, RECORDS_FILE);
  let records: unknown;
  try {
    records = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw createRecordsError(file, (error as Error).message, error);
  }
  const splits = readMap(file, records, '').map(([name, demonstrations]): [string, BrowserGymSplit] => [
    name,
    { name, demonstrations: readDemonstrations(file, demonstrations, name) },
  ]);
  return { folder, splits: new Map(splits) };
}

function readDemonstrations(
  file: string,
  value: unknown,
  split: string,
): Map<string, Map<number, BrowserGymStep>> {
  return new Map(
    readMap(file, value, split).map(([demo, steps]) => {
      const position = `${split}.${demo}`;
      return [demo, new Map(readMap(file, steps, position).map((entry) => readStep(file, entry, position)))];
    }),
  );
}

function readStep(
  file: string,
  [index, value]: [string, unknown],
  demonstration: string,
): [number, BrowserGymStep] {
  const position = `${demonstration}.${index}`;
  if (!/^\d+$/.test(index)) throw createRecordsError(file, `“${position}” is not the number of a step`);
  const {
    intent,
    args,
    element,
    is_task: isTask,
    has_full_snapshot: hasFullSnapshot,
  } = Object.fromEntries(readMap(file, value, position));
  if (typeof intent !== 'string') throw createRecordsError(file, `“${position}” has no intent`);
  if (typeof isTask !== 'boolean') throw createRecordsError(file, `“${position}” has no “is_task”`);
  return [
    Number(index),
    {
      intent,
      args: Object.fromEntries(readMap(file, args, `${position}.args`)),
      box: toBox((element as { bbox?: unknown } | null | undefined)?.bbox),
      isTask: isTask && hasFullSnapshot === true,
    },
  ];
}

function toBox(value: unknown): ScoredBox | null {
  if (typeof value !== 'object' || value === null) return null;
  const { left, top, right, bottom } = value as Record<string, unknown>;
  const isBox = [left, top, right, bottom].every((side) => typeof side === 'number');
  return isBox ? (value as ScoredBox) : null;
}

function readMap(file: string, value: unknown, position: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createRecordsError(file, `${position === '' ? 'it' : `“${position}”`} is not an object`);
  return Object.entries(value);
}

const createRecordsError = (file: string, fault: string, cause?: unknown): ParleyError =>
  new ParleyError(
    'usage',
    `${file} has no records of WebLINX 1.1: ${fault}.`,
    'Records of 1.1 map split, demonstration and step to {"intent": …, "args": …, "is_task": …}. For WebLINX 1.0, give a folder with splits.json, or a demonstration with replay.json.',
    { cause },
  );

/** @param names undefined: merges all splits. @throws ParleyError `usage` if the data set has no such split */
export function selectBrowserGymSplits(
  { folder, splits }: BrowserGymData,
  names: readonly string[] | undefined,
): BrowserGymSplit[] {
  if (names !== undefined) return names.map((name) => getSplit(splits, name, folder));
  const allDemonstrations = [...splits.values()].flatMap(({ demonstrations }) => [...demonstrations]);
  return splits.size === 1
    ? [...splits.values()]
    : [{ name: WHOLE_SPLIT, demonstrations: new Map(allDemonstrations) }];
}

/** Finds the folder of a demonstration. @throws ParleyError `usage` if it is missing */
export function findBrowserGymDemonstration({ folder }: BrowserGymData, demo: string): string {
  const path = join(folder, 'demonstrations', demo);
  if (existsSync(join(path, 'replay.json'))) return path;
  throw new ParleyError(
    'usage',
    `The demonstration ${demo} is not in ${join(folder, 'demonstrations')}.`,
    `Unpack demonstrations_zip/${demo}.zip of the data set there, into a folder of that name.`,
  );
}
