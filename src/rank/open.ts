/** Creates rankers: with an encoder if it can be used, otherwise lexical. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Observation, Ranker, RankQuery } from '../contract/index.js';
import type { ComparingOptions } from './dense/comparing.js';
import type { DeviceChoice } from './dense/names.js';
import { shareEncoder } from './dense/shared.js';
import { fingerprint } from './dense/model.js';
import { diskStore } from './dense/store.js';
import { createHybridRanker, CUTS } from './hybrid.js';
import { createWeblinxRanker, WEBLINX_CUTS } from './weblinx/ranker.js';

/** Folder of the bundled encoder, two levels above this file in both `src/` and `dist/`. */
export const BUNDLED = fileURLToPath(new URL('../../models/parley-compact', import.meta.url));
export const BUNDLED_NAME = 'parley-compact';

export interface RankerOptions {
  device?: DeviceChoice | undefined;
  threads?: number | undefined;
  /** Folder for cached embeddings; in memory only without it. */
  cache?: string | undefined;
  /** Called once per problem: an unusable encoder, device or cache. Ranking continues. */
  onTrouble?: ((problem: Error) => void) | undefined;
}

function comparingOf(
  folder: string,
  cut: number,
  { device = 'cpu', threads, cache, onTrouble }: RankerOptions,
): ComparingOptions {
  return {
    device,
    start: () => shareEncoder({ folder, device, ...(threads ? { threads } : {}) }),
    ...(onTrouble ? { onTrouble } : {}),
    ...(cache === undefined
      ? {}
      : {
          async store(info) {
            const place = resolve(cache);
            await mkdir(place, { recursive: true });
            await access(place, constants.W_OK);
            // Another token limit or device gives other numbers.
            const depends = `${await fingerprint(folder)} ${cut} ${info.device}`;
            return diskStore(place, createHash('sha256').update(depends).digest('hex'), info.hidden);
          },
        }),
  };
}

/**
 * Opens the default ranker. Returns at once: the first ranking starts the encoder in its own thread, so a conversation
 * without rankings does not pay for it.
 * @param folder an encoder to use instead of the bundled one
 */
export function openRanker(options: RankerOptions = {}, folder = BUNDLED): Ranker {
  return createHybridRanker({ name: BUNDLED_NAME, ...comparingOf(folder, CUTS.document, options) });
}

export interface WeblinxRankerChoice extends RankerOptions {
  name: string;
  folder: string;
  /** Converts a query into the encoder's input; the plain text by default. */
  line?: ((query: RankQuery, observation: Observation) => string) | undefined;
}

/** Opens the paper's ranker over a sentence-transformers folder. Returns at once, like `openRanker`. */
export function openWeblinxRanker({ name, folder, line, ...options }: WeblinxRankerChoice): Ranker {
  const comparing = comparingOf(folder, WEBLINX_CUTS.document, options);
  return createWeblinxRanker({ name, ...comparing, ...(line ? { line } : {}) });
}
