/** Creates rankers: with an encoder if it can be used, otherwise lexical. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Observation, Ranker, RankQuery } from '../contract/index.js';
import type { RankerEncoderOptions } from './dense/ranker-encoder.js';
import type { DeviceChoice } from './dense/device-names.js';
import { shareEncoder } from './dense/shared-encoder.js';
import { fingerprintModel } from './dense/model.js';
import { openDiskStore } from './dense/store.js';
import { createHybridRanker, TOKEN_LIMITS } from './hybrid.js';
import { createWeblinxRanker, WEBLINX_TOKEN_LIMITS } from './weblinx/ranker.js';

/** Folder of the bundled encoder, two levels above this file in both `src/` and `dist/`. */
export const BUNDLED_ENCODER_FOLDER = fileURLToPath(new URL('../../models/parley-compact', import.meta.url));
export const BUNDLED_RANKER_NAME = 'parley-compact';

export interface RankerOptions {
  device?: DeviceChoice | undefined;
  threads?: number | undefined;
  /** Folder for cached embeddings. If omitted, they are kept in memory only. */
  cache?: string | undefined;
  /** Called once per problem: an unusable encoder, device or cache. Ranking continues. */
  onProblem?: ((problem: Error) => void) | undefined;
}

function createEncoderOptions(
  folder: string,
  maxTokens: number,
  { device = 'cpu', threads, cache, onProblem }: RankerOptions,
): RankerEncoderOptions {
  return {
    device,
    start: () => shareEncoder({ folder, device, ...(threads ? { threads } : {}) }),
    ...(onProblem ? { onProblem } : {}),
    ...(cache === undefined
      ? {}
      : {
          async openStore(info) {
            const cacheFolder = resolve(cache);
            await mkdir(cacheFolder, { recursive: true });
            await access(cacheFolder, constants.W_OK);
            // A different token limit or device gives different embeddings.
            const cacheKey = `${await fingerprintModel(folder)} ${maxTokens} ${info.device}`;
            return openDiskStore(
              cacheFolder,
              createHash('sha256').update(cacheKey).digest('hex'),
              info.hidden,
            );
          },
        }),
  };
}

/**
 * Opens the default ranker. Returns at once: the first ranking starts the encoder in its own thread, so a conversation
 * without rankings does not pay for it.
 * @param folder an encoder to use instead of the bundled one
 */
export function openRanker(options: RankerOptions = {}, folder = BUNDLED_ENCODER_FOLDER): Ranker {
  return createHybridRanker({
    name: BUNDLED_RANKER_NAME,
    ...createEncoderOptions(folder, TOKEN_LIMITS.document, options),
  });
}

export interface WeblinxRankerChoice extends RankerOptions {
  name: string;
  folder: string;
  /** Converts a query into the encoder's input; the plain text by default. */
  formatEncoderQuery?: ((query: RankQuery, observation: Observation) => string) | undefined;
}

/** Opens the paper's ranker over a sentence-transformers folder. Returns at once, like `openRanker`. */
export function openWeblinxRanker({
  name,
  folder,
  formatEncoderQuery,
  ...options
}: WeblinxRankerChoice): Ranker {
  const encoderOptions = createEncoderOptions(folder, WEBLINX_TOKEN_LIMITS.document, options);
  return createWeblinxRanker({
    name,
    ...encoderOptions,
    ...(formatEncoderQuery ? { formatEncoderQuery } : {}),
  });
}
