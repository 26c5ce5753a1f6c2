/** What ranking costs, measured in a process of its own (bench/rank-cost.ts), so that nothing else is in the figures. */
import { fork } from 'node:child_process';

import type { Observation, RankQuery } from '../../src/contract/index.js';

export interface Load {
  look: Pick<Observation, 'candidates' | 'viewport'>;
  /** The same elements as the paper describes them. */
  paper: string[];
  query: RankQuery;
  rounds: number;
}

/** Milliseconds, MB. */
export interface Cost {
  load: number;
  cold: number;
  cached: number;
  /** The paper's documents of as many elements; 0 where not asked for. */
  paper: number;
  rss: number;
  lag: number;
  scored: number;
}

/** Which lies beside this one when both are compiled. */
const CHILD = new URL('rank-cost.js', import.meta.url);

export function costOf(load: Load): Promise<Cost> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, { serialization: 'advanced' });
    child.once('message', (cost) => resolve(cost as Cost));
    child.once('exit', (code) => reject(new Error(`The measuring process ended with ${code}.`)));
    child.send(load);
  });
}
