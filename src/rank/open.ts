/** Puts rankers together: an encoder where it can be used, words alone where it cannot. */
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

/** The encoder that ships with Parley, two levels above this file both in `src/` and in `dist/`. */
export const BUNDLED = fileURLToPath(new URL('../../models/parley-compact', import.meta.url));
export const BUNDLED_NAME = 'parley-compact';

export interface RankerOptions {
  device?: DeviceChoice | undefined;
  threads?: number | undefined;
  /** Folder in which embeddings are kept for the next time; without it in memory only. */
  cache?: string | undefined;
  /** Told each trouble once: an encoder, a device or a cache that cannot be used. Ranking goes on. */
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
            // Another cut or another device gives other numbers.
            const depends = `${await fingerprint(folder)} ${cut} ${info.device}`;
            return diskStore(place, createHash('sha256').update(depends).digest('hex'), info.hidden);
          },
        }),
  };
}

/**
 * The default ranker. Returns at once: the encoder is started by the first ranking, in a thread of its own, so
 * that a conversation that never ranks pays nothing for it.
 * @param folder another encoder than the bundled one
 */
export function openRanker(options: RankerOptions = {}, folder = BUNDLED): Ranker {
  return createHybridRanker({ name: BUNDLED_NAME, ...comparingOf(folder, CUTS.document, options) });
}

export interface WeblinxRankerChoice extends RankerOptions {
  name: string;
  folder: string;
  /** What the encoder reads of a query; without it the text as it comes in. */
  line?: ((query: RankQuery, observation: Observation) => string) | undefined;
}

/** The paper's ranker over a sentence-transformers folder. Returns at once, as `openRanker` does. */
export function openWeblinxRanker({ name, folder, line, ...options }: WeblinxRankerChoice): Ranker {
  const comparing = comparingOf(folder, WEBLINX_CUTS.document, options);
  return createWeblinxRanker({ name, ...comparing, ...(line ? { line } : {}) });
}
