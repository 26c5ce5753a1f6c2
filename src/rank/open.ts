/** Puts a ranker together: the bundled encoder where it can be used, words alone where it cannot. */
import { fileURLToPath } from 'node:url';

import type { Ranker } from '../contract/index.js';
import type { DeviceChoice } from './dense/devices.js';
import { startEncoder, type Encoder } from './dense/encoder.js';
import { createHybridRanker } from './hybrid.js';

/** The encoder that ships with Parley, two levels above this file both in `src/` and in `dist/`. */
export const BUNDLED = fileURLToPath(new URL('../../models/parley-compact', import.meta.url));

export interface RankerOptions {
  device?: DeviceChoice;
  threads?: number;
  /** Told once when the encoder cannot be used; ranking goes on by words alone. */
  onTrouble?(problem: Error): void;
}

/**
 * Returns at once. The encoder is started by the first ranking, in a thread of its own: a conversation that
 * never ranks pays nothing for it.
 */
export function openRanker({ device, threads, onTrouble }: RankerOptions = {}): Ranker {
  const start = (): Encoder =>
    startEncoder({ folder: BUNDLED, ...(device ? { device } : {}), ...(threads ? { threads } : {}) });
  return createHybridRanker({ name: 'parley-compact', start, ...(onTrouble ? { onTrouble } : {}) });
}
