/** Measures the cost of ranking in a separate process, so that the results include nothing else. */
import { fork } from 'node:child_process';

import type { Observation, RankQuery } from '../../src/contract/index.js';

export interface RankingWorkload {
  observation: Pick<Observation, 'candidates' | 'viewport'>;
  /** The same elements in the paper's document format; empty to skip that measurement. */
  paperDocuments: string[];
  query: RankQuery;
  rounds: number;
}

export interface RankingCost {
  /** Starting the encoder. */
  loadMs: number;
  /** Ranking a new page. */
  coldMs: number;
  /** Ranking the page again after a tenth of its elements have changed. */
  cachedMs: number;
  /** Encoding the paper's documents; 0 if they were not measured. */
  paperMs: number;
  rssMb: number;
  /** Longest delay of the event loop during the first ranking. */
  maxDelayMs: number;
  /** Number of candidates that the encoder scored. */
  scoredCount: number;
}

/** The compiled `rank-cost-process.ts`, next to the bundle that contains this file. */
const CHILD_URL = new URL('rank-cost-process.js', import.meta.url);

export function measureRankingCost(workload: RankingWorkload): Promise<RankingCost> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD_URL, { serialization: 'advanced' });
    child.once('message', (cost) => resolve(cost as RankingCost));
    child.once('exit', (code) => reject(new Error(`The measuring process exited with code ${code}.`)));
    child.send(workload);
  });
}
