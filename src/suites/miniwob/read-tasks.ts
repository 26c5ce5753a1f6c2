/**
 * Creates the episodes of a run: one for each task and each seed. The page provides the instruction when an episode
 * starts.
 */
import { createHash } from 'node:crypto';

import type { FlagValues } from '../flags.js';
import type { TaskList } from '../suite.js';
import type { SuiteTask } from '../task.js';
import { type EpisodeOptions, parseFlags } from './flags.js';
import { findPages, listTasks } from './pages.js';
import { selectTaskNames } from './tasks.js';

/** @throws ParleyError `usage` if a flag is invalid or the pages are missing */
export function readEpisodes(flags: FlagValues): TaskList {
  const { pages, patterns, seeds, ...options } = parseFlags(flags);
  const { folder, version } = findPages(pages);
  const source = `MiniWoB++ ${version ?? 'of unknown version'}`;
  return {
    tasks: selectTaskNames(listTasks(folder), patterns).flatMap((name) =>
      seeds.map((seed) => createEpisode(name, seed, options, source)),
    ),
    remarks: [],
    source,
  };
}

const SEED_DIGITS = 3;
const HASH_LENGTH = 12;

/** Formats an episode's id, such as `click-link_001`, as in SteP's results. */
export const formatEpisodeId = (task: string, seed: number): string =>
  `${task}_${String(seed).padStart(SEED_DIGITS, '0')}`;

function createEpisode(
  name: string,
  seed: number,
  { clock, dataMode, hideQuery }: EpisodeOptions,
  source: string,
): SuiteTask {
  const identity = JSON.stringify([name, seed, clock, dataMode, hideQuery, source]);
  return {
    id: formatEpisodeId(name, seed),
    site: name,
    text: `The instruction of ${name}, seed ${seed}`,
    url: `{{SUITE}}/miniwob/${name}.html`,
    version: {
      hash: createHash('sha256').update(identity).digest('hex').slice(0, HASH_LENGTH),
      patched: false,
      dated: false,
    },
    parameters: { seed, clock, dataMode, hideQuery },
    checks: null,
  };
}

export function getEpisodeParameters({ parameters }: SuiteTask): EpisodeOptions & { seed: number } {
  return parameters as unknown as EpisodeOptions & { seed: number };
}
