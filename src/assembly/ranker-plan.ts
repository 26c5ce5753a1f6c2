/** Which ranker the flags and the environment ask for, checked before anything is started. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Observation, ParleyError, type Ranker, type RankQuery } from '../contract/index.js';
import { instructionQuery } from '../prompt/index.js';
import {
  BUNDLED,
  BUNDLED_NAME,
  createLexicalRanker,
  DEVICE_CHOICES,
  openRanker,
  openWeblinxRanker,
  readRegistry,
  type DeviceChoice,
} from '../rank/index.js';

export interface RankerFlags {
  ranker?: string | undefined;
  rankerDevice?: DeviceChoice | undefined;
  rankerCache?: string | undefined;
}

export const LEXICAL_NAME = 'lexical';

export interface OpenOptions {
  /** Queries come in the paper's own form already, not as instructions in plain words. */
  wholeQuery?: boolean;
}

export interface RankerPlan {
  name: string;
  /** The encoder's folder; null where there is none. */
  folder: string | null;
  device: DeviceChoice;
  /** One of the paper's, which order the elements of the paper. */
  paper: boolean;
  open(onTrouble: (problem: Error) => void, options?: OpenOptions): Ranker;
}

function deviceOf(flags: RankerFlags, env: NodeJS.ProcessEnv): DeviceChoice {
  const asked = flags.rankerDevice ?? env.PARLEY_RANKER_DEVICE;
  if (!asked) return 'cpu';
  const device = DEVICE_CHOICES.find((one) => one === asked);
  if (device) return device;
  throw new ParleyError(
    'usage',
    `PARLEY_RANKER_DEVICE cannot be “${asked}”.`,
    `It is one of ${DEVICE_CHOICES.join(', ')}.`,
  );
}

function checkThreads(env: NodeJS.ProcessEnv): void {
  const threads = env.PARLEY_RANKER_THREADS;
  if (threads && !/^[1-9]\d{0,3}$/.test(threads))
    throw new ParleyError(
      'usage',
      `PARLEY_RANKER_THREADS needs a whole number from 1, not “${threads}”.`,
      'Set it to the cores that the ranker may use, or leave it out.',
    );
}

function cacheOf(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const path = resolve(folder);
  if (existsSync(path) && !statSync(path).isDirectory())
    throw new ParleyError(
      'usage',
      `--ranker-cache names ${folder}, which is a file and no folder.`,
      'Name a folder; one that is not there is made.',
    );
  return path;
}

/** @throws Problem `usage` for a ranker that there is not */
export function rankerPlanOf(flags: RankerFlags, env: NodeJS.ProcessEnv = process.env): RankerPlan {
  const name = flags.ranker ?? (env.PARLEY_RANKER || BUNDLED_NAME);
  const device = deviceOf(flags, env);
  checkThreads(env);
  const options = { device, cache: cacheOf(flags.rankerCache) };
  if (name === LEXICAL_NAME)
    return { name, folder: null, device, paper: false, open: () => createLexicalRanker() };
  if (name === BUNDLED_NAME)
    return {
      name,
      folder: BUNDLED,
      device,
      paper: false,
      open: (onTrouble) => openRanker({ ...options, onTrouble }),
    };
  const registered = readRegistry(env);
  const model = registered.find((one) => one.name === name);
  if (!model)
    throw new ParleyError(
      'usage',
      `There is no ranker “${name}”.`,
      `There is ${[LEXICAL_NAME, BUNDLED_NAME, ...registered.map((one) => one.name)].join(', ')}; parley models add registers others.`,
    );
  return {
    name,
    folder: model.folder,
    device,
    paper: true,
    open: (onTrouble, { wholeQuery = false } = {}) =>
      openWeblinxRanker({
        name,
        folder: model.folder,
        ...options,
        onTrouble,
        // Instructions and steps come in plain words, and the paper's model was trained on its own form.
        ...(wholeQuery
          ? {}
          : { line: ({ text }: RankQuery, { viewport }: Observation) => instructionQuery(text, viewport) }),
      }),
  };
}
