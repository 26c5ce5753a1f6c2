/** Chooses the ranker according to flags and environment. Validates the choice before anything starts. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Observation, ParleyError, type Ranker, type RankQuery } from '../contract/index.js';
import { formatInstructionQuery } from '../prompt/index.js';
import {
  BUNDLED_ENCODER_FOLDER,
  BUNDLED_RANKER_NAME,
  createLexicalRanker,
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

export const LEXICAL_RANKER_NAME = 'lexical';

export interface RankerOpenOptions {
  /** Whether queries are already in the WebLINX paper's format, rather than plain instructions. */
  queriesInPaperFormat?: boolean;
}

export interface RankerPlan {
  name: string;
  /** Folder of the encoder; null if the ranker uses no encoder. */
  folder: string | null;
  device: DeviceChoice;
  /** Whether this is one of the WebLINX paper's rankers, which rank the paper's kind of candidates. */
  isPaperRanker: boolean;
  open(onProblem: (problem: Error) => void, options?: RankerOpenOptions): Ranker;
}

function assertValidThreads(env: NodeJS.ProcessEnv): void {
  const threads = env.PARLEY_RANKER_THREADS;
  if (threads && !/^[1-9]\d{0,3}$/.test(threads))
    throw new ParleyError(
      'usage',
      `PARLEY_RANKER_THREADS needs a whole number of at least 1, not “${threads}”.`,
      'Set it to the number of cores the ranker may use, or unset it.',
    );
}

function parseCacheFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const path = resolve(folder);
  if (existsSync(path) && !statSync(path).isDirectory())
    throw new ParleyError(
      'usage',
      `--ranker-cache names ${folder}, which is a file, not a folder.`,
      'Give the path of a folder; it is created if missing.',
      { option: 'ranker-cache' },
    );
  return path;
}

/** @throws ParleyError `usage` for an unknown ranker or an invalid setting */
export function createRankerPlan(flags: RankerFlags, env: NodeJS.ProcessEnv = process.env): RankerPlan {
  const name = flags.ranker ?? BUNDLED_RANKER_NAME;
  const device = flags.rankerDevice ?? 'cpu';
  assertValidThreads(env);
  const options = { device, cache: parseCacheFolder(flags.rankerCache) };
  if (name === LEXICAL_RANKER_NAME)
    return { name, folder: null, device, isPaperRanker: false, open: () => createLexicalRanker() };
  if (name === BUNDLED_RANKER_NAME)
    return {
      name,
      folder: BUNDLED_ENCODER_FOLDER,
      device,
      isPaperRanker: false,
      open: (onProblem) => openRanker({ ...options, onProblem }),
    };
  const registeredModels = readRegistry(env);
  const model = registeredModels.find((entry) => entry.name === name);
  if (!model)
    throw new ParleyError(
      'usage',
      `There is no ranker “${name}”.`,
      `Available: ${[LEXICAL_RANKER_NAME, BUNDLED_RANKER_NAME, ...registeredModels.map((entry) => entry.name)].join(', ')}. Run parley models add to register another.`,
      { option: 'ranker' },
    );
  return {
    name,
    folder: model.folder,
    device,
    isPaperRanker: true,
    open: (onProblem, { queriesInPaperFormat = false } = {}) =>
      openWeblinxRanker({
        name,
        folder: model.folder,
        ...options,
        onProblem,
        // Plain-language instructions are converted, because the paper's model was trained on the paper's query format.
        ...(queriesInPaperFormat
          ? {}
          : {
              formatEncoderQuery: ({ text }: RankQuery, { viewport }: Observation) =>
                formatInstructionQuery(text, viewport),
            }),
      }),
  };
}
