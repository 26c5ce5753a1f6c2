/** The flags of the MiniWoB++ suite. */
import { parseWholeNumber } from '../../assembly/index.js';
import type { FlagValues, SuiteFlag } from '../flags.js';

/** `page`: the page's own time limit. `long`: practically unlimited, because language models are slower than people. */
const TIME_LIMITS = ['long', 'page'] as const;
/** The distribution of problems: the training set, or a held-out set that few tasks have. */
const DATA_MODES = ['train', 'test'] as const;

const DEFAULT_SEED_COUNT = 50;
const DEFAULT_FIRST_SEED = 1;

export const FLAGS: Readonly<Record<string, SuiteFlag>> = {
  pages: {
    describe:
      'folder given to --fetch, or the html folder of the Python package miniwob (default miniwob-data)',
  },
  task: {
    describe:
      'task to run; * matches any characters, and all selects every task (default: the 45 in the paper)',
    isRepeatable: true,
    selectsTasks: true,
  },
  seeds: { describe: `seeds per task (default ${DEFAULT_SEED_COUNT})`, selectsTasks: true },
  'first-seed': { describe: `first seed (default ${DEFAULT_FIRST_SEED})`, selectsTasks: true },
  'episode-clock': {
    describe: 'time limit of an episode: long (default), or page for the page’s own limit',
    choices: TIME_LIMITS,
    selectsTasks: true,
  },
  'data-mode': {
    describe: 'distribution of problems: train (default) or test',
    choices: DATA_MODES,
    selectsTasks: true,
  },
  'hide-query': {
    describe: 'hide the line with the instruction on the page',
    type: 'boolean',
    selectsTasks: true,
  },
};

export interface EpisodeOptions {
  clock: (typeof TIME_LIMITS)[number];
  dataMode: (typeof DATA_MODES)[number];
  hideQuery: boolean;
}

export interface MiniwobOptions extends EpisodeOptions {
  pages: string | undefined;
  patterns: readonly string[] | undefined;
  seeds: number[];
}

/** @throws ParleyError `usage` if a number is invalid */
export function parseFlags(flags: FlagValues): MiniwobOptions {
  const { pages, seeds, firstSeed, task, episodeClock, dataMode, hideQuery } = flags as {
    pages?: string;
    seeds?: string;
    firstSeed?: string;
    task?: string[];
    episodeClock?: EpisodeOptions['clock'];
    dataMode?: EpisodeOptions['dataMode'];
    hideQuery?: boolean;
  };
  const seedCount = seeds === undefined ? DEFAULT_SEED_COUNT : parseWholeNumber('seeds', seeds, 1);
  const firstSeedNumber =
    firstSeed === undefined ? DEFAULT_FIRST_SEED : parseWholeNumber('first-seed', firstSeed, 0);
  return {
    pages,
    patterns: task,
    seeds: Array.from({ length: seedCount }, (_, index) => firstSeedNumber + index),
    clock: episodeClock ?? 'long',
    dataMode: dataMode ?? 'train',
    hideQuery: hideQuery ?? false,
  };
}
